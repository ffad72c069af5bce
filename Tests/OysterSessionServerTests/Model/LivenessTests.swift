// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import Testing

@testable import OysterSessionServer

@Suite struct LivenessTests {
    @Test func `a connection that does not post for 10 s is lost, and over after the grace time`()
        throws
    {
        var fixture = try ModelFixture()
        let ada = try fixture.join()
        let bob = try fixture.join()
        let stream = try #require(bob.stream)
        try fixture.advance(.milliseconds(9999), keeping: [ada])
        #expect(fixture.ended[stream] == nil)
        try fixture.advance(.milliseconds(1), keeping: [ada])
        #expect(fixture.ended[stream]?.last == [])
        #expect(fixture.take(ada).map(\.type) == [.connectionCreated])
        try fixture.advance(.milliseconds(19_999), keeping: [ada])
        #expect(fixture.take(ada) == [])
        try fixture.advance(.milliseconds(1), keeping: [ada])
        let events = fixture.take(ada)
        #expect(events.map(\.type) == [.connectionDestroyed])
        #expect(events.first?.data["reason"] == "lost")
        #expect(fixture.tryOpen(bob).refusal?.reason == .lost)
        #expect(try fixture.tryResume(bob).refusal?.resume == false)
    }

    @Test func `a POST every 9 s keeps a connection alive`() throws {
        var fixture = try ModelFixture()
        let ada = try fixture.join()
        for _ in 0..<20 {
            fixture.now += .seconds(9)
            fixture.note(fixture.store.tick(at: fixture.time))
            _ = try fixture.post(ada).get()
        }
        #expect(fixture.store.counters.lost == 0)
    }

    @Test func `a closed event stream is lost at once, and opens again within the grace time`()
        throws
    {
        var fixture = try ModelFixture()
        var ada = try fixture.join()
        var bob = try fixture.join()
        _ = fixture.take(ada)
        fixture.close(&bob)
        #expect(fixture.store.gauges.lostConnections == 1)
        try fixture.advance(.seconds(15), keeping: [ada])
        try fixture.send(&ada, "signal")
        try fixture.open(&bob, after: 0)
        #expect(fixture.take(bob).map(\.type) == [.signal])
        #expect(fixture.store.gauges.lostConnections == 0)
        try fixture.advance(.seconds(9), keeping: [ada])
        #expect(fixture.store.gauges.lostConnections == 0)
        #expect(fixture.take(ada).map(\.type) == [.signal])
    }

    @Test func `a lost connection posts, and stays lost until its event stream opens`() throws {
        var fixture = try ModelFixture()
        let ada = try fixture.join()
        var bob = try fixture.join()
        _ = fixture.take(ada)
        fixture.close(&bob)
        try fixture.advance(.seconds(18), keeping: [ada, bob])
        #expect(try fixture.send(&bob, "signal") == nil)
        #expect(fixture.take(ada).map(\.type) == [.signal])
        try fixture.advance(.seconds(2), keeping: [ada])
        #expect(fixture.take(ada).map(\.type) == [.connectionDestroyed])
    }

    @Test func `an answered long poll counts for 10 s`() throws {
        var fixture = try ModelFixture()
        let ada = try fixture.join()
        var bob = try fixture.connect()
        try fixture.open(&bob, kind: .poll)
        try fixture.advance(.seconds(30), keeping: [ada, bob])
        #expect(fixture.store.counters.lost == 0)
        fixture.close(&bob)
        try fixture.advance(.milliseconds(9999), keeping: [ada, bob])
        #expect(fixture.store.counters.lost == 0)
        try fixture.open(&bob, kind: .poll)
        fixture.close(&bob)
        try fixture.advance(.seconds(10), keeping: [ada, bob])
        #expect(fixture.store.counters.lost == 1)
    }

    @Test func `a resume gives a new bearer and epoch, and the former bearer is void`() throws {
        var fixture = try ModelFixture()
        var ada = try fixture.join(.moderator, data: "Ada")
        var bob = try fixture.join()
        try fixture.send(&ada, "signal")
        _ = fixture.take(bob)
        let stream = try #require(ada.stream)
        var again = try fixture.resume(ada, nextRequest: 77)
        #expect(fixture.ended[stream]?.last == [])
        #expect(again.answer["connection"] == ada.answer["connection"])
        #expect(again.answer["capabilities"] == ada.answer["capabilities"])
        #expect(again.next == 2 && again.bearer != ada.bearer && again.epoch != ada.epoch)
        #expect(again.answer["snapshot"]?["upTo"] == 0)
        #expect(try fixture.post(ada).codes == [401, 1004])
        #expect(fixture.tryOpen(ada).codes == [401, 1004])
        try fixture.open(&again, after: 0)
        try fixture.send(&bob, "signal")
        #expect(fixture.take(again).map(\.number) == [1])
        #expect(fixture.take(bob).map(\.type) == [.signal])
        // The answer to request 1 is still stored.
        #expect(try fixture.post(again, [["number": 1, "op": "signal"]]).get().answers.count == 1)
        #expect(fixture.take(bob) == [])
    }

    @Test func `a resume is visible to others only when the connection was not`() throws {
        var fixture = try ModelFixture()
        let ada = try fixture.join()
        var bob = try fixture.resume(try fixture.connect())
        #expect(fixture.take(ada) == [])
        try fixture.open(&bob)
        #expect(fixture.take(ada).map(\.type) == [.connectionCreated])
    }

