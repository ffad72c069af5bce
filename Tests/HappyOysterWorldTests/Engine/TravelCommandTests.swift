// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterStream
import HappyOysterTestSupport
import Testing

@testable import HappyOysterWorld

/// Commands on their way to the stream.
@Suite struct TravelCommandTests {
    private func running(_ mode: OysterModeValue = .adventure) throws -> Voyage {
        let voyage = try World(mode).makeTravel()
        try voyage.run()
        return voyage
    }

    @Test func `a command every millisecond is a message every 42 ms`() throws {
        let voyage = try running()
        let start = voyage.world.loop.now
        for _ in 0..<420 {
            voyage.command(.front)
            voyage.world.loop.advance(by: .milliseconds(1))
        }
        let times = try #require(voyage.connection).commands.map { $0.time - start }
        #expect(times == (0...10).map { .milliseconds(42 * $0) })
    }

    @Test func `the first goes out at once, then the newest wins`() throws {
        let voyage = try running()
        voyage.command(.front)
        voyage.command(.left)
        voyage.command(.right)
        let connection = try #require(voyage.connection)
        #expect(connection.commands.map(\.command.translation) == [.front])
        voyage.world.loop.advance(by: .milliseconds(42))
        #expect(connection.commands.map(\.command.translation) == [.front, .right])
        #expect(connection.commands.map(\.sequence) == [1, 2])
        voyage.world.loop.advance(by: .seconds(10))
        #expect(connection.commands.count == 2)
    }

    @Test func `a one-shot between two ticks goes out exactly once`() throws {
        let voyage = try running()
        voyage.command(.front)
        voyage.command(.front, act: .jump)
        voyage.command(.left)
        for _ in 0..<5 {
            voyage.world.loop.advance(by: .milliseconds(42))
            voyage.command(.left)
        }
        let acts = try #require(voyage.connection).commands.map(\.command.interaction)
        #expect(acts.filter { $0 == .jump }.count == 1)
    }

    @Test func `a flush sends what waits at once and nothing else`() throws {
        let voyage = try running()
        let connection = try #require(voyage.connection)
        _ = voyage.commandSlot.flush(generation: voyage.generation)
        voyage.world.loop.run()
        #expect(connection.commands.isEmpty)
        voyage.command(.front)
        voyage.command(.left)
        _ = voyage.commandSlot.flush(generation: voyage.generation)
        voyage.world.loop.run()
        #expect(connection.commands.map(\.command.translation) == [.front, .left])
        _ = voyage.commandSlot.flush(generation: voyage.generation)
        voyage.world.loop.advance(by: .seconds(1))
        #expect(connection.commands.count == 2)
    }

    @Test func `before start a command is 103001, as an event`() throws {
        let voyage = try World(.adventure).makeTravel()
        voyage.command(.front)
        #expect(voyage.errors.map(\.code) == [103_001])
        #expect(voyage.errors.first?.operation == .sendCommand)
    }

    @Test(arguments: [OysterModeValue.directing, .acting])
    func `in another mode a command is 103003, as an event`(_ mode: OysterModeValue) throws {
        let voyage = try running(mode)
        voyage.command(.front)
        #expect(voyage.errors.map(\.code) == [103_003])
        #expect(voyage.connection?.commands.isEmpty == true)
        #expect(voyage.travel.status == .running)
    }

    @Test func `while connecting a command is 103002, as an event`() throws {
        let voyage = try World(.adventure).makeTravel()
        _ = try voyage.start()
        voyage.world.answer("travels/enter-travel", Voyage.entry(.adventure))
        voyage.command(.front)
        #expect(voyage.errors.map(\.code) == [103_002])
    }

    @Test func `a channel that is not ready is 105004, as an event, and the travel runs on`() throws
    {
        let voyage = try running()
        voyage.connection?.takeCommands(false)
        voyage.command(.front)
        #expect(voyage.errors.map(\.code) == [105_004])
        #expect(voyage.travel.status == .running)
        voyage.connection?.takeCommands(true)
        voyage.world.loop.advance(by: .milliseconds(42))
        voyage.command(.front)
        #expect(voyage.connection?.commands.count == 1)
    }

    @Test func `the same refusal is told once per second`() throws {
        let voyage = try running(.directing)
        for _ in 0..<2500 {
            voyage.command(.front)
            voyage.world.loop.advance(by: .milliseconds(1))
        }
        #expect(voyage.errors.filter { $0.code == 103_003 }.count == 3)
    }

    @Test func `what waits when the travel ends is dropped`() throws {
        let voyage = try running()
        voyage.command(.front)
        voyage.command(.left)
        _ = try voyage.end()
        voyage.world.loop.advance(by: .seconds(1))
        #expect(voyage.connection?.commands.count == 1)
        #expect(voyage.errors.isEmpty)
        voyage.world.answer("travels/end", [:])
        #expect(
            voyage.commandSlot.submit(.init(translation: .front), generation: voyage.generation)
                == .over
        )
    }

    @Test func `commands are counted`() throws {
        let voyage = try running()
        for _ in 0..<3 { voyage.command(.front) }
        voyage.world.loop.advance(by: .milliseconds(42))
        let figures = voyage.travel.statistics
        #expect(figures["commandsSubmitted"] == 3)
        #expect(figures["commandsSent"] == 2)
        #expect(figures["commandsMerged"] == 1)
        #expect(figures["commandsRefused"] == 0)
    }
}
