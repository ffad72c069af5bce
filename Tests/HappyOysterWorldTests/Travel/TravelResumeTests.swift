// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterStream
import Testing

@testable import HappyOysterWorld

/// Resume: settle time, retries, rejoin.
@Suite struct TravelResumeTests {
    @Test(arguments: [0, 1, 999, 1700, 2999])
    func `resume waits for the exact rest of 3 s from the confirmation`(_ ms: Int) throws {
        var bench = Bench(.directing)
        try bench.confirmPause()
        bench.pass(.milliseconds(ms))
        bench.send(.resume(1))
        #expect(bench.code(1) == nil)
        bench.pass(.milliseconds(3000 - ms - 1))
        #expect(bench.count(.resume) == 0)
        bench.pass(.milliseconds(1))
        #expect(bench.count(.resume) == 1)
    }

    @Test(arguments: [3000, 3001, 60_000])
    func `resume after the settle time is sent at once`(_ ms: Int) throws {
        var bench = Bench(.directing)
        try bench.confirmPause()
        bench.wait(.milliseconds(ms))
        let wanted = bench.send(.resume(1))
        #expect(wanted.requests == [.resume])
    }

    @Test func `the settle time counts from the confirmation, not from the answer`() throws {
        var bench = Bench(.directing)
        try bench.acceptPause()
        bench.wait(.seconds(10))
        try bench.polled("paused")
        bench.send(.resume(1))
        #expect(bench.count(.resume) == 0)
        bench.pass(.seconds(3))
        #expect(bench.count(.resume) == 1)
    }

