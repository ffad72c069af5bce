// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterStream
import Testing

@testable import HappyOysterWorld

/// Instructions: sent while running, queued while paused.
@Suite struct TravelInstructTests {
    private func sent(_ bench: Bench) -> [String] {
        bench.requests.compactMap { request in
            if case .instruct(_, let text) = request { text } else { nil }
        }
    }

    private func resume(_ bench: inout Bench) {
        bench.send(.resume(800))
        bench.send(.resumeAnswered(nil))
        bench.showFirstFrame()
    }

    @Test(arguments: [TestWorld.directing, .acting])
    func `an instruction to a running travel is sent and completes with the answer`(
        _ world: TestWorld
    ) throws {
        var bench = try Situation.running.bench(world)
        bench.send(.instruct(1, "Rain"))
        #expect(bench.requests == [.instruct(1, "Rain")])
        #expect(bench.code(1) == nil)
        try bench.instructed(1, "Rain")
        #expect(
            bench.value(1)
                == .instructed(
                    .init(encryptedTravelId: "travel-1", content: "Rain", accepted: true)
                )
        )
    }

    @Test(arguments: [403_004, 403_006, 404_000, 409_000, 105_005, 106_001])
    func `a refused instruction fails its completion without an event`(_ code: Int) throws {
        var bench = try Situation.running.bench(.directing)
        bench.send(.instruct(1, "Rain"))
        try bench.instructed(1, "Rain", code)
        #expect(bench.code(1) == code)
        #expect(bench.error(1)?.operationName == .sendInstruct)
        #expect(bench.errors.isEmpty)
        let isUncertain = [105_005, 106_001].contains(code)
        let message = try #require(bench.error(1)).message
        #expect(message.hasSuffix("; the request was sent once.") == isUncertain)
    }

    @Test func `an instruction to a paused travel completes at once as queued`() throws {
        var bench = try Situation.paused.bench(.directing)
        bench.send(.instruct(1, "Rain"))
        #expect(bench.requests.isEmpty)
        let result = try #require(bench.value(1))
        #expect(
            result.json == [
                "encryptedTravelId": "travel-1", "content": "Rain", "accepted": true,
                "queued": true,
            ]
        )
    }

    @Test func `the result of a sent instruction has no member queued`() throws {
        var bench = try Situation.running.bench(.directing)
        bench.send(.instruct(1, "Rain"))
        try bench.instructed(1, "Rain")
        #expect(bench.value(1)?.json["queued"] == nil)
    }

    @Test func `queued instructions are sent one after the other from the first frame on`() throws {
        var bench = try Situation.paused.bench(.directing)
        for number in 1...3 { bench.send(.instruct(OperationID(number), "Text \(number)")) }
        bench.send(.resume(800))
        bench.send(.resumeAnswered(nil))
        bench.send(.stream(.connected))
        #expect(sent(bench).isEmpty)
        bench.send(.firstFrame)
        #expect(sent(bench) == ["Text 1"])
        try bench.instructed(nil, "Text 1")
        #expect(sent(bench) == ["Text 1", "Text 2"])
        try bench.instructed(nil, "Text 2")
        try bench.instructed(nil, "Text 3")
        #expect(sent(bench) == ["Text 1", "Text 2", "Text 3"])
        #expect((1...3).allSatisfy { bench.completions[OperationID($0)]?.count == 1 })
    }

    @Test func `queued instructions are sent after a rewind`() throws {
        var bench = try Situation.paused.bench(.directing)
        bench.send(.instruct(1, "Rain"))
        bench.send(.rewind(2, toSec: 4))
        try bench.rewound(to: 4)
        bench.showFirstFrame()
        #expect(sent(bench) == ["Rain"])
    }

    @Test func `sixteen instructions are queued, the seventeenth is refused with 103002`() throws {
        var bench = try Situation.paused.bench(.directing)
        for number in 1...17 { bench.send(.instruct(OperationID(number), "Text \(number)")) }
        #expect((1...16).allSatisfy { bench.code(OperationID($0)) == 0 })
        #expect(bench.code(17) == 103_002)
        resume(&bench)
        for number in 1...16 { try bench.instructed(nil, "Text \(number)") }
        #expect(sent(bench) == (1...16).map { "Text \($0)" })
    }

    @Test(arguments: [403_004, 409_000, 106_001])
    func `a queued instruction that the server refuses is an error event, and the next is sent`(
        _ code: Int
    ) throws {
        var bench = try Situation.paused.bench(.directing)
        bench.send(.instruct(1, "Bad"))
        bench.send(.instruct(2, "Good"))
        resume(&bench)
        try bench.instructed(nil, "Bad", code)
        #expect(bench.errors.map(\.code) == [code])
        #expect(bench.errors.first?.operationName == .sendInstruct)
        #expect(bench.errors.first?.endsTravel == false)
        #expect(bench.completions[1]?.count == 1)
        #expect(sent(bench) == ["Bad", "Good"])
    }

    @Test func `an instruction is sent after those that are queued`() throws {
        var bench = try Situation.paused.bench(.directing)
        bench.send(.instruct(1, "First"))
        resume(&bench)
        bench.send(.instruct(2, "Second"))
        #expect(sent(bench) == ["First"])
        #expect(bench.code(2) == nil)
        try bench.instructed(nil, "First")
        #expect(sent(bench) == ["First", "Second"])
        try bench.instructed(2, "Second")
        #expect(bench.code(2) == 0)
        #expect(bench.value(2)?.json["queued"] == nil)
    }

    @Test func `a pause completes an unsent instruction as queued`()
        throws
    {
        var bench = try Situation.paused.bench(.directing)
        bench.send(.instruct(1, "First"))
        resume(&bench)
        bench.send(.instruct(2, "Second"))
        bench.send(.pause(3))
        bench.send(.pauseAnswered(nil))
        try bench.polled("paused")
        #expect(bench.value(2)?.json["queued"] == true)
        try bench.instructed(nil, "First")
        #expect(sent(bench) == ["First"])
        bench.wait(.seconds(3))
        resume(&bench)
        #expect(sent(bench) == ["First", "Second"])
        try bench.instructed(nil, "Second")
        #expect(bench.completions[2]?.count == 1)
    }

    @Test func `two queued instructions with the same text are sent twice`() throws {
        var bench = try Situation.paused.bench(.directing)
        bench.send(.instruct(1, "Rain"))
        bench.send(.instruct(2, "Rain"))
        resume(&bench)
        try bench.instructed(nil, "Rain")
        try bench.instructed(nil, "Rain")
        #expect(sent(bench) == ["Rain", "Rain"])
    }

    @Test func `the end drops queued instructions and logs their number`() throws {
        var bench = try Situation.paused.bench(.directing)
        bench.send(.instruct(1, "Rain"))
        bench.send(.end(2))
        try bench.ended()
        #expect(bench.actions.contains(.log(.info, "the end drops 1 queued instructions")))
        #expect(sent(bench).isEmpty)
        #expect(bench.completions[1]?.count == 1)
    }

    @Test func `a paused acting travel queues instructions`() throws {
        var bench = try Situation.paused.bench(.acting)
        bench.send(.instruct(1, "Bow"))
        #expect(bench.value(1)?.json["queued"] == true)
    }
}
