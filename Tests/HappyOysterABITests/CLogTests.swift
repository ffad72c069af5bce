// SPDX-License-Identifier: Apache-2.0
import CHappyOyster
import HappyOysterTestSupport
import Testing

/// The process-wide log; each test has a process of its own.
@Suite(.blocking) struct CLogTests {
    /// The context of a log handler.
    final class Ear: Sendable {
        let lines = Recorder<String>()
        let releases = Counter()
        let onLine: @Sendable (Ear) -> Void

        init(onLine: @escaping @Sendable (Ear) -> Void = { _ in }) { self.onLine = onLine }

        /// Sets this object as the handler; returns the code and the outcome for the former
        /// handler.
        func listen() -> (oyster_result, oyster_release_outcome) {
            var outcome: oyster_release_outcome = strange(77)
            let code = oyster_log_set_handler(
                Ear.handler,
                // Valid until the release has run.
                Unmanaged.passRetained(self).toOpaque(),
                Ear.release,
                &outcome
            )
            return (code, outcome)
        }

        static let handler: oyster_log_fn = { context, level, tag, message in
            guard let context, let tag, let message else { return }
            let ear = Unmanaged<Ear>.fromOpaque(context).takeUnretainedValue()
            ear.lines.add(
                "\(level.rawValue) \(String(cString: tag)) \(String(cString: message))"
            )
            ear.onLine(ear)
        }

        static let release: oyster_release_fn = { context in
            guard let context else { return }
            Unmanaged<Ear>.fromOpaque(context).takeRetainedValue().releases.add()
        }
    }

    /// Contexts that the library never releases, reachable for leak checkers.
    static let kept = Recorder<Ear>()

    /// Makes the library log at level info.
    static func makeNoise(_ fixture: HostFixture) throws {
        oyster_travel_release(try fixture.makeRunningTravel(), nil)
    }

    static func require(_ isTrue: Bool, _ what: String) throws {
        if !isTrue { throw FixtureFailure(what) }
    }

