// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterStream
import HappyOysterTestSupport
import Testing

@testable import HappyOysterWorld

/// Cancelling an operation: its request is cancelled, the travel stays.
@Suite struct TravelCancelTests {
    /// A pending operation, the request that its cancellation cancels, and the status afterwards.
    struct Case: Sendable, CustomTestStringConvertible {
        let situation: Situation
        let operation: OperationID
        let request: TravelRequestName?
        let status: OysterTravelStatus

        var testDescription: String { situation.rawValue }
    }

    static let cases = [
        // The request of start continues: the travel that its answer names has to be ended.
        Case(situation: .entering, operation: 900, request: nil, status: .idle),
        Case(situation: .connecting, operation: 900, request: nil, status: .prepare),
        Case(situation: .pauseRequested, operation: 901, request: .pause, status: .running),
        Case(situation: .pausing, operation: 901, request: nil, status: .pausing),
        Case(situation: .resuming, operation: 902, request: .reopening, status: .paused),
        Case(situation: .rewinding, operation: 902, request: .reopening, status: .paused),
        Case(situation: .rejoining, operation: 902, request: nil, status: .prepare),
        Case(situation: .ending, operation: 903, request: nil, status: .running),
    ]

    @Test(arguments: cases)
    func `a cancelled operation completes once with 109006, and its request is cancelled`(
        _ given: Case
    ) throws {
        var bench = try given.situation.bench(.directing)
        let wanted = bench.send(.cancel(given.operation))
        #expect(bench.completions[given.operation]?.count == 1)
        #expect(bench.code(given.operation) == OysterErrorCode.aborted)
        #expect(bench.machine.status == given.status)
        #expect(wanted.cancelled == (given.request.map { [$0] } ?? []))
        #expect(bench.send(.cancel(given.operation)).isEmpty)
    }

    @Test(arguments: Situation.allCases)
    func `the cancellation of an unknown operation causes no action`(_ situation: Situation) throws
    {
        var bench = try situation.bench(.directing)
        #expect(bench.send(.cancel(77)).isEmpty)
    }

    @Test func `a travel whose start was cancelled while connecting becomes running`() throws {
        var bench = try Situation.connecting.bench(.adventure)
        bench.send(.cancel(900))
        bench.showFirstFrame()
        #expect(bench.machine.status == .running)
        #expect(bench.completions[900]?.count == 1)
    }

    @Test func `a start that was cancelled can be repeated`() throws {
        var bench = try Situation.entering.bench(.adventure)
        bench.send(.cancel(900))
        bench.begin(operation: 1)
        try bench.enter()
        bench.showFirstFrame()
        #expect(bench.code(1) == 0)
    }

    @Test func `a pause that was cancelled is confirmed by one poll`() throws {
        var bench = try Situation.pauseRequested.bench(.directing)
        bench.send(.cancel(901))
        try bench.polled("paused")
        #expect(bench.machine.status == .paused)
    }

    @Test func `the request of two pauses continues when one of them is cancelled`() throws {
        var bench = try Situation.pauseRequested.bench(.directing)
        bench.send(.pause(1))
        let wanted = bench.send(.cancel(901))
        #expect(wanted.cancelled.isEmpty)
        bench.send(.pauseAnswered(nil))
        try bench.polled("paused")
        #expect(bench.code(1) == 0)
        #expect(bench.completions[901]?.count == 1)
    }

    @Test func `the request of two resumes continues when one of them is cancelled`() throws {
        var bench = try Situation.resuming.bench(.directing)
        bench.send(.resume(1))
        #expect(bench.send(.cancel(902)).cancelled.isEmpty)
        bench.send(.resumeAnswered(nil))
        bench.showFirstFrame()
        #expect(bench.code(1) == 0)
    }

    @Test func `a resume that was cancelled is confirmed by one poll`() throws {
        var bench = try Situation.resuming.bench(.directing)
        bench.send(.cancel(902))
        bench.send(.resume(1))
        bench.send(.resumeAnswered(OysterSDKError(OysterErrorCode.serverStateConflict)))
        bench.showFirstFrame()
        #expect(bench.code(1) == 0)
    }

    @Test func `a resume that was cancelled within the settle time is not sent`() throws {
        var bench = Bench(.directing)
        try bench.confirmPause()
        bench.send(.resume(1))
        bench.send(.cancel(1))
        bench.pass(.seconds(10))
        #expect(bench.count(.resume) == 0)
        bench.send(.resume(2))
        bench.send(.resumeAnswered(OysterSDKError(OysterErrorCode.serverStateConflict)))
        #expect(bench.code(2) == OysterErrorCode.serverStateConflict)
    }

    @Test func `the request of a cancelled instruction is cancelled`() throws {
        var bench = try Situation.running.bench(.directing)
        bench.send(.instruct(1, "Rain"))
        #expect(bench.send(.cancel(1)).cancelled == [.text(1)])
        #expect(bench.code(1) == OysterErrorCode.aborted)
    }

    @Test func `the next instruction is sent when the one in flight is cancelled`() throws {
        var bench = try Situation.paused.bench(.directing)
        bench.send(.instruct(1, "Rain"))
        bench.send(.resume(2))
        bench.send(.resumeAnswered(nil))
        bench.showFirstFrame()
        bench.send(.instruct(3, "Snow"))
        bench.send(.instruct(4, "Hail"))
        bench.send(.cancel(3))
        try bench.instructed(nil, "Rain")
        #expect(bench.count(.instruct(3, "Snow")) == 0)
        #expect(bench.send(.cancel(4)).cancelled == [.text(4)])
    }

    @Test func `the HTTP request of pause is cancelled, that of end is not`() throws {
        let fixture = try EngineFixture(.directing)
        let travel = try fixture.makeTravel()
        try travel.run()
        let paused = Outcome()
        let pause = try travel.core.pause { paused.take($0) }
        fixture.loop.run()
        let request = try #require(fixture.transport.waiting(at: "travels/pause").first)
        travel.core.cancel(pause)
        fixture.loop.run()
        #expect(fixture.transport.isCancelled(request))
        #expect(paused.code == OysterErrorCode.aborted)

        let ended = Outcome()
        let end = try travel.core.end { ended.take($0) }
        fixture.loop.run()
        travel.core.cancel(end)
        fixture.loop.run()
        #expect(ended.code == OysterErrorCode.aborted)
        #expect(fixture.transport.waiting(at: "travels/end").count == 1)
    }
}

extension [TravelAction] {
    fileprivate var cancelled: [TravelRequestName] {
        compactMap { action in
            if case .cancelRequest(let name) = action { name } else { nil }
        }
    }
}
