// SPDX-License-Identifier: Apache-2.0
import CHappyOyster
import CcJSON
import HappyOysterCore
import HappyOysterTestSupport
import Testing

/// Invalid handles: every function refuses them and touches nothing.
@Suite(.blocking) struct HandleTests {
    private static let invalid = code(.OYSTER_ERROR_INVALID_HANDLE)

    private func pointer(_ bits: UInt) -> OpaquePointer? { OpaquePointer(bitPattern: bits) }

    /// Numbers that look like handles, and numbers that do not.
    private func garbage(around handles: [OpaquePointer?]) -> [OpaquePointer?] {
        var random = SplitMix(1)
        let small = (UInt(0)...0x140).map { $0 }
        let wild = (0..<300).map { _ in UInt(random.next()) }
        let near = handles.flatMap { handle -> [UInt] in
            let bits = UInt(bitPattern: handle)
            // Other kinds, generation 0, other generations, other slots, more than 60 bits.
            return (0...15).map { bits & ~0xF | $0 } + [
                bits & 0xFFF_FFFF, bits + 1 << 28, bits ^ 1 << 59, bits ^ 1 << 20, bits | 1 << 60,
                bits | 1 << 63,
            ]
        }
        return (small + wild + near).map(pointer) + [pointer(.max), pointer(1 << 63)]
    }

    /// Every function of an engine with this handle; the names of those that did not refuse it.
    private func engineFunctionsAccepting(_ engine: OpaquePointer?) -> [String] {
        var config = oyster_config()
        config.size = UInt32(MemoryLayout<oyster_config>.size)
        var outcome = strange(77) as oyster_release_outcome
        var (travel, fd, count) = (pointer(0x7777), Int32(-77), 77)
        let completion = Completion()
        let context = Unmanaged.passUnretained(completion).toOpaque()
        let results: [(String, oyster_result)] = [
            ("destroy", oyster_engine_destroy(engine, &outcome)),
            ("initialize", oyster_engine_initialize(engine, &config)),
            ("update_token", oyster_engine_update_token(engine, "t")),
            ("create_travel", oyster_engine_create_travel(engine, "t", &travel)),
            ("cleanup", oyster_engine_cleanup(engine, Completion.done, context)),
            ("set_delivery", oyster_engine_set_delivery(engine, .OYSTER_DELIVERY_HOST)),
            ("event_fd", oyster_engine_event_fd(engine, &fd)),
            ("dispatch", oyster_engine_dispatch(engine, 0, &count)),
        ]
        var accepted = results.filter { $0.1 != Self.invalid }.map(\.0)
        if oyster_engine_is_ready(engine) { accepted.append("is_ready") }
        if travel != pointer(0x7777) || fd != -77 || count != 77 || outcome.rawValue != 77 {
            accepted.append("wrote")
        }
        if completion.answers.count != 0 { accepted.append("done") }
        return accepted
    }

