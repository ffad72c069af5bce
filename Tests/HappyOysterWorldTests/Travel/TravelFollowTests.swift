// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterStream
import Testing

@testable import HappyOysterWorld

/// The travel adopts a state that the server keeps reporting.
@Suite struct TravelFollowTests {
    /// The statuses that two polls lead to, sent while no operation was in flight.
    struct Case: Sendable, CustomTestStringConvertible {
        let situation: Situation
        let word: String
        let statuses: [OysterTravelStatus]

        var testDescription: String { "\(situation) and the server says \(word)" }
    }

    static let quiet = ["running", "paused", "init", "pending", "dreaming"]

    /// Every situation with every word: only two pairs change the status.
    static let cases: [Case] = Situation.allCases.flatMap { situation in
        quiet.map { word in
            Case(situation: situation, word: word, statuses: adopted(situation, word))
        }
    }

    private static func adopted(_ situation: Situation, _ word: String) -> [OysterTravelStatus] {
        switch (situation, word) {
        case (.running, "paused"), (.reconnecting, "paused"), (.serverResumed, "paused"):
            [.pausing, .paused]
        // One poll confirms a pause in progress.
        case (.pauseRequested, "paused"): [.pausing, .paused]
        case (.pausing, "paused"): [.paused]
        case (.paused, "running"), (.serverPaused, "running"): [.prepare]
        default: []
        }
    }

    @Test(arguments: cases)
    func `a travel adopts a state that two polls report, and no other state`(_ row: Case) throws {
        var bench = try row.situation.bench(.directing)
        bench.wait(.seconds(4))
        try bench.polled(row.word)
        bench.wait(.seconds(2))
        try bench.polled(row.word)
        #expect(bench.statuses == row.statuses)
        #expect(bench.errors.isEmpty)
    }

    @Test func `a running travel leaves the channel after two polls report paused`() throws {
        var bench = try Situation.running.bench(.directing)
        try bench.polled("paused")
        #expect(bench.machine.status == .running)
        bench.wait(.seconds(2))
        try bench.polled("paused")
        #expect(bench.machine.status == .paused)
        #expect(bench.actions.contains(.leave))
        #expect(bench.requests.isEmpty)
        bench.pass(.seconds(2))
        guard case .status(let heartbeat)? = bench.requests.last else {
            Issue.record("no poll follows")
            return
        }
        #expect(heartbeat.clientStreamStatus == "PAUSED")
    }

    @Test func `a paused travel joins the channel again after two polls report running`() throws {
        var bench = try Situation.paused.bench(.directing)
        let entry = try EnterTravelAnswer(bench.entry)
        try bench.polled("running")
        bench.wait(.seconds(2))
        try bench.polled("running")
        #expect(bench.actions.contains(.join(entry)))
        #expect(bench.requests.isEmpty)
        bench.showFirstFrame()
        #expect(bench.statuses == [.prepare, .running])
    }

    @Test func `the channel is joined again 3 s after the pause was confirmed, not before`() throws
    {
        var bench = Bench(.directing)
        try bench.confirmPause()
        try bench.polled("running")
        bench.pass(.milliseconds(500))
        try bench.polled("running")
        bench.pass(.milliseconds(2499))
        #expect(bench.machine.status == .paused)
        bench.pass(.milliseconds(1))
        #expect(bench.machine.status == .prepare)
        #expect(bench.count(.resume) == 0)
    }

    @Test func `a poll paused within the settle time cancels the rejoin`() throws {
        var bench = Bench(.directing)
        try bench.confirmPause()
        try bench.polled("running")
        try bench.polled("running")
        try bench.polled("paused")
        bench.pass(.seconds(10))
        #expect(bench.machine.status == .paused)
    }

    @Test func `a resume within the settle time sends one request when it is over`() throws {
        var bench = Bench(.directing)
        try bench.confirmPause()
        try bench.polled("running")
        try bench.polled("running")
        bench.send(.resume(1))
        bench.pass(.seconds(3))
        #expect(bench.count(.resume) == 1)
        bench.send(.resumeAnswered(nil))
        bench.showFirstFrame()
        #expect(bench.code(1) == 0)
    }

    @Test func `a resume at the end of the settle time is requested once`() throws {
        var bench = Bench(.directing)
        try bench.confirmPause()
        try bench.polled("running")
        try bench.polled("running")
        bench.wait(.seconds(3))
        bench.send(.resume(1))
        bench.pass(.zero)
        #expect(bench.count(.resume) == 1)
    }

    @Test func `polls that were sent before the last operation completed do not count`() throws {
        var bench = try Situation.running.bench(.directing)
        let early = bench.now
        bench.wait(.seconds(1))
        bench.send(.pause(1))
        bench.wait(.seconds(1))
        bench.send(.pauseAnswered(OysterSDKError(403_004)))
        try bench.polled("paused", asked: early)
        try bench.polled("paused", asked: early)
        try bench.polled("paused")
        #expect(bench.machine.status == .running)
        try bench.polled("paused")
        #expect(bench.machine.status == .paused)
    }

