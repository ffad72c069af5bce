// SPDX-License-Identifier: Apache-2.0
import CHappyOyster
import HappyOysterCore
import HappyOysterTestSupport
import HappyOysterThreading
import Testing

/// The header's comments name every code that a function returns or completes with.
@Suite(.blocking) struct HeaderCodesTests {
    /// Runs calls with handles of every wrong kind, then with the right one.
    private func run(
        _ calls: [HeaderCall],
        on handle: OpaquePointer?,
        wrong: [OpaquePointer?] = [],
        _ seen: SeenCodes
    ) {
        for call in calls {
            for other in [nil, OpaquePointer(bitPattern: 0x77)] + wrong { call.run(other, seen) }
            call.run(handle, seen)
        }
    }

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
        run(Array(calls.prefix(9)), on: fresh, seen)
        var travel: OpaquePointer?
        seen.record(
            "oyster_engine_create_travel",
            oyster_engine_create_travel(fresh, "tk", &travel)
        )
        run(calls, on: fresh, seen)
        let running = try fixture.makeTravel()
        run(calls + HeaderCall.engineChanges(), on: fresh, wrong: [running], seen)
        run(calls, on: fresh, seen)
        #expect(seen.haveAllCompleted())
        let destroy = HeaderCall.plain("oyster_engine_destroy") { oyster_engine_destroy($0, nil) }
        run([destroy, destroy], on: fresh, wrong: [oyster_engine_shared()], seen)
        run(calls + HeaderCall.engineChanges(), on: fresh, seen)
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
        try compare(seen, prefixes: ["oyster_engine_", "oyster_log_"])
    }

    @Test func `travel functions return and complete with only the codes that their comments name`()
        throws
    {
        let seen = SeenCodes()
        for mode in ["adventure", "directing", "acting"] { try driveTravels(mode, seen) }
        #expect(seen.haveAllCompleted())
        try compare(seen, prefixes: ["oyster_travel_", "oyster_video_", "oyster_frame_"])
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
        run(calls, on: first, wrong: [fixture.engine], seen)
        run(calls, on: first, seen)
        try give(first, back: seen)
        run(calls, on: first, seen)
        // Running.
        let second = try fixture.makeRunningTravel()
        run(HeaderCall.viewCalls(), on: view(second), wrong: [second], seen)
        run(calls, on: second, seen)
        #expect(seen.haveAllCompleted())
        try driveFrames(second, seen)
        // Paused, or running in the mode without a pause; then over.
        run(calls, on: second, seen)
        let end = HeaderCall.asynchronous("oyster_travel_end") { oyster_travel_end($0, $1, $2) }
        run([end, end], on: second, wrong: [fixture.engine], seen)
        #expect(blockUntil { oyster_travel_is_ended(second) })
        run(calls, on: second, seen)
        run(HeaderCall.viewCalls(), on: view(second), seen)
        let former = view(second)
        try give(second, back: seen)
        run(calls + [end], on: second, seen)
        run(HeaderCall.viewCalls(), on: former, seen)
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
        run(calls, on: travel, seen)
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
        run(HeaderCall.frameCalls(), on: frame, wrong: [travel], seen)
        for other in held { oyster_frame_release(other) }
    }

    private func give(_ travel: OpaquePointer, back seen: SeenCodes) throws {
        let release = HeaderCall.plain("oyster_travel_release") { oyster_travel_release($0, nil) }
        run([release, release], on: travel, seen)
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
        try compare(seen, prefixes: [])
    }

    /// Every code that occurred is named; with prefixes, every code that those functions name
    /// occurred.
    private func compare(_ seen: SeenCodes, prefixes: [String]) throws {
        let comments = try HeaderComments()
        #expect(comments.functions.count >= 30 && comments.general.count >= 2)
        for entry in Set(seen.returned.entries)
        where !comments.mayReturn(entry.function, entry.code) {
            Issue.record("\(entry.function) returns \(entry.code), which its comment does not name")
        }
        for entry in Set(seen.completed.entries)
        where !comments.mayComplete(entry.function, entry.code) {
            Issue.record("\(entry.function) completes with \(entry.code), not in its comment")
        }
        // These need another process, 4096 objects, or a lack of memory.
        let rare = [
            code(.OYSTER_ERROR_FORKED), code(.OYSTER_ERROR_SHUT_DOWN),
            code(.OYSTER_ERROR_OUT_OF_RESOURCES), code(.OYSTER_ERROR_LIMIT_REACHED),
        ]
        for (name, function) in comments.functions
        where name != "oyster_engine_shutdown_all" && prefixes.contains(where: name.hasPrefix) {
            let missing = function.returned.subtracting(seen.codes(returnedBy: name))
                .subtracting(rare)
            #expect(missing.isEmpty, "\(name) never returned \(missing.sorted())")
        }
    }
}