    @Test func `a handler gets records at or above the level, without secrets`() async {
        await #expect(processExitsWith: .success) {
            let fixture = try HostFixture()
            let ear = Ear()
            try Self.require(ear.listen() == (0, .OYSTER_RELEASE_COMPLETE), "set")
            oyster_log_set_minimum_level(.OYSTER_LOG_LEVEL_DEBUG)
            let secrets = try fixture.credentials()
            fixture.initialize()
            oyster_engine_update_token(fixture.engine, secrets.token)
            var travel: OpaquePointer?
            oyster_engine_create_travel(fixture.engine, secrets.ticket, &travel)
            let start = Completion()
            oyster_travel_start(travel, nil, Completion.done, start.context)
            try Self.require(start.wait()?.code == 0, "start")
            try Self.require(ear.lines.wait(for: 5), "lines")
            oyster_travel_release(travel, nil)
            let text = ear.lines.entries.joined(separator: "\n")
            try Self.require(!text.contains(secrets.token), "token")
            try Self.require(!text.contains(secrets.ticket), "ticket")
            try Self.require(!text.contains("://"), "a URL")
        }
    }

    @Test func `a configuration without a level sets warning, unless the host has set a level`()
        async
    {
        await #expect(processExitsWith: .success) {
            let fixture = try HostFixture()
            let ear = Ear()
            try Self.require(ear.listen() == (0, .OYSTER_RELEASE_COMPLETE), "set")
            fixture.initialize { $0.log_level = .OYSTER_LOG_LEVEL_INFO }
            fixture.initialize { $0.log_level = .OYSTER_LOG_LEVEL_DEFAULT }
            try Self.makeNoise(fixture)
            oyster_log_set_minimum_level(.OYSTER_LOG_LEVEL_INFO)
            fixture.initialize { $0.log_level = .OYSTER_LOG_LEVEL_ERROR }
            try Self.makeNoise(fixture)
            // Records arrive in order: by now those of the first travel would have arrived.
            let came = await eventually { ear.lines.entries.contains { $0.contains("running") } }
            try Self.require(came, "the host's own level stays")
            let running = ear.lines.entries.filter { $0.contains("running") }
            try Self.require(running.count == 1, "\(ear.lines.entries)")
        }
    }

    @Test func `a replaced handler is released exactly once`() async {
        await #expect(processExitsWith: .success) {
            let fixture = try HostFixture()
            oyster_log_set_minimum_level(.OYSTER_LOG_LEVEL_DEBUG)
            let ears = (0..<50).map { _ in Ear() }
            for ear in ears {
                try Self.require(ear.listen().0 == 0, "set")
                try Self.makeNoise(fixture)
            }
            var outcome: oyster_release_outcome = strange(77)
            oyster_log_set_minimum_level(.OYSTER_LOG_LEVEL_ERROR)
            try Self.require(oyster_log_set_handler(nil, nil, nil, &outcome) == 0, "reset")
            try Self.require(
                blockUntil { ears.allSatisfy { $0.releases.value == 1 } },
                "releases"
            )
            try Self.require(oyster_log_set_handler(nil, nil, nil, &outcome) == 0, "again")
            try Self.require(outcome == .OYSTER_RELEASE_COMPLETE, "complete")
        }
    }

    @Test func `after the shutdown a handler is neither called nor released`() async {
        await #expect(processExitsWith: .success) {
            let fixture = try HostFixture()
            let (ear, late) = (Ear(), Ear())
            for kept in [ear, late] { Self.kept.add(kept) }
            try Self.require(ear.listen().0 == 0, "set")
            oyster_log_set_minimum_level(.OYSTER_LOG_LEVEL_DEBUG)
            try Self.makeNoise(fixture)
            try Self.require(oyster_engine_shutdown_all(10_000) == 0, "shutdown")
            let heard = ear.lines.count
            let refused = code(.OYSTER_ERROR_SHUT_DOWN)
            try Self.require(late.listen() == (refused, strange(77)), "another handler")
            try Self.require(oyster_log_set_handler(nil, nil, nil, nil) == refused, "no handler")
            try Self.require(
                oyster_log_set_minimum_level(.OYSTER_LOG_LEVEL_ERROR) == refused,
                "level"
            )
            try Self.require(ear.lines.count == heard, "lines")
            try Self.require(ear.releases.value == 0 && late.releases.value == 0, "releases")
        }
    }

    @Test func `a handler may call every function and set another handler`() async {
        await #expect(processExitsWith: .success) {
            let fixture = try HostFixture()
            let answers = Recorder<oyster_release_outcome>()
            let next = Ear()
            let ear = Ear { ear in
                guard ear.lines.count == 1 else { return }
                oyster_log_set_minimum_level(.OYSTER_LOG_LEVEL_INFO)
                _ = oyster_engine_is_ready(fixture.engine)
                answers.add(next.listen().1)
            }
            _ = ear.listen()
            oyster_log_set_minimum_level(.OYSTER_LOG_LEVEL_DEBUG)
            try Self.makeNoise(fixture)
            try Self.require(answers.wait(for: 1), "callback")
            try Self.require(answers.entries == [.OYSTER_RELEASE_DEFERRED], "deferred")
            try Self.require(blockUntil { ear.releases.value == 1 }, "release")
            try Self.makeNoise(fixture)
            try Self.require(next.lines.wait(for: 1), "the next handler")
            try Self.require(ear.lines.count == 1, "no more")
        }
    }

    @Test func `after threads set handlers at once, the log has one of them`() async {
        await #expect(processExitsWith: .success) {
            let fixture = try HostFixture()
            oyster_log_set_minimum_level(.OYSTER_LOG_LEVEL_INFO)
            for _ in 0..<50 {
                let ears = (0..<4).map { _ in Ear() }
                let isDone = onThreads(4) { _ = ears[$0].listen() }
                try Self.require(isDone, "threads")
                try Self.makeNoise(fixture)
                let isHeard = blockUntil { ears.contains { $0.lines.count > 0 } }
                try Self.require(isHeard, "no handler gets a record")
                oyster_log_set_handler(nil, nil, nil, nil)
                let isBack = blockUntil { ears.allSatisfy { $0.releases.value == 1 } }
                try Self.require(isBack, "releases")
            }
        }
    }

    @Test func `a log handler that blocks delays nothing else`() async {
        await #expect(processExitsWith: .success) {
            let fixture = try HostFixture()
            let gate = Latch()
            let ear = Ear { _ in gate.wait() }
            _ = ear.listen()
            oyster_log_set_minimum_level(.OYSTER_LOG_LEVEL_DEBUG)
            for _ in 0..<5 { try Self.makeNoise(fixture) }
            let time = elapsed { oyster_log_set_handler(nil, nil, nil, nil) }
            oyster_log_set_minimum_level(.OYSTER_LOG_LEVEL_ERROR)
            try Self.require(time < .seconds(10), "bounded")
            try Self.require(ear.lines.count == 1 && ear.releases.value == 0, "deferred")
            gate.open()
            try Self.require(blockUntil { ear.releases.value == 1 }, "release")
        }
    }
}