    @Test func `after a resume the event stream opens within 10 s, else the connection is lost`()
        throws
    {
        var fixture = try ModelFixture()
        let ada = try fixture.join()
        let bob = try fixture.resume(try fixture.join())
        try fixture.advance(.milliseconds(9999), keeping: [ada, bob])
        #expect(fixture.store.gauges.lostConnections == 0)
        try fixture.advance(.milliseconds(1), keeping: [ada, bob])
        #expect(fixture.store.gauges.lostConnections == 1)
    }

    @Test(arguments: [nil, true, false] as [Bool?])
    func `a resume may change the suppression of connection events`(setting: Bool?) throws {
        var fixture = try ModelFixture()
        let ada = try fixture.join(suppressing: true)
        let members: JSONObject = ["suppressConnectionEvents": setting.map(JSONValue.bool) ?? .null]
        var again = try fixture.client(try fixture.tryResume(ada, members: members).get().json)
        try fixture.open(&again)
        _ = try fixture.join()
        #expect(fixture.take(again).count == (setting == false ? 1 : 0))
    }

    @Test func `a ticket that is changed, foreign or expired is 401`() throws {
        var fixture = try ModelFixture()
        let ada = try fixture.join()
        let bob = try fixture.join()
        for ticket in [
            "", ".", "x.y", bob.ticket, ada.ticket + "A", String(repeating: "x", count: 9000),
        ] {
            #expect(try fixture.tryResume(ada, ticket: ticket).codes == [401, 1004])
        }
        for position in 0..<ada.ticket.utf8.count {
            var bytes = Array(ada.ticket.utf8)
            bytes[position] ^= 1
            let ticket = String(decoding: bytes, as: UTF8.self)
            #expect(try fixture.tryResume(ada, ticket: ticket).codes == [401, 1004])
        }
        let session = fixture.session
        fixture.session = try fixture.newSession()
        #expect(try fixture.tryResume(ada).codes == [401, 1004])
        fixture.session = session
        try fixture.advance(.seconds(3600), keeping: [ada])
        #expect(try fixture.tryResume(ada).codes == [401, 1004])
    }

    @Test(
        arguments: [.null, 0, -1, 1.5, "1", 1e300, .integer(JSONValue.largestInteger), []]
            as [JSONValue]
    )
    func `a resume without a valid nextRequest is 400`(value: JSONValue) throws {
        var fixture = try ModelFixture()
        let ada = try fixture.join()
        #expect(try fixture.tryResume(ada, nextRequest: value).codes == [400, 1011])
    }

    @Test func `the ticket of the longest data has at most 8192 characters`() throws {
        var fixture = try ModelFixture()
        for data in [String(repeating: "😀", count: 1000), String(repeating: "\u{1}", count: 1000)] {
            let ada = try fixture.join(data: data)
            #expect(ada.ticket.utf8.count <= 8192)
            let again = try fixture.resume(ada)
            #expect(again.answer["connection"]?["data"] == .string(data))
        }
    }

    @Test func `a connection that is over is remembered for an hour, then unknown`() throws {
        var fixture = try ModelFixture()
        let chair = try fixture.join(.moderator)
        var ada = try fixture.join()
        try fixture.advance(.seconds(100), keeping: [chair, ada])
        try fixture.send(&ada, "leave")
        try fixture.advance(.seconds(3400), keeping: [chair])
        #expect(try fixture.tryResume(ada).refusal?.reason == .client)
        #expect(try fixture.post(ada).refusal?.reason == .client)
        try fixture.advance(.seconds(300), keeping: [chair])
        #expect(fixture.store.state.ended.count == 0)
        #expect(try fixture.post(ada).codes == [404, 1005])
        #expect(try fixture.tryResume(ada).codes == [401, 1004])
    }

    @Test func `the memory of ended connections is bounded`() throws {
        var configuration = ModelFixture.configuration()
        configuration.limits.endedConnections = 10
        var fixture = try ModelFixture(configuration)
        var first = try fixture.join()
        try fixture.send(&first, "leave")
        for _ in 0..<200 {
            var client = try fixture.join()
            try fixture.send(&client, "leave")
            #expect(fixture.store.state.ended.count <= 10)
        }
        #expect(try fixture.tryResume(first).refusal?.reason == .lost)
    }

    @Test func `the operator's end reaches every connection with the reason server`() throws {
        var fixture = try ModelFixture()
        let ada = try fixture.join()
        let ghost = try fixture.connect()
        var other = try fixture.join()
        fixture.close(&other)
        fixture.note(fixture.store.endAll(at: fixture.time))
        #expect(fixture.take(ada).last?.data == ["reason": "server"])
        #expect(fixture.store.state.sessions.isEmpty)
        #expect(fixture.tryOpen(other).refusal?.reason == .server)
        #expect(fixture.tryOpen(ghost).codes == [404, 1005])
        #expect(fixture.store.gauges == StoreGauges())
    }

    @Test func `a store without connections has no deadline`() throws {
        var fixture = try ModelFixture()
        fixture.note(fixture.store.tick(at: fixture.time))
        #expect(fixture.store.nextDeadline == nil)
        _ = try fixture.connect()
        #expect(fixture.store.nextDeadline == fixture.now + .seconds(10))
        try fixture.advance(.seconds(10))
        #expect(fixture.store.nextDeadline == nil)
    }
}
