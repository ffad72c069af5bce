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

    @Test func `the log has argument and range of each call that is refused with 109002`() async {
        await #expect(processExitsWith: .success) {
            let fixture = try HostFixture()
            let ear = Ear()
            try Self.require(ear.listen().0 == 0, "set")
            fixture.initialize { $0.log_level = .OYSTER_LOG_LEVEL_WARNING }
            let travel = try fixture.makeTravel()
            var (view, frame): (OpaquePointer?, OpaquePointer?)
            oyster_travel_video_view(travel, &view)
            var info = oyster_audio_info()
            info.size = UInt32(MemoryLayout<oyster_audio_info>.size)
            var (samples, listener) = ([Int16](repeating: 0, count: 8), UInt64(0))
            let (still, spinning) = (
                oyster_rotation.OYSTER_ROTATION_NONE, strange(9) as oyster_rotation
            )
            let refusals: [(String, oyster_result)] = [
                (
                    "send_command: translation is not within 0 and 8",
                    oyster_travel_send_command(travel, strange(9), still, strange(0))
                ),
                (
                    "send_command: rotation is not within 0 and 8",
                    oyster_travel_send_command(travel, strange(0), spinning, strange(0))
                ),
                (
                    "send_command: interaction is not within 0 and 4",
                    oyster_travel_send_command(travel, strange(0), still, strange(5))
                ),
                (
                    "acquire_frame: format is not within 1 and 6",
                    oyster_video_view_acquire_frame(view, strange(7), &frame)
                ),
                (
                    "set_frame_callback: format is not within 1 and 6",
                    oyster_video_view_set_frame_callback(view, strange(0), nil, nil, nil, nil)
                ),
                (
                    "set_delivery: delivery is not 0 or 1",
                    oyster_engine_set_delivery(fixture.engine, strange(2))
                ),
                (
                    "dispatch: timeout_ms is not within 0 and 60000",
                    oyster_engine_dispatch(fixture.engine, 60_001, nil)
                ),
                (
                    "set_minimum_level: level is not within 1 and 4",
                    oyster_log_set_minimum_level(.OYSTER_LOG_LEVEL_DEFAULT)
                ),
                (
                    "read_audio: capacity is less than 8",
                    oyster_travel_read_audio(travel, &samples, 1, 0, &info)
                ),
                ("status: status is NULL", oyster_travel_status(travel, nil)),
                ("info: info is NULL", oyster_travel_info(travel, nil)),
                (
                    "add_listener: handler is NULL",
                    oyster_travel_add_listener(travel, nil, nil, nil, &listener)
                ),
                (
                    "remove_listener: listener is not the id of a listener of this travel",
                    oyster_travel_remove_listener(travel, 0, nil)
                ),
            ]
            for (text, result) in refusals {
                try Self.require(result == code(.OYSTER_ERROR_INVALID_ARGUMENT), text)
                let words = text.split(separator: ": ")
                let isLogged = await eventually {
                    ear.lines.entries.contains { line in
                        line.contains("_\(words[0]) ") && line.contains(words[words.count - 1])
                    }
                }
                try Self.require(isLogged, "\(text): \(ear.lines.entries)")
            }
            oyster_travel_release(travel, nil)
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
