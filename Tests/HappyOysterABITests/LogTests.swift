// SPDX-License-Identifier: Apache-2.0
import CHappyOyster
import HappyOysterTestSupport
import Testing

/// The process-wide log; each test has a process of its own.
@Suite(.blocking) struct LogTests {
    /// The context of a log handler.
    final class Ear: Sendable {
        let lines = Recorder<String>()
        let releases = Counter()
        let onLine: @Sendable (Ear) -> Void

        init(onLine: @escaping @Sendable (Ear) -> Void = { _ in }) { self.onLine = onLine }

        /// Becomes the handler; the code, and what became of the former one.
        func listen() -> (oyster_result, oyster_release_outcome) {
            var silence: oyster_release_outcome = strange(77)
            let code = oyster_log_set_handler(
                Ear.handler,
                // Lent until the release has run, as every context is.
                Unmanaged.passRetained(self).toOpaque(),
                Ear.release,
                &silence
            )
            return (code, silence)
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

    /// Something that logs at level info.
    static func makeNoise(_ stage: Stage) throws {
        oyster_travel_release(try stage.makeRunningTravel(), nil)
    }

    static func require(_ isTrue: Bool, _ what: String) throws {
        if !isTrue { throw StageFailure(what) }
    }

    @Test func `a handler hears what the level lets through, and no secrets`() async {
        await #expect(processExitsWith: .success) {
            let stage = try Stage()
            let ear = Ear()
            try Self.require(ear.listen() == (0, .OYSTER_RELEASE_COMPLETE), "set")
            oyster_log_set_minimum_level(.OYSTER_LOG_LEVEL_DEBUG)
            let secrets = try stage.credentials()
            stage.initialize()
            oyster_engine_update_token(stage.engine, secrets.token)
            var travel: OpaquePointer?
            oyster_engine_create_travel(stage.engine, secrets.ticket, &travel)
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

    @Test func `a configuration without a level means warning, unless the host set one`() async {
        await #expect(processExitsWith: .success) {
            let stage = try Stage()
            let ear = Ear()
            try Self.require(ear.listen() == (0, .OYSTER_RELEASE_COMPLETE), "set")
            stage.initialize { $0.log_level = .OYSTER_LOG_LEVEL_INFO }
            stage.initialize { $0.log_level = .OYSTER_LOG_LEVEL_DEFAULT }
            try Self.makeNoise(stage)
            oyster_log_set_minimum_level(.OYSTER_LOG_LEVEL_INFO)
            stage.initialize { $0.log_level = .OYSTER_LOG_LEVEL_ERROR }
            try Self.makeNoise(stage)
            // Records come in order: by now those of the first travel would have come, too.
            let came = await eventually { ear.lines.entries.contains { $0.contains("running") } }
            try Self.require(came, "the host's own level stays")
            let running = ear.lines.entries.filter { $0.contains("running") }
            try Self.require(running.count == 1, "\(ear.lines.entries)")
        }
    }

    @Test func `a handler is replaced and given back exactly once`() async {
        await #expect(processExitsWith: .success) {
            let stage = try Stage()
            oyster_log_set_minimum_level(.OYSTER_LOG_LEVEL_DEBUG)
            let ears = (0..<50).map { _ in Ear() }
            for ear in ears {
                try Self.require(ear.listen().0 == 0, "set")
                try Self.makeNoise(stage)
            }
            var silence: oyster_release_outcome = strange(77)
            oyster_log_set_minimum_level(.OYSTER_LOG_LEVEL_ERROR)
            try Self.require(oyster_log_set_handler(nil, nil, nil, &silence) == 0, "reset")
            try Self.require(
                blockUntil { ears.allSatisfy { $0.releases.value == 1 } },
                "releases"
            )
            try Self.require(oyster_log_set_handler(nil, nil, nil, &silence) == 0, "again")
            try Self.require(silence == .OYSTER_RELEASE_COMPLETE, "silent")
        }
    }

    @Test func `after the shutdown a handler is neither called nor given back`() async {
        await #expect(processExitsWith: .success) {
            let stage = try Stage()
            let (ear, late) = (Ear(), Ear())
            try Self.require(ear.listen().0 == 0, "set")
            oyster_log_set_minimum_level(.OYSTER_LOG_LEVEL_DEBUG)
            try Self.makeNoise(stage)
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

    @Test func `a handler may call everything, also set another handler`() async {
        await #expect(processExitsWith: .success) {
            let stage = try Stage()
            let answers = Recorder<oyster_release_outcome>()
            let next = Ear()
            let ear = Ear { ear in
                guard ear.lines.count == 1 else { return }
                oyster_log_set_minimum_level(.OYSTER_LOG_LEVEL_INFO)
                _ = oyster_engine_is_ready(stage.engine)
                answers.add(next.listen().1)
            }
            _ = ear.listen()
            oyster_log_set_minimum_level(.OYSTER_LOG_LEVEL_DEBUG)
            try Self.makeNoise(stage)
            try Self.require(answers.wait(for: 1), "callback")
            try Self.require(answers.entries == [.OYSTER_RELEASE_DEFERRED], "deferred")
            try Self.require(blockUntil { ear.releases.value == 1 }, "release")
            try Self.makeNoise(stage)
            try Self.require(next.lines.wait(for: 1), "the next handler")
            try Self.require(ear.lines.count == 1, "no more")
        }
    }

    @Test func `threads that set handlers at once leave the log with one of them`() async {
        await #expect(processExitsWith: .success) {
            let stage = try Stage()
            oyster_log_set_minimum_level(.OYSTER_LOG_LEVEL_INFO)
            for _ in 0..<50 {
                let ears = (0..<4).map { _ in Ear() }
                let isDone = onThreads(4) { _ = ears[$0].listen() }
                try Self.require(isDone, "threads")
                try Self.makeNoise(stage)
                let isHeard = blockUntil { ears.contains { $0.lines.count > 0 } }
                try Self.require(isHeard, "nobody hears")
                oyster_log_set_handler(nil, nil, nil, nil)
                let isBack = blockUntil { ears.allSatisfy { $0.releases.value == 1 } }
                try Self.require(isBack, "releases")
            }
        }
    }

    @Test func `a handler that blocks holds up nothing else`() async {
        await #expect(processExitsWith: .success) {
            let stage = try Stage()
            let gate = Latch()
            let ear = Ear { _ in gate.wait() }
            _ = ear.listen()
            oyster_log_set_minimum_level(.OYSTER_LOG_LEVEL_DEBUG)
            for _ in 0..<5 { try Self.makeNoise(stage) }
            let time = elapsed { oyster_log_set_handler(nil, nil, nil, nil) }
            oyster_log_set_minimum_level(.OYSTER_LOG_LEVEL_ERROR)
            try Self.require(time < .seconds(10), "bounded")
            try Self.require(ear.lines.count == 1 && ear.releases.value == 0, "deferred")
            gate.open()
            try Self.require(blockUntil { ear.releases.value == 1 }, "release")
        }
    }
}
