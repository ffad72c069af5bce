// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterStream
import HappyOysterTestSupport
import Testing

@testable import HappyOysterWorld

/// Commands from the host to the stream engine.
@Suite struct TravelCommandTests {
    private func running(_ mode: OysterModeValue = .adventure) throws -> TravelFixture {
        let travel = try EngineFixture(mode).makeTravel()
        try travel.run()
        return travel
    }

    @Test func `commands submitted every millisecond are sent every 42 ms`() throws {
        let travel = try running()
        let start = travel.fixture.loop.now
        for _ in 0..<420 {
            travel.command(.front)
            travel.fixture.loop.advance(by: .milliseconds(1))
        }
        let times = try #require(travel.connection).commands.map { $0.time - start }
        #expect(times == (0...10).map { .milliseconds(42 * $0) })
    }

    @Test func `the first command is sent at once, then the newest of each interval`() throws {
        let travel = try running()
        travel.command(.front)
        travel.command(.left)
        travel.command(.right)
        let connection = try #require(travel.connection)
        #expect(connection.commands.map(\.command.translation) == [.front])
        travel.fixture.loop.advance(by: .milliseconds(42))
        #expect(connection.commands.map(\.command.translation) == [.front, .right])
        #expect(connection.commands.map(\.sequence) == [1, 2])
        travel.fixture.loop.advance(by: .seconds(10))
        #expect(connection.commands.count == 2)
    }

    @Test func `a one-shot between two intervals is sent exactly once`() throws {
        let travel = try running()
        travel.command(.front)
        travel.command(.front, act: .jump)
        travel.command(.left)
        for _ in 0..<5 {
            travel.fixture.loop.advance(by: .milliseconds(42))
            travel.command(.left)
        }
        let acts = try #require(travel.connection).commands.map(\.command.interaction)
        #expect(acts.filter { $0 == .jump }.count == 1)
    }

    @Test func `a flush sends only the waiting command, at once`() throws {
        let travel = try running()
        let connection = try #require(travel.connection)
        _ = travel.commandSlot.flush(generation: travel.generation)
        travel.fixture.loop.run()
        #expect(connection.commands.isEmpty)
        travel.command(.front)
        travel.command(.left)
        _ = travel.commandSlot.flush(generation: travel.generation)
        travel.fixture.loop.run()
        #expect(connection.commands.map(\.command.translation) == [.front, .left])
        _ = travel.commandSlot.flush(generation: travel.generation)
        travel.fixture.loop.advance(by: .seconds(1))
        #expect(connection.commands.count == 2)
    }

    @Test func `a command before start is an error event 103001`() throws {
        let travel = try EngineFixture(.adventure).makeTravel()
        travel.command(.front)
        #expect(travel.errors.map(\.code) == [103_001])
        #expect(travel.errors.first?.operationName == .sendCommand)
    }

    @Test(arguments: [OysterModeValue.directing, .acting])
    func `a command in another mode is an error event 103003`(_ mode: OysterModeValue) throws {
        let travel = try running(mode)
        travel.command(.front)
        #expect(travel.errors.map(\.code) == [103_003])
        #expect(travel.connection?.commands.isEmpty == true)
        #expect(travel.core.status == .running)
    }

    @Test func `a command while connecting is an error event 103002`() throws {
        let travel = try EngineFixture(.adventure).makeTravel()
        _ = try travel.start()
        travel.fixture.answer("travels/enter-travel", TravelFixture.entry(.adventure))
        travel.command(.front)
        #expect(travel.errors.map(\.code) == [103_002])
    }

    @Test func `a command on a channel that is not ready is an error event 105004`() throws {
        let travel = try running()
        travel.connection?.takeCommands(false)
        travel.command(.front)
        #expect(travel.errors.map(\.code) == [105_004])
        #expect(travel.core.status == .running)
        travel.connection?.takeCommands(true)
        travel.fixture.loop.advance(by: .milliseconds(42))
        travel.command(.front)
        #expect(travel.connection?.commands.count == 1)
    }

    @Test func `a refused command is reported at most once per second`() throws {
        let travel = try running(.directing)
        for _ in 0..<2500 {
            travel.command(.front)
            travel.fixture.loop.advance(by: .milliseconds(1))
        }
        #expect(travel.errors.filter { $0.code == 103_003 }.count == 3)
    }

    @Test func `commands that wait at the end of the travel are dropped`() throws {
        let travel = try running()
        travel.command(.front)
        travel.command(.left)
        _ = try travel.end()
        travel.fixture.loop.advance(by: .seconds(1))
        #expect(travel.connection?.commands.count == 1)
        #expect(travel.errors.isEmpty)
        travel.fixture.answer("travels/end", [:])
        #expect(
            travel.commandSlot.submit(.init(translation: .front), generation: travel.generation)
                == .over
        )
    }

    @Test func `the statistics count commands`() throws {
        let travel = try running()
        for _ in 0..<3 { travel.command(.front) }
        travel.fixture.loop.advance(by: .milliseconds(42))
        let figures = travel.core.statistics
        #expect(figures["commandsSubmitted"] == 3)
        #expect(figures["commandsSent"] == 2)
        #expect(figures["commandsMerged"] == 1)
        #expect(figures["commandsRefused"] == 0)
    }
}
