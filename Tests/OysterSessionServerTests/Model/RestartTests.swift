// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import Testing

@testable import OysterSessionServer

@Suite struct RestartTests {
    @Test func `with its journal a store continues as if it had not stopped`() throws {
        var fixture = try ModelFixture()
        var ada = try fixture.join(.moderator)
        var bob = try fixture.join()
        try fixture.send(&ada, "signal", ["data": "one"])
        try fixture.send(&ada, "forceMuteAll")
        let before = fixture.store.state
        try fixture.restart(withJournal: true)
        #expect(fixture.store.state == before)
        #expect(fixture.store.gauges.lostConnections == 2)
        try fixture.open(&bob, after: 0)
        #expect(fixture.take(bob).map(\.type) == [.signal, .muteForced])
        // The repeated POST whose answer was lost gets the stored answer.
        let answer = try fixture.post(ada, [["number": 2, "op": "forceMuteAll"]]).get()
        #expect(answer.answers.map(\.outcome) == [.done] && answer.nextRequest == 3)
        #expect(answer.resumeTicket != nil)
        #expect(fixture.take(bob) == [])
        try fixture.open(&ada, after: 0)
        #expect(fixture.take(ada).map(\.type) == [.connectionCreated, .signal, .muteForced])
    }

    @Test func `after a restart the grace time of every connection begins anew`() throws {
        var fixture = try ModelFixture()
        var ada = try fixture.join()
        var bob = try fixture.join()
        fixture.close(&bob)
        try fixture.advance(.seconds(19), keeping: [ada])
        try fixture.restart(withJournal: true)
        try fixture.advance(.milliseconds(19_999))
        #expect(fixture.store.gauges.connections == 2)
        try fixture.open(&ada)
        try fixture.advance(.milliseconds(1), keeping: [ada])
        #expect(fixture.take(ada).map(\.type) == [.connectionCreated, .connectionDestroyed])
    }

    @Test func `a client that was connecting at the restart has 10 s again`() throws {
        var fixture = try ModelFixture()
        let ada = try fixture.connect()
        try fixture.advance(.seconds(9))
        try fixture.restart(withJournal: true)
        try fixture.advance(.seconds(9))
        #expect(fixture.tryOpen(ada).codes == nil)
    }

    @Test func `ended connections do not return after a restart with the journal`() throws {
        var fixture = try ModelFixture()
        var chair = try fixture.join(.moderator)
        let ada = try fixture.join()
        try fixture.send(&chair, "forceDisconnect", ["connection": .string(ada.id)])
        try fixture.restart(withJournal: true)
        #expect(try fixture.tryResume(ada).refusal?.reason == .forced)
        #expect(try fixture.post(ada).refusal?.reason == .forced)
    }

    @Test func `without a journal clients return with their tickets and keep their ids`() throws {
        var fixture = try ModelFixture()
        var ada = try fixture.join(.moderator, data: "Ada")
        let bob = try fixture.join(.subscriber)
        try fixture.send(&ada, "signal")
        try fixture.restart(withJournal: false)
        #expect(try fixture.post(ada).codes == [404, 1005])
        #expect(fixture.tryOpen(ada).codes == [404, 1005])

        var first = try fixture.resume(ada)
        #expect(first.answer["connection"] == ada.answer["connection"])
        #expect(first.answer["capabilities"] == ada.answer["capabilities"])
        #expect(first.answer["snapshot"]?["complete"] == false)
        #expect(first.next == 2)
        try fixture.open(&first)
        var second = try fixture.resume(bob)
        #expect(second.answer["snapshot"]?["connections"]?.arrayValue?.count == 1)
        #expect(fixture.take(first) == [])
        try fixture.open(&second)
        #expect(fixture.take(first).map(\.type) == [.connectionCreated])
        #expect(try fixture.send(&first, "signal") == nil)
        #expect(fixture.take(second).map { $0.data["number"] } == [2])
    }

