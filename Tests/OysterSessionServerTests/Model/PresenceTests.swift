// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import Testing

@testable import OysterSessionServer

@Suite struct PresenceTests {
    @Test func `a connection is announced when its event stream opens, not before`() throws {
        var fixture = try ModelFixture()
        let ada = try fixture.join(data: "Ada")
        var bob = try fixture.connect(data: "Bob")
        #expect(fixture.take(ada) == [])
        try fixture.open(&bob)
        let events = fixture.take(ada)
        #expect(events.map(\.type) == [.connectionCreated])
        #expect(events.first?.data["connection"]?["data"] == "Bob")
        #expect(fixture.take(bob) == [])
        #expect(bob.answer["snapshot"]?["connections"]?.arrayValue?.count == 1)
    }

    @Test func `a second event stream announces nothing`() throws {
        var fixture = try ModelFixture()
        let ada = try fixture.join()
        var bob = try fixture.join()
        #expect(fixture.take(ada).count == 1)
        try fixture.open(&bob)
        #expect(fixture.take(ada) == [])
    }

    @Test func `a connect without an event stream leaves no trace after 10 s`() throws {
        var fixture = try ModelFixture()
        let ada = try fixture.join()
        let ghost = try fixture.connect()
        try fixture.advance(.milliseconds(9999), keeping: [ada])
        #expect(fixture.store.gauges.connections == 2)
        try fixture.advance(.milliseconds(1), keeping: [ada])
        #expect(fixture.store.gauges.connections == 1)
        #expect(fixture.tryOpen(ghost).codes == [404, 1005])
        #expect(fixture.take(ada) == [])
        #expect(fixture.store.state.ended.count == 0)
    }

    @Test func `a connecting client misses no event between snapshot and event stream`() throws {
        var fixture = try ModelFixture()
        var ada = try fixture.join()
        var bob = try fixture.connect()
        try fixture.send(&ada, "signal", ["data": "hello"])
        let eve = try fixture.join()
        try fixture.send(&ada, "leave")
        try fixture.open(&bob)
        let events = fixture.take(bob)
        #expect(events.map(\.type) == [.signal, .connectionCreated, .connectionDestroyed])
        #expect(events.map(\.number) == [1, 2, 3])
        #expect(events[1].data["connection"]?["id"] == .string(eve.id))
    }

    @Test func `a client that suppresses connection events receives the others`() throws {
        var fixture = try ModelFixture()
        let ada = try fixture.join(suppressing: true)
        var bob = try fixture.join()
        _ = try fixture.publish(bob).get()
        try fixture.send(&bob, "signal")
        try fixture.send(&bob, "leave")
        #expect(fixture.take(ada).map(\.type) == [.streamCreated, .signal, .streamDestroyed])
    }

    @Test func `a session without connections is forgotten with its mute state`() throws {
        var fixture = try ModelFixture()
        var ada = try fixture.join(.moderator)
        try fixture.send(&ada, "forceMuteAll")
        try fixture.send(&ada, "leave")
        #expect(fixture.store.state.sessions.isEmpty)
        #expect(fixture.store.gauges == StoreGauges())
        let bob = try fixture.connect()
        #expect(bob.answer["snapshot"]?["muteForced"]?["active"] == false)
    }

    @Test func `sessions do not see each other`() throws {
        var fixture = try ModelFixture()
        let first = fixture.session
        var ada = try fixture.join(.moderator)
        fixture.session = try fixture.newSession()
        let bob = try fixture.join()
        #expect(fixture.tryOpen(ada).codes == [404, 1005])
        fixture.session = first
        #expect(try fixture.send(&ada, "signal", ["to": .string(bob.id)]) == 1011)
        #expect(try fixture.send(&ada, "forceDisconnect", ["connection": .string(bob.id)]) == 1011)
        try fixture.send(&ada, "signal")
        fixture.session = first
        #expect(fixture.take(bob) == [])
    }

    @Test func `the connections of a snapshot are those of others that are visible, oldest first`()
        throws
    {
        var fixture = try ModelFixture()
        var ids: [JSONValue] = []
        for _ in 0..<5 {
            ids.append(.string(try fixture.join().id))
            fixture.now += .milliseconds(1)
        }
        _ = try fixture.connect()
        let snapshot = try fixture.connect().answer["snapshot"]
        #expect(snapshot?["connections"]?.arrayValue?.map { $0["id"] ?? .null } == ids)
    }
}