    @Test func `the status stays paused until the server has accepted, then prepare, running`()
        throws
    {
        var bench = try Situation.paused.bench(.directing)
        bench.send(.resume(1))
        #expect(bench.statuses.isEmpty)
        bench.send(.resumeAnswered(nil))
        #expect(bench.statuses == [.prepare])
        #expect(bench.code(1) == nil)
        bench.showFirstFrame()
        #expect(bench.statuses == [.prepare, .running])
        #expect(
            bench.value(1)
                == .state(.init(encryptedTravelId: "travel-1", status: .running))
        )
    }

    @Test func `every rejoin uses the first rtcConfig`() throws {
        var bench = Bench(.directing)
        try bench.settle()
        let entry = try EnterTravelAnswer(bench.entry)
        bench.forgetActions()
        bench.send(.resume(1))
        bench.send(.resumeAnswered(nil))
        #expect(bench.actions.contains(.join(entry)))
        #expect(entry.rtcConfig == ["channelId": "channel-1", "token": "rtc-secret"])
    }

    @Test(arguments: [106_001, 500_000, 500_001, 503_000, 599_999])
    func `network and server trouble is retried after 1, 2 and 3 s`(_ code: Int) throws {
        var bench = try Situation.paused.bench(.directing)
        bench.send(.resume(1))
        for (tries, delay) in [(1, 1), (2, 2), (3, 3)] {
            #expect(bench.count(.resume) == tries)
            bench.send(.resumeAnswered(OysterSDKError(code)))
            #expect(bench.code(1) == nil)
            bench.pass(.seconds(delay) - .milliseconds(1))
            #expect(bench.count(.resume) == tries)
            bench.pass(.milliseconds(1))
        }
        #expect(bench.count(.resume) == 4)
        bench.send(.resumeAnswered(OysterSDKError(code)))
        #expect(bench.code(1) == code)
        #expect(bench.error(1)?.message.hasSuffix("; the request was sent 4 times.") == true)
        #expect(bench.count(.resume) == 4)
        #expect(bench.timers[.retry] == nil)
        #expect(bench.machine.status == .paused)
        #expect(bench.errors.isEmpty)
    }

    @Test(arguments: [1, 2, 3])
    func `a retry that succeeds completes the resume`(_ failures: Int) throws {
        var bench = try Situation.paused.bench(.directing)
        bench.send(.resume(1))
        for _ in 0..<failures {
            bench.send(.resumeAnswered(OysterSDKError(500_000)))
            bench.pass(.seconds(3))
        }
        bench.send(.resumeAnswered(nil))
        bench.showFirstFrame()
        #expect(bench.code(1) == 0)
    }

    @Test(arguments: [
        101_001, 101_002, 105_005, 106_002, 106_003, 400_000, 403_004, 404_000, 409_000, 429_001,
    ])
    func `a resume is not retried after any other failure`(_ code: Int) throws {
        var bench = try Situation.paused.bench(.directing)
        bench.send(.resume(1))
        bench.send(.resumeAnswered(OysterSDKError(code)))
        #expect(bench.code(1) == code)
        #expect(bench.error(1)?.operationName == .resume)
        let mayHaveArrived = [105_005, 106_002, 106_003].contains(code)
        let text = "; the request was sent once."
        #expect(bench.error(1)?.message.hasSuffix(text) == mayHaveArrived)
        bench.pass(.seconds(1))
        #expect(bench.count(.resume) == 1)
        #expect(bench.machine.status == .paused)
        #expect(bench.errors.isEmpty)
    }

    @Test func `a new resume after a failed one has all its retries again`() throws {
        var bench = try Situation.paused.bench(.directing)
        for operation in [OperationID(1), 2] {
            bench.send(.resume(operation))
            for delay in [1, 2, 3] {
                bench.send(.resumeAnswered(OysterSDKError(106_001)))
                bench.pass(.seconds(delay))
            }
            bench.send(.resumeAnswered(OysterSDKError(106_001)))
            #expect(bench.code(operation) == 106_001)
        }
        #expect(bench.count(.resume) == 8)
    }

    @Test func `resume while running succeeds at once and sends nothing`() throws {
        var bench = try Situation.running.bench(.acting)
        bench.send(.resume(1))
        #expect(bench.code(1) == 0)
        #expect(bench.requests.isEmpty)
    }

    @Test func `a second resume shares the request and the result of the first`() throws {
        var bench = try Situation.paused.bench(.directing)
        bench.send(.resume(1))
        bench.send(.resume(2))
        bench.send(.resumeAnswered(nil))
        bench.send(.resume(3))
        bench.showFirstFrame()
        #expect([1, 2, 3].map { bench.code($0) } == [0, 0, 0])
        #expect(bench.count(.resume) == 1)
    }

    @Test(arguments: [105_005, 106_001, 106_002, 106_003])
    func `409000 confirms a resume after an earlier one without an answer`(_ code: Int) throws {
        var bench = try Situation.paused.bench(.directing)
        bench.send(.resume(1))
        bench.send(.resumeAnswered(OysterSDKError(code)))
        if code == 106_001 { bench.pass(.seconds(1)) } else { bench.send(.resume(2)) }
        bench.send(.resumeAnswered(OysterSDKError(409_000)))
        #expect(bench.machine.status == .prepare)
        bench.showFirstFrame()
        #expect(bench.code(code == 106_001 ? 1 : 2) == 0)
        #expect(bench.machine.status == .running)
    }

    @Test(arguments: [105_002, 105_006])
    func `a rejoin that exceeds its bound fails the travel`(_ code: Int) throws {
        var bench = try Situation.rejoining.bench(.directing)
        if code == 105_006 { bench.send(.stream(.connected)) }
        bench.pass(.seconds(30))
        #expect(bench.errors.map(\.code) == [code])
        #expect(bench.code(902) == code)
        #expect(bench.machine.status == .failed)
    }

    @Test func `the no-stream time since enter-travel does not bound a rejoin`() throws {
        var bench = Bench(.directing)
        bench.begin()
        try bench.enter(["noStreamAutoEndTimeoutSec": 5])
        bench.showFirstFrame()
        bench.send(.pause(901))
        bench.send(.pauseAnswered(nil))
        try bench.polled("paused")
        bench.pass(.seconds(60))
        bench.send(.resume(1))
        bench.send(.resumeAnswered(nil))
        bench.pass(.seconds(20))
        #expect(bench.machine.status == .prepare)
        bench.showFirstFrame()
        #expect(bench.code(1) == 0)
    }

    @Test func `a travel pauses and resumes several times`() throws {
        var bench = Bench(.directing)
        try bench.run()
        for round in 0..<5 {
            let pause = OperationID(10 + round)
            let resume = OperationID(20 + round)
            bench.send(.pause(pause))
            bench.send(.pauseAnswered(nil))
            try bench.polled("paused")
            bench.send(.resume(resume))
            bench.pass(.seconds(3))
            bench.send(.resumeAnswered(nil))
            bench.showFirstFrame()
            #expect(bench.code(pause) == 0)
            #expect(bench.code(resume) == 0)
        }
        #expect(bench.machine.status == .running)
    }
}