    /// The same for a travel.
    private func travelFunctionsAccepting(_ travel: OpaquePointer?) -> [String] {
        let completion = Completion()
        let context = Unmanaged.passUnretained(completion).toOpaque()
        let (done, listener) = (Completion.done, Listener())
        var outcome = strange(77) as oyster_release_outcome
        var status = strange(77) as oyster_status
        var (view, id) = (pointer(0x7777), UInt64(77))
        var info: UnsafeMutablePointer<cJSON>?
        var (fd, samples) = (Int32(77), [Int16](repeating: 77, count: 8))
        var audio = oyster_audio_info()
        audio.size = UInt32(MemoryLayout<oyster_audio_info>.size)
        var results: [(String, oyster_result)] = [
            ("start", oyster_travel_start(travel, nil, done, context)),
            ("pause", oyster_travel_pause(travel, done, context)),
            ("resume", oyster_travel_resume(travel, done, context)),
            ("rewind", oyster_travel_rewind(travel, 1, done, context)),
            ("send_instruct", oyster_travel_send_instruct(travel, "x", done, context)),
            ("update_script", oyster_travel_update_script(travel, "{}", done, context)),
            ("end", oyster_travel_end(travel, done, context)),
            (
                "send_command",
                oyster_travel_send_command(
                    travel,
                    .OYSTER_TRANSLATION_FRONT,
                    .OYSTER_ROTATION_NONE,
                    .OYSTER_INTERACTION_JUMP
                )
            ),
            ("flush_commands", oyster_travel_flush_commands(travel)),
            ("pause_audio", oyster_travel_pause_local_audio_capture(travel)),
            ("resume_audio", oyster_travel_resume_local_audio_capture(travel)),
        ]
        results += [
            ("record", oyster_travel_record(travel, "x")),
            ("audio_fd", oyster_travel_audio_fd(travel, &fd)),
            ("read_audio", oyster_travel_read_audio(travel, &samples, 8, 0, &audio)),
            ("status", oyster_travel_status(travel, &status)),
            ("info", oyster_travel_info(travel, &info)),
            ("stats", oyster_travel_stats(travel, &info)),
            (
                "add_listener",
                oyster_travel_add_listener(
                    travel,
                    Listener.event,
                    listener.context,
                    Listener.release,
                    &id
                )
            ),
            (
                "set_audio_callback",
                oyster_travel_set_audio_callback(
                    travel,
                    Listener.audio,
                    listener.context,
                    Listener.release,
                    &outcome
                )
            ),
            ("remove_listener", oyster_travel_remove_listener(travel, 1, &outcome)),
            ("video_view", oyster_travel_video_view(travel, &view)),
            ("release", oyster_travel_release(travel, &outcome)),
        ]
        var accepted = results.filter { $0.1 != Self.invalid }.map(\.0)
        if !oyster_travel_is_ended(travel) { accepted.append("is_ended") }
        if oyster_travel_can(travel, .OYSTER_ACTION_END) { accepted.append("can") }
        if status.rawValue != 77 || info != nil || id != 77 || view != pointer(0x7777)
            || outcome.rawValue != 77 || fd != 77 || samples != [Int16](repeating: 77, count: 8)
        {
            accepted.append("wrote")
        }
        if completion.answers.count != 0 || listener.releases.value != 0 {
            accepted.append("called back")
        }
        return accepted
    }

    /// The same for views and frames.
    private func frameFunctionsAccepting(_ handle: OpaquePointer?) -> [String] {
        let listener = Listener()
        var outcome = strange(77) as oyster_release_outcome
        var (frame, fd) = (pointer(0x7777), Int32(77))
        var info = oyster_frame_info()
        info.size = UInt32(MemoryLayout<oyster_frame_info>.size)
        let format = oyster_pixel_format.OYSTER_PIXEL_FORMAT_RGBA
        let results: [(String, oyster_result)] = [
            (
                "set_frame_callback",
                oyster_video_view_set_frame_callback(
                    handle,
                    format,
                    Listener.frame,
                    listener.context,
                    Listener.release,
                    &outcome
                )
            ),
            ("acquire_frame", oyster_video_view_acquire_frame(handle, format, &frame)),
            ("wait_frame", oyster_video_view_wait_frame(handle, format, 0, 0, &frame)),
            ("frame_fd", oyster_video_view_frame_fd(handle, &fd)),
            ("get_info", oyster_frame_get_info(handle, &info)),
            ("frame_release", oyster_frame_release(handle)),
        ]
        var accepted = results.filter { $0.1 != Self.invalid }.map(\.0)
        if frame != pointer(0x7777) || info.width != 0 || outcome.rawValue != 77 || fd != 77 {
            accepted.append("wrote")
        }
        if listener.releases.value != 0 { accepted.append("called back") }
        return accepted
    }

