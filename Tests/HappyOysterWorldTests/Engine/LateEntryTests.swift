// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterTestSupport
import Testing

@testable import HappyOysterWorld

/// enter-travel that is answered when start has completed: no travel stays behind on the server.
@Suite struct LateEntryTests {
    private func ends(_ world: World) -> [JSONValue?] {
        world.transport.sent(to: "travels/end").map { $0.body?["encryptedTravelId"] }
    }

    @Test func `start completes with 105005 within its bound, and the request lives on`() throws {
        let world = try World()
        let voyage = try world.makeTravel()
        let start = try voyage.start()
        world.loop.advance(by: .milliseconds(29_999))
        #expect(start.code == nil)
        world.loop.advance(by: .milliseconds(1))
        #expect(start.code == 105_005)
        #expect(start.error?.operation == .start)
        #expect(start.error?.message.contains("no answer from the script within 30000 ms") == true)
        #expect(voyage.travel.status == .idle)
        #expect(world.transport.waiting(at: "travels/enter-travel").count == 1)
    }

    @Test func `the travel that a late answer names is ended on the server`() throws {
        let world = try World()
        let voyage = try world.makeTravel()
        _ = try voyage.start()
        world.loop.advance(by: .seconds(30))
        world.answer("travels/enter-travel", Voyage.entry(.adventure))
        #expect(ends(world) == [.string(Voyage.id)])
        #expect(voyage.travel.status == .idle)
        #expect(voyage.statuses == [.prepare, .idle])
        #expect(world.streams.connections.isEmpty)
        world.answer("travels/end", [:])
        #expect(world.areEndsSettled)
    }

    @Test func `the request has a bound of its own`() throws {
        let world = try World()
        _ = try world.makeTravel().start()
        world.loop.advance(by: .seconds(90))
        #expect(world.transport.waiting(at: "travels/enter-travel").isEmpty)
        #expect(ends(world).isEmpty)
    }

    @Test func `a late answer does not disturb the next start`() throws {
        let world = try World()
        let voyage = try world.makeTravel()
        _ = try voyage.start()
        world.loop.advance(by: .seconds(30))
        let again = try voyage.start()
        let requests = world.transport.waiting(at: "travels/enter-travel")
        try #require(requests.count == 2)
        var late = try #require(Voyage.entry(.adventure).objectValue)
        late["encryptedTravelId"] = "the-late-travel"
        world.transport.answer(requests[0], .success(.data(.object(late))))
        #expect(ends(world) == ["the-late-travel"])
        #expect(again.code == nil)
        world.transport.answer(requests[1], .success(.data(Voyage.entry(.adventure))))
        voyage.showFirstFrame()
        #expect(again.code == 0)
        #expect(voyage.travel.status == .running)
    }

    @Test func `a start that was given up is ended on the server when it is answered`() throws {
        let world = try World()
        let voyage = try world.makeTravel()
        let started = Outcome()
        let start = try voyage.travel.start(maxExperienceTimeSec: nil) { started.take($0) }
        world.loop.run()
        voyage.travel.cancel(start)
        world.loop.run()
        #expect(started.code == 109_006)
        world.answer("travels/enter-travel", Voyage.entry(.adventure))
        #expect(ends(world) == [.string(Voyage.id)])
    }

    @Test func `the end is asked for again until it is confirmed`() throws {
        let world = try World()
        let voyage = try world.makeTravel()
        _ = try voyage.start()
        world.loop.advance(by: .seconds(30))
        world.engine.release(voyage.travel)
        world.answer("travels/enter-travel", Voyage.entry(.adventure))
        world.breakDown("travels/end")
        world.loop.advance(by: .seconds(1))
        world.transport.answer("travels/end", .success(.gateway(401, "InvalidApiKey")))
        try world.engine.updateToken("st-the-second-token")
        world.loop.run()
        let last = try #require(world.transport.waiting(at: "travels/end").last)
        #expect(last.header("Authorization") == "Bearer st-the-second-token")
        world.answer("travels/end", [:])
        world.loop.advance(by: .seconds(600))
        #expect(ends(world).count == 3)
    }

    @Test func `a gate that closes meanwhile is what start reports`() throws {
        let world = try World()
        let start = try world.makeTravel().start()
        try world.engine.updateToken(World.token)
        world.loop.run()
        world.answer("feature-gate", ["enabled": false])
        world.loop.advance(by: .seconds(30))
        #expect(start.code == 108_001)
    }
}
