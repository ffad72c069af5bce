// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import Testing

@testable import OysterSessionServer

@Suite struct SignalTests {
    @Test func `a signal to all reaches every connection once, its sender too`() throws {
        var fixture = try ModelFixture()
        var ada = try fixture.join(data: "Ada")
        let bob = try fixture.join()
        _ = fixture.take(ada)
        try fixture.send(&ada, "none")
        try fixture.send(&ada, "signal", ["type": "chat", "data": "hi"])
        for client in [ada, bob] {
            let events = fixture.take(client)
            #expect(events.map(\.type) == [.signal])
            let data = try #require(events.first?.data)
            #expect(data["type"] == "chat" && data["data"] == "hi" && data["number"] == 2)
            #expect(data["from"] == ada.answer["connection"])
        }
    }

    @Test func `a signal to one connection reaches no other`() throws {
        var fixture = try ModelFixture()
        var ada = try fixture.join()
        let bob = try fixture.join()
        let eve = try fixture.join()
        _ = fixture.take(ada)
        _ = fixture.take(bob)
        try fixture.send(&ada, "signal", ["to": .string(bob.id)])
        #expect([ada, bob, eve].map { fixture.take($0).count } == [0, 1, 0])
        try fixture.send(&ada, "signal", ["to": .string(ada.id)])
        #expect([ada, bob, eve].map { fixture.take($0).count } == [1, 0, 0])
    }

    @Test(
        arguments: [
            ("a", nil), ("A-z_0~", nil), (String(repeating: "x", count: 128), nil),
            (String(repeating: "x", count: 129), 1461), ("", 1461), (" ", 1461), ("a.b", 1461),
            ("a b", 1461), ("ä", 1461), ("a\n", 1461), ("😀", 1461), ("a\u{301}", 1461),
            (String(repeating: "\u{301}", count: 100_000), 1461),
        ] as [(String, Int?)]
    )
    func `a type has 1 to 128 characters of A-Z a-z 0-9 - _ ~`(type: String, code: Int?) throws {
        var fixture = try ModelFixture()
        var ada = try fixture.join()
        #expect(try fixture.send(&ada, "signal", ["type": .string(type)]) == code)
        #expect(fixture.take(ada).count == (code == nil ? 1 : 0))
    }

    @Test(
        arguments: [
            (String(repeating: "x", count: 8192), nil), (String(repeating: "x", count: 8193), 1413),
            (String(repeating: "é", count: 4096), nil),
            (String(repeating: "é", count: 4096) + "x", 1413),
            (String(repeating: "€", count: 2730) + "xx", nil),
            (String(repeating: "€", count: 2731), 1413),
            (String(repeating: "😀", count: 2048), nil),
            (String(repeating: "😀", count: 2048) + "x", 1413),
            (String(repeating: "👩‍🚀", count: 744) + "12345678", nil),
            (String(repeating: "👩‍🚀", count: 744) + "123456789", 1413),
            (String(repeating: "\u{1}", count: 8192), nil),
            (String(repeating: "\"", count: 8192), nil),
            ("", nil), ("\r\n\u{2028}", nil),
        ] as [(String, Int?)]
    )
    func `data has at most 8192 bytes of UTF-8 and arrives unchanged`(data: String, code: Int?)
        throws
    {
        var fixture = try ModelFixture()
        var ada = try fixture.join()
        #expect(try fixture.send(&ada, "signal", ["data": .string(data)]) == code)
        let expected: [JSONValue] = code == nil ? [.string(data)] : []
        #expect(fixture.take(ada).compactMap { $0.data["data"] } == expected)
    }

    @Test(
        arguments: [
            (#""type":5"#, 1461), (#""type":{}"#, 1461), (#""type":"\u0000""#, 1461),
            (#""type":"a","type":"b""#, 1461), (#""data":5"#, 1011), (#""data":[]"#, 1011),
            (#""data":"\u0000""#, 1011), (#""data":"\ud800""#, 1011),
            (#""data":"a","data":"b""#, 1011),
            (#""to":5"#, 1011), (#""to":"""#, 1011), (#""to":"x""#, 1011),
            (#""to":"\u0000""#, 1011),
            (#""to":"é""#, 1011), (#""to":[]"#, 1011),
        ]
    )
    func `a member of the wrong type refuses the signal alone`(member: String, code: Int) throws {
        var fixture = try ModelFixture()
        let ada = try fixture.join()
        let body =
            #"{"requests":[{"number":1,"op":"signal","# + member
            + #"},{"number":2,"op":"signal"}]}"#
        let answer = try fixture.post(ada, body: Array(body.utf8)).get()
        #expect(
            answer.json["answers"]?.arrayValue?.map { $0["error"]?["code"]?.integerValue }
                == [Int64(code), nil]
        )
        #expect(fixture.take(ada).count == 1)
    }

    @Test func `all members absent is a signal with sender and number`() throws {
        var fixture = try ModelFixture()
        var ada = try fixture.join()
        try fixture.send(&ada, "signal")
        let data = try #require(fixture.take(ada).first?.data)
        #expect(data == ["from": try #require(ada.answer["connection"]), "number": 1])
    }

    @Test func `a client that has not opened its event stream is no target`() throws {
        var fixture = try ModelFixture()
        var ada = try fixture.join()
        let ghost = try fixture.connect()
        #expect(try fixture.send(&ada, "signal", ["to": .string(ghost.id)]) == 1011)
        #expect(try fixture.post(ghost, [["number": 1, "op": "signal"]]).codes == [409, 1015])
        #expect(try fixture.post(ghost).codes == [409, 1015])
        #expect(fixture.take(ada) == [])
    }

    @Test func `a report is stored with an id, up to 64 KiB`() throws {
        var fixture = try ModelFixture()
        let ada = try fixture.join()
        let answer = try fixture.post(
            ada,
            [["number": 1, "op": "reportIssue", "report": ["a": [1, .null]]]]
        ).get()
        let id = try #require(
            answer.json["answers"]?.arrayValue?.first?["result"]?["issueId"]?.stringValue
        )
        #expect(Identifier.isValid(id))
        let report = try #require(fixture.reports.first)
        #expect(report.id == id && report.connection == ada.id && report.session == fixture.session)
        #expect(report.report == Array(#"{"a":[1,null]}"#.utf8))
        #expect(report.receivedAtMs == fixture.time.wallMs)
        #expect(fixture.take(ada) == [])
    }

    @Test(arguments: [65_528, 65_529])
    func `a report of more than 64 KiB is refused with 1011`(length: Int) throws {
        var fixture = try ModelFixture()
        var ada = try fixture.join()
        let report: JSONValue = ["a": .string(String(repeating: "x", count: length))]
        let code = try fixture.send(&ada, "reportIssue", ["report": report])
        #expect(code == (length > 65_528 ? 1011 : nil))
        #expect(fixture.reports.count == (code == nil ? 1 : 0))
        for other in [JSONValue.string("x"), [], 5] {
            #expect(try fixture.send(&ada, "reportIssue", ["report": other]) == 1011)
        }
    }
}
