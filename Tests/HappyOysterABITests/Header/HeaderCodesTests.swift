// SPDX-License-Identifier: Apache-2.0
import CHappyOyster
import HappyOysterCore
import HappyOysterTestSupport
import HappyOysterThreading
import Testing

/// The header's comments name every code that a function returns or completes with.
@Suite(.blocking) struct HeaderCodesTests {
    private func view(_ travel: OpaquePointer) -> OpaquePointer? {
        var view: OpaquePointer?
        oyster_travel_video_view(travel, &view)
        return view
    }

    /// States of an engine: new, configured, with a travel, in a cleanup, destroyed.
    private func driveEngines(_ seen: SeenCodes) throws {
        let fresh = try HostFixture.makeEngine()
        let fixture = try HostFixture(engine: fresh)
        let calls = HeaderCall.engineCalls(fixture)
        seen.run(Array(calls.prefix(9)), on: fresh)
        var travel: OpaquePointer?
        seen.record(
            "oyster_engine_create_travel",
            oyster_engine_create_travel(fresh, "tk", &travel)
        )
        seen.run(calls, on: fresh)
        let running = try fixture.makeTravel()
        seen.run(calls + HeaderCall.engineChanges(), on: fresh, wrong: [running])
        seen.run(calls, on: fresh)
        #expect(seen.haveAllCompleted())
        let destroy = HeaderCall.plain("oyster_engine_destroy") { oyster_engine_destroy($0, nil) }
        seen.run([destroy, destroy], on: fresh, wrong: [oyster_engine_shared()])
        seen.run(calls + HeaderCall.engineChanges(), on: fresh)
    }

    @Test func `engine functions return only the codes that their comments name`() throws {
        let seen = SeenCodes()
        try driveEngines(seen)
        // Inside a callback.
        let fixture = try HostFixture()
        fixture.initialize()
        oyster_engine_set_delivery(fixture.engine, .OYSTER_DELIVERY_HOST)
        let completion = Completion { _ in
            seen.record("oyster_engine_dispatch", oyster_engine_dispatch(fixture.engine, 0, nil))
        }
        oyster_engine_cleanup(fixture.engine, Completion.done, completion.context)
        #expect(oyster_engine_dispatch(fixture.engine, 20_000, nil) == 0)
        seen.record("oyster_engine_create", oyster_engine_create(nil))
        var made: OpaquePointer?
        seen.record("oyster_engine_create", oyster_engine_create(&made))
        oyster_engine_destroy(made, nil)
        for level: UInt32 in [0, 3, 9] {
            let code = oyster_log_set_minimum_level(strange(level))
            seen.record("oyster_log_set_minimum_level", code)
        }
        seen.record("oyster_log_set_handler", oyster_log_set_handler(nil, nil, nil, nil))
        try seen.compare(prefixes: ["oyster_engine_", "oyster_log_"])
    }

    @Test func `travel functions return and complete with only the codes that their comments name`()
        throws
    {
        let seen = SeenCodes()
        for mode in ["adventure", "directing", "acting"] { try driveTravels(mode, seen) }
        #expect(seen.haveAllCompleted())
        try seen.compare(prefixes: ["oyster_travel_", "oyster_video_", "oyster_frame_"])
    }

    /// States of a travel: new, starting, running, over, released.
    private func driveTravels(_ mode: String, _ seen: SeenCodes) throws {
        let fixture = try HostFixture(
            mode,
            settings: ["pauseConfirmMs": 50, "roomTeardownMs": 0]
        )
        let calls = HeaderCall.travelCalls()
        // New; its last call starts it, so that it is starting in the second round.
        let first = try fixture.makeTravel()
        seen.run(calls, on: first, wrong: [fixture.engine])
        seen.run(calls, on: first)
        try give(first, back: seen)
        seen.run(calls, on: first)
        // Running.
        let second = try fixture.makeRunningTravel()
        seen.run(HeaderCall.viewCalls(), on: view(second), wrong: [second])
        seen.run(calls, on: second)
        #expect(seen.haveAllCompleted())
        try driveFrames(second, seen)
        // Paused, or running in the mode without a pause; then over.
        seen.run(calls, on: second)
        let end = HeaderCall.asynchronous("oyster_travel_end") { oyster_travel_end($0, $1, $2) }
        seen.run([end, end], on: second, wrong: [fixture.engine])
        #expect(blockUntil { oyster_travel_is_ended(second) })
        seen.run(calls, on: second)
        seen.run(HeaderCall.viewCalls(), on: view(second))
        let former = view(second)
        try give(second, back: seen)
        seen.run(calls + [end], on: second)
        seen.run(HeaderCall.viewCalls(), on: former)
        try driveSwitchedOff(fixture, calls, seen)
    }

    /// The feature gate ends a travel; a new token makes the library ask the gate.
    private func driveSwitchedOff(
        _ fixture: HostFixture,
        _ calls: [HeaderCall],
        _ seen: SeenCodes
    ) throws {
        let travel = try fixture.makeRunningTravel()
        try fixture.fault([
            "route": "feature-gate", "body": ["code": 0, "data": ["enabled": false]],
        ])
        let token = try fixture.credentials().token
        seen.record("oyster_engine_update_token", oyster_engine_update_token(fixture.engine, token))
        #expect(blockUntil { oyster_travel_is_ended(travel) })
        seen.run(calls, on: travel)
        try give(travel, back: seen)
    }

    private func driveFrames(_ travel: OpaquePointer, _ seen: SeenCodes) throws {
        let view = view(travel)
        var held: [OpaquePointer?] = []
        let isFull = blockUntil {
            var frame: OpaquePointer?
            let format = oyster_pixel_format.OYSTER_PIXEL_FORMAT_I420
            let code = oyster_video_view_acquire_frame(view, format, &frame)
            seen.record("oyster_video_view_acquire_frame", code)
            if code == 0 { held.append(frame) }
            return code == HappyOysterABITests.code(.OYSTER_ERROR_LIMIT_REACHED)
        }
        #expect(isFull)
        let frame = held.popLast() ?? nil
        seen.run(HeaderCall.frameCalls(), on: frame, wrong: [travel])
        for other in held { oyster_frame_release(other) }
    }

    private func give(_ travel: OpaquePointer, back seen: SeenCodes) throws {
        let release = HeaderCall.plain("oyster_travel_release") { oyster_travel_release($0, nil) }
        seen.run([release, release], on: travel)
        #expect(seen.haveAllCompleted())
    }

    @Test
    func
        `asynchronous functions that overlap a release return only the codes that their comments name`()
        throws
    {
        let seen = SeenCodes()
        let fixture = try HostFixture("directing")
        let all = HeaderCall.travelCalls()
        for round in 0..<150 {
            nonisolated(unsafe) let travel = try fixture.makeTravel()
            nonisolated(unsafe) let calls = all
            let isDone = onThreads(3) { thread in
                if thread == 0 {
                    Latch().wait(.microseconds(Int64(round % 30) * 10))
                    oyster_travel_release(travel, nil)
                } else {
                    for call in calls.suffix(12) { call.run(travel, seen) }
                }
            }
            #expect(isDone)
        }
        #expect(seen.haveAllCompleted())
        try seen.compare(prefixes: [])
    }
}