    @Test func `one grace time after a restart without journal all receive a complete snapshot`()
        throws
    {
        var fixture = try ModelFixture()
        let ada = try fixture.join()
        let bob = try fixture.join()
        try fixture.restart(withJournal: false)
        var first = try fixture.resume(ada)
        try fixture.open(&first)
        let eve = try fixture.join()
        #expect(eve.answer["snapshot"]?["complete"] == false)
        try fixture.advance(.milliseconds(19_999), keeping: [first, eve])
        _ = fixture.take(first)
        #expect(fixture.take(eve) == [])
        try fixture.advance(.milliseconds(1), keeping: [first, eve])
        for (client, other) in [(first, eve), (eve, first)] {
            let event = try #require(fixture.take(client).first)
            #expect(event.type == .snapshot)
            #expect(event.data["complete"] == true)
            #expect(event.data["upTo"] == JSONValue(event.number))
            #expect(event.data["connections"] == [try #require(other.answer["connection"])])
        }
        let refusal = try fixture.tryResume(bob).refusal
        #expect(refusal?.status == 410 && refusal?.resume == false && refusal?.reason == .lost)
        #expect(try fixture.connect().answer["snapshot"]?["complete"] == true)
        #expect(fixture.store.state.isComplete)
    }

    @Test func `a connection that ended after a restart without journal does not return`() throws {
        var fixture = try ModelFixture()
        let ada = try fixture.join()
        let chair = try fixture.join(.moderator)
        try fixture.restart(withJournal: false)
        var first = try fixture.resume(ada)
        try fixture.open(&first)
        var second = try fixture.resume(chair)
        try fixture.open(&second)
        try fixture.send(&second, "forceDisconnect", ["connection": .string(ada.id)])
        #expect(try fixture.tryResume(ada).refusal?.reason == .forced)
        #expect(try fixture.tryResume(first).refusal?.reason == .forced)
    }

    @Test func `when ended connections are forgotten early, no unknown ticket counts any more`()
        throws
    {
        var configuration = ModelFixture.configuration()
        configuration.limits.endedConnections = 2
        var fixture = try ModelFixture(configuration)
        let ada = try fixture.join()
        let witness = try fixture.join()
        try fixture.restart(withJournal: false)
        var again = try fixture.resume(ada)
        try fixture.open(&again)
        var other = try fixture.resume(witness)
        try fixture.open(&other)
        try fixture.send(&again, "leave")
        for _ in 0..<2 {
            var client = try fixture.join()
            try fixture.send(&client, "leave")
        }
        #expect(fixture.take(other).last?.type == .snapshot)
        #expect(try fixture.tryResume(ada).refusal?.reason == .lost)
    }

    @Test func `a resume after a restart without journal obeys the limits`() throws {
        var configuration = ModelFixture.configuration()
        configuration.limits.connectionsPerSession = 2
        var fixture = try ModelFixture(configuration)
        let ada = try fixture.join()
        try fixture.restart(withJournal: false)
        _ = try fixture.join()
        _ = try fixture.join()
        #expect(try fixture.tryResume(ada).codes == [409, 1027])
    }

    @Test func `a snapshot of more than 256 KiB makes the client resume instead`() throws {
        var configuration = ModelFixture.configuration()
        configuration.limits.eventBytes = 1000
        var fixture = try ModelFixture(configuration, isComplete: false)
        let clients = try (0..<10).map { _ in
            try fixture.join(data: String(repeating: "x", count: 200))
        }
        let overflows = fixture.store.counters.overflows
        try fixture.advance(.seconds(20), keeping: clients)
        #expect(overflows == 0 && fixture.store.counters.overflows == 10)
        #expect(fixture.tryOpen(clients[0]).refusal?.resume == true)
        let again = try fixture.resume(clients[0])
        #expect(again.answer["snapshot"]?["complete"] == true)
        #expect(again.answer["snapshot"]?["connections"]?.arrayValue?.count == 9)
    }
}
