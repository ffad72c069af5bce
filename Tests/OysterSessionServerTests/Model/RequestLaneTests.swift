// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import Testing

@testable import OysterSessionServer

@Suite struct RequestLaneTests {
    private func signals(_ numbers: ClosedRange<Int>) -> [JSONValue] {
        numbers.map { ["number": JSONValue($0), "op": "signal", "data": .string("\($0)")] }
    }

    @Test func `requests are executed in order, and a refused one does not stop the batch`() throws
    {
        var fixture = try ModelFixture()
        let ada = try fixture.join()
        let answer = try fixture.post(
            ada,
            [
                ["number": 1, "op": "signal", "data": "a"], ["number": 2, "op": "forceMuteAll"],
                ["number": 3, "op": "none"], ["number": 4, "op": "signal", "data": "b"],
            ]
        ).get()
        #expect(answer.nextRequest == 5)
        #expect(
            answer.json["answers"]?.arrayValue?.map { $0["error"]?["code"] } == [
                nil, 1540, nil, nil,
            ]
        )
        #expect(fixture.take(ada).map { $0.data["data"] } == ["a", "b"])
    }

    @Test func `a repeated POST gets the same answers and has no other effect`() throws {
        var fixture = try ModelFixture()
        let ada = try fixture.join()
        let batch: [JSONValue] = [
            ["number": 1, "op": "signal"], ["number": 2, "op": "nonsense"],
            ["number": 3, "op": "reportIssue"],
        ]
        let first = try fixture.post(ada, batch).get()
        let second = try fixture.post(ada, batch).get()
        #expect(first == second)
        #expect(fixture.take(ada).count == 1)
        #expect(fixture.reports.count == 1)
        let longer = try fixture.post(ada, batch + [["number": 4, "op": "signal"]]).get()
        #expect(longer.answers.prefix(3) == first.answers[...])
        #expect(longer.nextRequest == 5 && fixture.take(ada).count == 1)
    }

    @Test func `the last 128 answers are kept, an older number is 400`() throws {
        var fixture = try ModelFixture()
        let ada = try fixture.join()
        for start in stride(from: 1, through: 129, by: 43) {
            _ = try fixture.post(ada, signals(start...(start + 42))).get()
        }
        #expect(try fixture.post(ada, signals(2...2)).get().answers.map(\.number) == [2])
        #expect(try fixture.post(ada, signals(1...1)).codes == [400, 1011])
        #expect(try fixture.post(ada, signals(1...3)).codes == [400, 1011])
        #expect(fixture.take(ada).count == 129)
    }

    @Test(arguments: [[2], [1, 3], [1, 1], [2, 1], [1, 2, 4], [JSONValue.largestInteger]])
    func `numbers with a gap are 409 with the next number, and nothing is executed`(
        numbers: [Int64]
    ) throws {
        var fixture = try ModelFixture()
        let ada = try fixture.join()
        let batch = numbers.map { ["number": .integer($0), "op": "signal"] as JSONValue }
        let refusal = try fixture.post(ada, batch).refusal
        #expect(refusal?.status == 409 && refusal?.code.rawValue == 1015)
        #expect(refusal?.json["error"]?["nextRequest"] == 1)
        #expect(fixture.take(ada) == [])
    }

    @Test(
        arguments: [
            #"{"requests":{}}"#, #"{"requests":[1]}"#, #"{"requests":[{}]}"#,
            #"{"requests":[{"number":0,"op":"none"}]}"#,
            #"{"requests":[{"number":-1,"op":"none"}]}"#,
            #"{"requests":[{"number":1}]}"#, #"{"requests":[{"number":1,"op":5}]}"#,
            #"{"requests":[{"number":"1","op":"none"}]}"#,
            #"{"requests":[{"number":1.5,"op":"none"}]}"#,
            #"{"requests":[{"number":1e300,"op":"none"}]}"#,
            #"{"requests":[{"number":99999999999999999999,"op":"none"}]}"#,
            #"{"requests":[{"number":9007199254740993,"op":"none"}]}"#,
            #"{"requests":[{"number":1,"number":1,"op":"none"}]}"#,
            #"{"requests":[{"number":1,"op":"none"},null]}"#, #"{"lastEvent":5}"#,
            #"{"lastEvent":""}"#, #"{"lastEvent":"abc"}"#, #"{"lastEvent":"abc-"}"#,
            #"{"lastEvent":"abc--1"}"#, #"{"lastEvent":"abc-99999999999999999999"}"#, "[]", "{",
            "\u{FF}",
        ]
    )
    func `a malformed body is 400, and nothing is executed`(body: String) throws {
        var fixture = try ModelFixture()
        let ada = try fixture.join()
        #expect(fixture.post(ada, body: Array(body.utf8)).codes == [400, 1011])
        #expect(try fixture.post(ada).get().nextRequest == 1)
    }

    @Test func `64 requests are accepted, 65 are 400, a body of more than 1 MiB is 413`() throws {
        var fixture = try ModelFixture()
        let ada = try fixture.join()
        #expect(try fixture.post(ada, signals(1...65)).codes == [400, 1011])
        #expect(try fixture.post(ada, signals(1...64)).get().nextRequest == 65)
        let long = Array("{}".utf8) + [UInt8](repeating: 0x20, count: 1 << 20)
        #expect(fixture.post(ada, body: long).codes == [413, 1011])
        #expect(fixture.post(ada, body: Array(long.prefix(1 << 20))).codes == nil)
    }

    @Test func `null members and unknown members are ignored`() throws {
        var fixture = try ModelFixture()
        let ada = try fixture.join()
        let body = """
            {"lastEvent":null,"x":[],"requests":[{"number":1,"op":"signal","type":null,"data":null,\
            "to":null,"y":1},{"number":2,"op":"reportIssue","report":null}]}
            """
        let answer = try fixture.post(ada, body: Array(body.utf8)).get()
        #expect(answer.answers.map(\.outcome).first == .done)
        #expect(
            fixture.take(ada).first?.data.objectValue?.members.map(\.key) == ["from", "number"]
        )
        #expect(fixture.post(ada, body: Array(#"{"requests":null}"#.utf8)).codes == nil)
    }

    @Test func `an unknown op and a hostile op are refused alone with 1011`() throws {
        var fixture = try ModelFixture()
        var ada = try fixture.join(.moderator)
        for op in [
            "", "Signal", "signal ", "leave\u{301}", String(repeating: "\u{301}", count: 50_000),
        ] {
            #expect(try fixture.send(&ada, op) == 1011)
        }
        #expect(try fixture.send(&ada, "none") == nil)
    }

    @Test func `200 signals at once are executed, then 100 a second`() throws {
        var fixture = try ModelFixture()
        let ada = try fixture.join()
        for start in [1, 65, 129] { _ = try fixture.post(ada, signals(start...(start + 63))).get() }
        let refusal = try #require(try fixture.post(ada, signals(193...210)).refusal)
        #expect(refusal.status == 429 && refusal.answers?.count == 8)
        #expect(refusal.nextRequest == 201 && refusal.retryAfterMs == 11)
        #expect(refusal.json["nextRequest"] == 201)
        #expect(refusal.json["error"]?["retryAfterMs"] == 11)
        #expect(fixture.take(ada).count == 200)

        // A client that repeats the whole POST gets the stored answers and the next ones.
        fixture.now += .milliseconds(50)
        let again = try #require(try fixture.post(ada, signals(193...210)).refusal)
        #expect(again.answers?.map(\.number) == Array(193...205))
        fixture.now += .milliseconds(try #require(again.retryAfterMs))
        #expect(try fixture.post(ada, signals(206...206)).get().nextRequest == 207)
        fixture.now += .seconds(3600)
        for start in [207, 271, 335] {
            _ = try fixture.post(ada, signals(start...(start + 63))).get()
        }
        #expect(try fixture.post(ada, signals(399...406)).codes == nil)
        #expect(try fixture.post(ada, signals(407...407)).codes == [429, 1011])
    }

    @Test func `none and leave are not limited, a report counts as 50 signals`() throws {
        var fixture = try ModelFixture()
        var ada = try fixture.join()
        for _ in 0..<4 { #expect(try fixture.send(&ada, "reportIssue") == nil) }
        let number = JSONValue(ada.next)
        #expect(try fixture.post(ada, [["number": number, "op": "signal"]]).codes == [429, 1011])
        #expect(
            try fixture.post(ada, [["number": number, "op": "reportIssue"]]).codes == [429, 1011]
        )
        for _ in 0..<300 { #expect(try fixture.send(&ada, "none") == nil) }
        #expect(try fixture.send(&ada, "leave") == nil)
    }

    @Test func `the rate of one connection does not limit another`() throws {
        var fixture = try ModelFixture()
        let ada = try fixture.join()
        var bob = try fixture.join()
        for start in [1, 65, 129] { _ = try fixture.post(ada, signals(start...(start + 63))).get() }
        #expect(try fixture.post(ada, signals(193...210)).codes == [429, 1011])
        #expect(try fixture.send(&bob, "signal") == nil)
    }

    @Test func `requests after a leave are not executed, and the next POST is 410`() throws {
        var fixture = try ModelFixture()
        let ada = try fixture.join()
        let bob = try fixture.join()
        let answer = try fixture.post(
            ada,
            [["number": 1, "op": "leave"], ["number": 2, "op": "signal"]]
        ).get()
        #expect(answer.answers.map(\.number) == [1] && answer.nextRequest == 2)
        #expect(answer.resumeTicket == nil)
        #expect(fixture.take(bob).map(\.type) == [.connectionDestroyed])
        let refusal = try fixture.post(ada).refusal
        #expect(refusal?.status == 410 && refusal?.resume == false && refusal?.reason == .client)
    }

    @Test func `a new ticket is part of an answer when the old one is half used up`() throws {
        var fixture = try ModelFixture()
        let ada = try fixture.join()
        #expect(try fixture.post(ada).get().resumeTicket == nil)
        try fixture.advance(.seconds(1798), keeping: [ada])
        #expect(try fixture.post(ada).get().resumeTicket == nil)
        fixture.now += .seconds(2)
        let ticket = try #require(try fixture.post(ada).get().resumeTicket)
        #expect(ticket.exposed != ada.ticket)
        #expect(try fixture.post(ada).get().json["resumeTicket"] == nil)
        try fixture.advance(.seconds(1810), keeping: [ada])
        #expect(try fixture.tryResume(ada).codes == [401, 1004])
        #expect(try fixture.tryResume(ada, ticket: ticket.exposed).codes == nil)
    }

    @Test func `a bearer is the one of its connection only`() throws {
        var fixture = try ModelFixture()
        let ada = try fixture.join()
        let bob = try fixture.join()
        for header in [nil, "", "Bearer", "Bearer ", "Basic x", bob.authorization, ada.bearer] {
            let outcome = fixture.store.post(
                session: fixture.session,
                connection: ada.id,
                authorization: header,
                body: [],
                at: fixture.time
            )
            #expect(outcome.answer.codes == [401, 1004])
        }
    }
}