    @Test func `every function refuses a value that was never a handle`() throws {
        let fixture = try HostFixture()
        // Stale handles of all kinds, so that their slots were once in use.
        let engine = try HostFixture.makeEngine()
        let travel = try fixture.makeTravel()
        var view: OpaquePointer?
        #expect(oyster_travel_video_view(travel, &view) == 0)
        #expect(oyster_travel_release(travel, nil) == 0)
        #expect(oyster_engine_destroy(engine, nil) == 0)
        // Only generations of the past: other tests' handles are alive in this process.
        let stale = [engine, travel, view]
        let past = stale.map { pointer(UInt(bitPattern: $0) & 0xFFF_FFFF) }
        for handle in [nil] + stale + past {
            #expect(engineFunctionsAccepting(handle) == [], "\(handle as Any)")
            #expect(travelFunctionsAccepting(handle) == [], "\(handle as Any)")
            #expect(frameFunctionsAccepting(handle) == [], "\(handle as Any)")
        }
        #expect(try fixture.requests().allSatisfy { $0["route"] == "feature-gate" })
    }

    @Test func `every function refuses random values as handles`() async {
        // In a process of its own, so that no random value is a handle of another test.
        await #expect(processExitsWith: .success) {
            let suite = HandleTests()
            let engine = try HostFixture.makeEngine()
            for handle in suite.garbage(around: [engine]) where handle != engine {
                let accepted =
                    suite.engineFunctionsAccepting(handle) + suite.travelFunctionsAccepting(handle)
                    + suite.frameFunctionsAccepting(handle)
                if !accepted.isEmpty { throw FixtureFailure("\(handle as Any): \(accepted)") }
            }
        }
    }

    @Test func `every function refuses a handle of another kind`() throws {
        let fixture = try HostFixture()
        let travel = try fixture.makeTravel()
        var view: OpaquePointer?
        #expect(oyster_travel_video_view(travel, &view) == 0)
        #expect(engineFunctionsAccepting(travel) == [])
        #expect(engineFunctionsAccepting(view) == [])
        #expect(travelFunctionsAccepting(fixture.engine) == [])
        #expect(travelFunctionsAccepting(view) == [])
        #expect(frameFunctionsAccepting(fixture.engine) == [])
        #expect(frameFunctionsAccepting(travel) == [])
        #expect(fixture.status(travel) == .OYSTER_STATUS_IDLE)
        oyster_travel_release(travel, nil)
    }

    @Test func `a view's handle is the same at each call and stale after its travel's release`()
        throws
    {
        let fixture = try HostFixture()
        let travel = try fixture.makeTravel()
        var (first, second): (OpaquePointer?, OpaquePointer?)
        #expect(oyster_travel_video_view(travel, &first) == 0)
        #expect(oyster_travel_video_view(travel, &second) == 0)
        #expect(first != nil && first == second)
        #expect(oyster_travel_release(travel, nil) == 0)
        #expect(frameFunctionsAccepting(first) == [])
    }

    @Test func `of many threads that release a handle one succeeds`() throws {
        let fixture = try HostFixture()
        for _ in 0..<50 {
            nonisolated(unsafe) let travel = try fixture.makeTravel()
            let good = Counter()
            let isDone = onThreads(4) { _ in
                if oyster_travel_release(travel, nil) == 0 { good.add() }
            }
            #expect(isDone)
            #expect(good.value == 1)
            nonisolated(unsafe) let engine = try HostFixture.makeEngine()
            let goodEngines = Counter()
            let isEngineDone = onThreads(4) { _ in
                if oyster_engine_destroy(engine, nil) == 0 { goodEngines.add() }
            }
            #expect(isEngineDone)
            #expect(goodEngines.value == 1)
        }
    }

    @Test func `the handles of an engine's travels are stale after its destroy`() throws {
        let fixture = try HostFixture()
        let engine = try HostFixture.makeEngine()
        let other = try HostFixture(engine: engine)
        let travel = try other.makeTravel()
        #expect(oyster_engine_destroy(engine, nil) == 0)
        #expect(travelFunctionsAccepting(travel) == [])
        withExtendedLifetime(fixture) {}
    }

    @Test func `the shared engine is the same at each call and cannot be destroyed`() {
        let engine = oyster_engine_shared()
        #expect(engine != nil && engine == oyster_engine_shared())
        var outcome = strange(77) as oyster_release_outcome
        #expect(oyster_engine_destroy(engine, &outcome) == code(.OYSTER_ERROR_UNSUPPORTED))
        #expect(outcome.rawValue == 77)
        #expect(engine == oyster_engine_shared())
    }
}
