// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterStream
import Testing

@testable import HappyOysterWorld

/// A failure that ends the travel: one error event, then `failed`, one code for all operations.
@Suite struct TravelFailureTests {
    struct Ending: Sendable {
        let input: @Sendable () throws -> TravelInput
        let code: Int
    }

    static let endings: [Ending] = [
        Ending(input: { .gateClosed(OysterSDKError(108_001)) }, code: 108_001),
        Ending(
            input: {
                .polled(
                    asked: .zero,
                    .success(try TravelStatusAnswer(["status": "failed"]))
                )
            },
            code: 500_001
        ),
    ]

    static let inFlight: [Situation] = [
        .connecting, .running, .reconnecting, .pauseRequested, .pausing, .paused, .resuming,
        .rewinding, .rejoining,
    ]

    @Test(arguments: inFlight, endings)
    func `a failure is one error event, then failed, and pending operations get its code`(
        _ situation: Situation,
        _ ending: Ending
    ) throws {
        var bench = try situation.bench(.directing)
        let pending = [OperationID(900), 901, 902].filter { bench.completions[$0] == nil }
        bench.send(try ending.input())
        #expect(bench.errors.map(\.code) == [ending.code])
        #expect(bench.errors.first?.endsTravel == true)
        #expect(bench.statuses == [.failed])
        #expect(bench.timers.isEmpty)
        let codes = pending.compactMap { bench.code($0) }
        #expect(codes.allSatisfy { $0 == ending.code })
        let error = bench.actions.firstIndex { action in
            if case .emit(.error) = action { true } else { false }
        }
        let failed = bench.actions.firstIndex(of: .emit(.statusChanged(.failed)))
        #expect(try #require(error) < (try #require(failed)))
    }

    @Test(arguments: inFlight)
    func `no operation is pending after a failure`(_ situation: Situation) throws {
        var bench = try situation.bench(.directing)
        bench.send(.gateClosed(OysterSDKError(108_001)))
        let asked: [Situation: OperationID] = [
            .connecting: 900, .pauseRequested: 901, .pausing: 901, .resuming: 902,
            .rewinding: 902, .rejoining: 902,
        ]
        if let operation = asked[situation] { #expect(bench.code(operation) == 108_001) }
    }

    @Test(arguments: inFlight)
    func `a failure that the library decides sends a request to end`(_ situation: Situation) throws
    {
        var bench = try situation.bench(.directing)
        bench.send(.gateClosed(OysterSDKError(108_001)))
        #expect(bench.requests == [.end(failCode: nil)])
    }

    @Test
    func `a feature gate that closes during enter-travel ends the travel that the answer names`()
        throws
    {
        var bench = try Situation.entering.bench(.adventure)
        bench.send(.gateClosed(OysterSDKError(108_001)))
        try bench.enter()
        #expect(bench.code(900) == 108_001)
        #expect(bench.errors.map(\.code) == [108_001])
        #expect(bench.statuses == [.failed])
        #expect(bench.requests == [.end(failCode: nil)])
    }

    @Test func `a feature gate that closes before start causes no action`() {
        var bench = Bench()
        bench.send(.gateClosed(OysterSDKError(108_001)))
        #expect(bench.actions.isEmpty)
    }

    @Test func `the error of a pending operation names that operation`() throws {
        var bench = try Situation.pausing.bench(.directing)
        bench.send(.gateClosed(OysterSDKError(108_001)))
        #expect(bench.error(901)?.operationName == .pause)
        #expect(bench.error(901)?.endsTravel == true)
        #expect(bench.errors.first?.operation == nil)
    }

    @Test func `a failed travel emits one error event`() throws {
        var bench = try Situation.running.bench(.directing)
        bench.send(.streamFailed("gone"))
        bench.send(.stream(.disconnected))
        try bench.polled("failed")
        bench.send(.gateClosed(OysterSDKError(108_001)))
        #expect(bench.errors.count == 1)
        #expect(bench.statuses == [.failed])
    }

    @Test func `the answer to the end of a failed travel emits no event`() throws {
        var bench = try Situation.running.bench(.directing)
        bench.send(.streamFailed("gone"))
        bench.forgetActions()
        try bench.ended(["durationSec": 5])
        bench.send(.endAnswered(.failure(OysterSDKError(409_000))))
        #expect(bench.statuses.isEmpty)
        #expect(bench.errors.isEmpty)
    }
}
