// SPDX-License-Identifier: Apache-2.0
import CHappyOyster
import HappyOysterCore
import HappyOysterTestSupport
import HappyOysterThreading
import Testing

/// A server that accepts requests and never answers: no thread of the host waits for it.
@Suite(.blocking) struct HangTests {
    private func makeStage(_ mode: String = "directing", hang routes: [String]) throws
        -> HostFixture
    {
        let fixture = try HostFixture(mode)
        for route in routes { try fixture.fault(["route": .string(route), "kind": "hang"]) }
        return fixture
    }

    @Test func `no asynchronous function blocks its caller`() throws {
        let fixture = try makeStage(hang: ["*"])
        fixture.initialize(callbackTimeoutMs: 600_000)
        let travel = try fixture.makeTravel()
        typealias Call = () -> oyster_result
        let calls: [(String, Call)] = [
            ("update_token", { oyster_engine_update_token(fixture.engine, "token") }),
            ("start", { oyster_travel_start(travel, nil, nil, nil) }),
            ("pause", { oyster_travel_pause(travel, nil, nil) }),
            ("resume", { oyster_travel_resume(travel, nil, nil) }),
            ("rewind", { oyster_travel_rewind(travel, 1, nil, nil) }),
            ("send_instruct", { oyster_travel_send_instruct(travel, "x", nil, nil) }),
            ("flush", { oyster_travel_flush_commands(travel) }),
            ("pause_audio", { oyster_travel_pause_local_audio_capture(travel) }),
            ("end", { oyster_travel_end(travel, nil, nil) }),
            ("cleanup", { oyster_engine_cleanup(fixture.engine, nil, nil) }),
            ("release", { oyster_travel_release(travel, nil) }),
        ]
        var times: [(String, Duration)] = []
        for (name, call) in calls {
            var result: oyster_result = -1
            let time = elapsed { result = call() }
            #expect(result == 0, "\(name)")
            times.append((name, time))
        }
        print("against a hanging server:", times.map { "\($0.0) \($0.1)" })
        #expect(times.allSatisfy { $0.1 < .seconds(8) })
    }

    @Test(arguments: ["feature-gate", "travels/enter-travel"])
    func `end completes at once or within its bound, and reports whether it is confirmed`(
        route: String
    )
        throws
    {
        let fixture = try makeStage(hang: [route])
        fixture.initialize(callbackTimeoutMs: 300)
        let travel = try fixture.makeTravel()
        let (start, end) = (Completion(), Completion())
        #expect(oyster_travel_start(travel, nil, Completion.done, start.context) == 0)
        #expect(oyster_travel_end(travel, Completion.done, end.context) == 0)
        #expect(end.wait()?.code == 0)
        #expect(start.wait()?.code == code(.OYSTER_ERROR_ABORTED))
        #expect(oyster_travel_is_ended(travel))
        oyster_travel_release(travel, nil)
    }

    @Test func `an end that the server does not answer completes unconfirmed`() throws {
        let fixture = try makeStage(hang: ["travels/end"])
        fixture.initialize(callbackTimeoutMs: 300)
        let travel = try fixture.makeRunningTravel()
        let end = Completion()
        #expect(oyster_travel_end(travel, Completion.done, end.context) == 0)
        let answer = try #require(end.wait())
        #expect(answer.code == 0 && answer.json?["confirmed"] == false)
        oyster_travel_release(travel, nil)
    }

    @Test func `a start that the server does not answer fails with 105005`() throws {
        let fixture = try makeStage(hang: ["travels/enter-travel"])
        fixture.initialize(callbackTimeoutMs: 200)
        let travel = try fixture.makeTravel()
        let start = Completion()
        #expect(oyster_travel_start(travel, nil, Completion.done, start.context) == 0)
        #expect(start.wait()?.code == code(.OYSTER_ERROR_CALLBACK_TIMEOUT))
        oyster_travel_release(travel, nil)
    }

    @Test func `a cleanup completes within its bound`() throws {
        let fixture = try makeStage(hang: ["travels/end"])
        fixture.initialize(callbackTimeoutMs: 300)
        let travel = try fixture.makeRunningTravel()
        let cleanups = (0..<3).map { _ in Completion() }
        for cleanup in cleanups {
            #expect(oyster_engine_cleanup(fixture.engine, Completion.done, cleanup.context) == 0)
        }
        for cleanup in cleanups { #expect(cleanup.wait()?.code == 0) }
        #expect(!oyster_engine_is_ready(fixture.engine))
        oyster_travel_release(travel, nil)
    }
}
