// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterStream
import Testing

@testable import HappyOysterWorld

/// Rewind: in directing travels while paused; the server decides on the second.
@Suite struct TravelRewindTests {
    @Test(arguments: [0, 4, 6, 7.3, 1e6])
    func `the second to rewind to is sent unchanged`(_ second: Double) throws {
        var bench = try Situation.paused.bench(.directing)
        bench.send(.rewind(1, toSec: second))
        #expect(bench.requests == [.rewind(toSec: second)])
    }

    @Test func `rewind completes at the first frame with the server's resumedAtSec`() throws {
        var bench = try Situation.paused.bench(.directing)
        bench.send(.rewind(1, toSec: 6))
        try bench.rewound(to: 8)
        #expect(bench.code(1) == nil)
        #expect(bench.statuses == [.prepare])
        bench.showFirstFrame()
        #expect(
            bench.value(1)
                == .rewound(
                    .init(encryptedTravelId: "travel-1", status: .running, resumedAtSec: 8)
                )
        )
    }

    @Test func `rewind waits for the settle time`() throws {
        var bench = Bench(.directing)
        try bench.confirmPause()
        bench.pass(.seconds(1))
        bench.send(.rewind(1, toSec: 4))
        bench.pass(.milliseconds(1999))
        #expect(bench.count(.rewind(toSec: 4)) == 0)
        bench.pass(.milliseconds(1))
        #expect(bench.count(.rewind(toSec: 4)) == 1)
    }

    @Test func `rewind joins with the first rtcConfig`() throws {
        var bench = try Situation.paused.bench(.directing)
        let entry = try EnterTravelAnswer(bench.entry)
        bench.send(.rewind(1, toSec: 4))
        try bench.rewound(to: 4)
        #expect(bench.actions.contains(.join(entry)))
    }

    @Test(arguments: [404_000, 409_000, 400_000, 105_005, 101_002])
    func `a refused rewind fails its completion without an event, and the travel stays paused`(
        _ code: Int
    ) throws {
        var bench = try Situation.paused.bench(.directing)
        bench.send(.rewind(1, toSec: 4))
        bench.send(.rewindAnswered(.failure(OysterSDKError(code))))
        #expect(bench.code(1) == code)
        #expect(bench.error(1)?.operationName == .rewind)
        #expect(bench.errors.isEmpty)
        #expect(bench.machine.status == .paused)
        #expect(bench.machine.snapshot.can(.rewind))
        #expect(bench.machine.snapshot.can(.resume))
    }

    @Test func `pause during a rewind succeeds, since the status is paused`() throws {
        var bench = try Situation.rewinding.bench(.directing)
        bench.send(.pause(1))
        #expect(bench.code(1) == 0)
        #expect(bench.requests.isEmpty)
    }

    @Test func `rewind completes with the code of a failed rejoin`() throws {
        var bench = try Situation.paused.bench(.directing)
        bench.send(.rewind(1, toSec: 4))
        try bench.rewound(to: 4)
        bench.pass(.seconds(30))
        #expect(bench.code(1) == 105_002)
        #expect(bench.errors.map(\.code) == [105_002])
    }
}
