// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterTestSupport
import HappyOysterWorld
import Testing

/// Answers that name another travel than their request.
@Suite struct OtherTravelTests {
    private static let other: JSONValue = "another-travel"

    private func running() throws -> (fixture: EngineFixture, travel: TravelFixture) {
        let fixture = try EngineFixture(.directing)
        let travel = try fixture.makeTravel()
        try travel.run()
        return (fixture, travel)
    }

    @Test(arguments: ["completed", "failed", "paused"])
    func `a poll's answer about another travel is 106002 and changes nothing`(status: String) throws
    {
        let (fixture, travel) = try running()
        let before = travel.statuses
        for _ in 1...2 {
            fixture.poll(
                status,
                more: ["encryptedTravelId": Self.other, "chapters": [["chapterId": 1]]]
            )
        }
        #expect(travel.statuses == before)
        #expect(travel.errors.map(\.code) == [OysterErrorCode.responseDecodeFailed])
        let cause = "the answer is about another travel (another-travel)"
        #expect(travel.errors.first?.message.contains(cause) == true)
        #expect(fixture.log.messages.contains { $0.contains("106002") && $0.contains(cause) })
        #expect(travel.core.info["chapters"] == [])
        #expect(travel.core.statistics["pollFailures"] == 2)
        fixture.poll("completed")
        #expect(travel.statuses.last == .ended)
    }

    /// A service may leave the id out.
    @Test(arguments: [nil, "", " ", true, []] as [JSONValue?])
    func `a poll's answer without a readable travel id is adopted`(id: JSONValue?) throws {
        let (fixture, travel) = try running()
        fixture.poll("completed", more: ["encryptedTravelId": id ?? .null])
        #expect(travel.statuses.last == .ended)
    }

    @Test func `a pause whose answer is about another travel is 106002`() throws {
        let (fixture, travel) = try running()
        let pause = try travel.pause()
        fixture.answer("travels/pause", ["encryptedTravelId": Self.other, "status": "paused"])
        #expect(pause.code == OysterErrorCode.responseDecodeFailed)
        #expect(travel.statuses.last == .running)
    }

    @Test func `a resume and a rewind whose answers are about another travel are 106002`() throws {
        let (fixture, travel) = try running()
        try travel.runPause()
        fixture.loop.advance(by: .seconds(3))
        let resume = try travel.resume()
        fixture.answer("travels/resume", ["encryptedTravelId": Self.other, "status": "running"])
        #expect(resume.code == OysterErrorCode.responseDecodeFailed)
        let rewind = try travel.rewind(2)
        fixture.answer("travels/rewind", ["encryptedTravelId": Self.other, "resumedAtSec": 2])
        #expect(rewind.code == OysterErrorCode.responseDecodeFailed)
        #expect(travel.statuses.last == .paused)
    }

    @Test func `an instruction whose answer is about another travel is 106002`() throws {
        let (fixture, travel) = try running()
        let instruct = try travel.instruct("Rain")
        fixture.answer("travels/instruct", ["encryptedTravelId": Self.other, "accepted": true])
        #expect(instruct.code == OysterErrorCode.responseDecodeFailed)
    }

    @Test func `an end whose answer is about another travel is requested again`() throws {
        let (fixture, travel) = try running()
        let end = try travel.end()
        fixture.answer("travels/end", ["encryptedTravelId": Self.other, "durationSec": 5])
        #expect(end.ended?.confirmed == false)
        fixture.loop.advance(by: .seconds(1))
        fixture.answer("travels/end", ["encryptedTravelId": .string(TravelFixture.id)])
        #expect(try travel.end().ended?.confirmed == true)
    }
}
