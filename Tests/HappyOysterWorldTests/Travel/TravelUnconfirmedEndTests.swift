// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterStream
import Testing

@testable import HappyOysterWorld

/// The library repeats the request for an end that the server has not confirmed.
@Suite struct TravelUnconfirmedEndTests {
    /// A travel that the host ended and the server did not confirm.
    private func unconfirmed(_ code: Int) throws -> Bench {
        var bench = try Situation.running.bench(.directing)
        bench.send(.end(1))
        bench.send(.endAnswered(.failure(OysterSDKError(code))))
        #expect(bench.ended(1)?.confirmed == false)
        return bench
    }

    private func logs(_ bench: Bench) -> [String] {
        bench.actions.compactMap { if case .log(_, let text) = $0 { text } else { nil } }
    }

    @Test(arguments: [101_001, 101_002, 105_005, 106_001, 106_002, 106_003, 429_001, 500_000])
    func `an end that failed is requested again until the server confirms it`(_ code: Int) throws {
        var bench = try unconfirmed(code)
        bench.pass(.seconds(1))
        #expect(bench.count(.end(failCode: nil)) == 2)
        bench.send(.endAnswered(.failure(OysterSDKError(code))))
        bench.pass(.seconds(2))
        #expect(bench.count(.end(failCode: nil)) == 3)
        try bench.ended(["durationSec": 9])
        #expect(logs(bench).contains { $0.contains("confirmed the end") })
        bench.pass(.seconds(600))
        #expect(bench.count(.end(failCode: nil)) == 3)
        #expect(bench.statuses == [.ended])
    }

    @Test(arguments: [400_000, 403_003, 404_000, 409_000])
    func `an end that the server refuses for good is not requested again`(_ code: Int) throws {
        var bench = try unconfirmed(code)
        bench.pass(.seconds(600))
        #expect(bench.count(.end(failCode: nil)) == 1)
        bench.send(.end(2))
        #expect(bench.ended(2)?.confirmed == false)
        #expect(bench.count(.end(failCode: nil)) == 1)
    }

    @Test func `an unconfirmed end is not requested after 60 s`() throws {
        var bench = try unconfirmed(106_001)
        for _ in 0..<100 {
            bench.pass(.seconds(5))
            bench.send(.endAnswered(.failure(OysterSDKError(106_001))))
        }
        #expect((10...15).contains(bench.count(.end(failCode: nil))))
        #expect(bench.timers.isEmpty)
        #expect(!bench.machine.isEndUnconfirmed)
    }

    @Test func `an end without an answer is requested again after its bound`() throws {
        var bench = try Situation.running.bench(.adventure)
        bench.send(.end(1))
        bench.pass(.seconds(30))
        #expect(bench.ended(1)?.confirmed == false)
        bench.send(.endAnswered(.failure(OysterSDKError(105_005))))
        bench.pass(.seconds(1))
        #expect(bench.count(.end(failCode: nil)) == 2)
    }

    @Test func `a newer token repeats an end that was refused with 101002 at once`() throws {
        var bench = try unconfirmed(101_002)
        bench.send(.tokenUpdated)
        #expect(bench.count(.end(failCode: nil)) == 2)
        bench.send(.tokenUpdated)
        #expect(bench.count(.end(failCode: nil)) == 2)
    }

    @Test func `a newer token does not repeat an end that failed with 106001`() throws {
        var bench = try unconfirmed(106_001)
        bench.send(.tokenUpdated)
        #expect(bench.count(.end(failCode: nil)) == 1)
    }

    // MARK: A later end()

    @Test func `a later end is requested at once and completes with the server's data`() throws {
        var bench = try unconfirmed(101_002)
        bench.send(.end(2))
        #expect(bench.count(.end(failCode: nil)) == 2)
        #expect(bench.code(2) == nil)
        try bench.ended(["durationSec": 7, "endedAt": "2026-09-03T10:02:00Z"])
        let data = try #require(bench.ended(2))
        #expect(data.confirmed)
        #expect(data.duration == 7)
        #expect(data.endedAtText == "2026-09-03T10:02:00Z")
        bench.send(.end(3))
        #expect(bench.ended(3) == data)
        #expect(bench.timers.isEmpty)
    }

    @Test func `a later end after 60 s is requested again`() throws {
        var bench = try unconfirmed(106_001)
        for _ in 0..<20 {
            bench.pass(.seconds(5))
            bench.send(.endAnswered(.failure(OysterSDKError(106_001))))
        }
        let before = bench.count(.end(failCode: nil))
        bench.send(.end(2))
        #expect(bench.count(.end(failCode: nil)) == before + 1)
        try bench.ended()
        #expect(bench.ended(2)?.confirmed == true)
    }

    @Test func `a later end shares the request in flight`() throws {
        var bench = try unconfirmed(106_001)
        bench.pass(.seconds(1))
        bench.send(.end(2))
        bench.send(.end(3))
        #expect(bench.count(.end(failCode: nil)) == 2)
        try bench.ended()
        #expect(bench.ended(2)?.confirmed == true)
        #expect(bench.ended(3)?.confirmed == true)
    }

    @Test(arguments: [true, false])
    func `a later end without a confirmation completes within its bound`(_ isAnswered: Bool) throws
    {
        var bench = try unconfirmed(106_001)
        bench.send(.end(2))
        if isAnswered {
            bench.send(.endAnswered(.failure(OysterSDKError(106_001))))
        } else {
            bench.pass(.seconds(30))
        }
        #expect(bench.ended(2)?.confirmed == false)
    }

    @Test func `a later end can be cancelled, and its request continues`() throws {
        var bench = try unconfirmed(106_001)
        bench.send(.end(2))
        bench.send(.cancel(2))
        #expect(bench.code(2) == 109_006)
        try bench.ended()
        #expect(bench.completions[2]?.count == 1)
    }

    @Test func `an end of a failed travel waits for the request that the failure sent`() throws {
        var bench = try Situation.running.bench(.adventure)
        bench.send(.streamFailed("gone"))
        bench.send(.end(1))
        #expect(bench.requests == [.end(failCode: nil)])
        try bench.ended(["durationSec": 4])
        let data = try #require(bench.ended(1))
        #expect(data.status == .failed)
        #expect(data.confirmed)
        #expect(data.duration == 4)
    }

    @Test func `a repeated request to end has the fail code of the first`() throws {
        var bench = Bench()
        try bench.run()
        bench.send(.stream(.reconnecting))
        bench.pass(.seconds(30))
        bench.send(.endAnswered(.failure(OysterSDKError(106_001))))
        bench.pass(.seconds(1))
        #expect(bench.count(.end(failCode: "TRAVEL_NO_STREAM_AUTO_END")) == 2)
    }

    @Test func `409000 after a lost answer confirms the end`() throws {
        var bench = try unconfirmed(105_005)
        bench.pass(.seconds(1))
        bench.send(.endAnswered(.failure(OysterSDKError(409_000))))
        bench.send(.end(2))
        #expect(bench.ended(2)?.confirmed == true)
    }
}

extension Bench {
    /// The result of an end.
    func ended(_ operation: OperationID) -> OysterEndTravelData? {
        guard case .ended(let data)? = value(operation) else { return nil }
        return data
    }
}