    @Test func `two contrary polls count only when no other poll is between them`() throws {
        var bench = try Situation.running.bench(.directing)
        try bench.polled("paused")
        try bench.polled("running")
        try bench.polled("paused")
        #expect(bench.machine.status == .running)
        bench.pollFailed(106_001)
        try bench.polled("paused")
        #expect(bench.machine.status == .paused)
    }

    @Test func `a stream that ends after one poll reported paused does not fail the travel`() throws
    {
        var bench = try Situation.running.bench(.directing)
        try bench.polled("paused")
        bench.send(.streamFailed("the room is closed"))
        #expect(bench.statuses == [.pausing, .paused])
        #expect(bench.errors.isEmpty)
    }

    @Test(arguments: [105_005, 106_001])
    func `one poll running confirms a resume whose answer was lost`(_ code: Int) throws {
        var bench = try Situation.paused.bench(.directing)
        bench.send(.resume(1))
        for _ in 0..<4 {
            bench.send(.resumeAnswered(OysterSDKError(code)))
            bench.pass(.seconds(3))
        }
        #expect(bench.code(1) == code)
        try bench.polled("running")
        #expect(bench.machine.status == .prepare)
    }

    // MARK: A pause that the server never confirms

    @Test func `two polls running after the confirmation time drop a pause`() throws {
        var bench = try Situation.pausing.bench(.directing)
        bench.pass(.seconds(30))
        #expect(bench.code(901) == 105_005)
        try bench.polled("running")
        #expect(bench.machine.status == .pausing)
        try bench.polled("running")
        #expect(bench.statuses == [.running])
        #expect(!bench.actions.contains(.leave))
        bench.send(.pause(1))
        #expect(bench.count(.pause) == 1)
    }

    @Test func `polls running within the confirmation time do not drop a pause`() throws {
        var bench = Bench(.directing, timeout: .seconds(1))
        try bench.acceptPause()
        bench.pass(.seconds(2))
        for _ in 0..<4 {
            try bench.polled("running")
            bench.pass(.seconds(1))
        }
        #expect(bench.machine.status == .pausing)
        try bench.polled("paused")
        #expect(bench.machine.status == .paused)
    }

    @Test func `a dropped pause joins the channel again when its stream has ended`() throws {
        var bench = try Situation.pausing.bench(.directing)
        bench.send(.stream(.disconnected))
        bench.pass(.seconds(30))
        try bench.polled("running")
        try bench.polled("running")
        #expect(bench.statuses == [.prepare])
        bench.showFirstFrame()
        #expect(bench.machine.status == .running)
    }

    // MARK: 409000

    static let refused: [@Sendable (inout Bench) throws -> Void] = [
        { bench in
            bench.send(.pause(1))
            bench.send(.pauseAnswered(OysterSDKError(409_000)))
        },
        { bench in
            bench.send(.instruct(1, "Rain"))
            try bench.instructed(1, "Rain", 409_000)
        },
    ]

    @Test(arguments: refused)
    func `the answer 409000 to an operation starts a poll at once`(
        _ refuse: @Sendable (inout Bench) throws -> Void
    ) throws {
        var bench = try Situation.running.bench(.directing)
        try refuse(&bench)
        #expect(bench.code(1) == 409_000)
        #expect(bench.polls == 1)
        try bench.polled("paused")
        bench.pass(.seconds(2))
        #expect(bench.polls == 2)
        try bench.polled("paused")
        #expect(bench.machine.status == .paused)
    }

    @Test(arguments: [TravelInput.resume(1), .rewind(1, toSec: 8)])
    func `the answer 409000 to resume or rewind starts a poll at once`(_ input: TravelInput) throws
    {
        var bench = try Situation.paused.bench(.directing)
        bench.send(input)
        let error = OysterSDKError(409_000)
        bench.send(.resumeAnswered(error))
        bench.send(.rewindAnswered(.failure(error)))
        #expect(bench.code(1) == 409_000)
        #expect(bench.polls >= 1)
    }

    @Test func `the answer 409000 during a poll starts another poll after it`() throws {
        var bench = try Situation.running.bench(.directing)
        bench.pass(.seconds(2))
        let asked = bench.now
        bench.send(.pause(1))
        bench.wait(.milliseconds(1))
        bench.send(.pauseAnswered(OysterSDKError(409_000)))
        #expect(bench.polls == 1)
        try bench.polled("paused", asked: asked)
        bench.pass(.zero)
        #expect(bench.polls == 2)
    }
}

extension Bench {
    /// How many polls were sent.
    var polls: Int {
        requests.count { if case .status = $0 { true } else { false } }
    }
}
