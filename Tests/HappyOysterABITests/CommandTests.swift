// SPDX-License-Identifier: Apache-2.0
import CHappyOyster
import CcJSON
import HappyOysterCore
import HappyOysterTestSupport
import Testing

@Suite(.blocking) struct CommandTests {
    private func send(_ travel: OpaquePointer, jump: Bool = false) -> oyster_result {
        oyster_travel_send_command(
            travel,
            .OYSTER_TRANSLATION_FRONT,
            .OYSTER_ROTATION_MOUSE_LEFT,
            jump ? .OYSTER_INTERACTION_JUMP : .OYSTER_INTERACTION_NONE
        )
    }

    private func stats(_ travel: OpaquePointer) -> JSONValue {
        var tree: UnsafeMutablePointer<cJSON>?
        guard oyster_travel_stats(travel, &tree) == 0 else { return .null }
        defer { oyster_json_free(tree) }
        return Tree.value(tree) ?? .null
    }

    private func sent(_ travel: OpaquePointer) -> [JSONValue] {
        stats(travel)["stream"]?["commands"]?.arrayValue ?? []
    }

    @Test func `the first command is sent at once, then the newest wins, and a jump is never lost`()
        throws
    {
        let fixture = try HostFixture()
        let travel = try fixture.makeRunningTravel()
        #expect(send(travel) == 0)
        #expect(blockUntil { sent(travel).count == 1 })
        for number in 0..<5000 { #expect(send(travel, jump: number == 2500) == 0) }
        #expect(oyster_travel_flush_commands(travel) == 0)
        #expect(blockUntil { stats(travel)["commandsSubmitted"] == 5001 })
        let commands = sent(travel)
        #expect(commands.count { $0["interaction"] == "jump" } == 1)
        #expect(commands.allSatisfy { $0["translation"] == "front" })
        let counts = stats(travel)
        #expect(counts["commandsRefused"] == 0)
        #expect(counts["commandsSent"]?.integerValue ?? 5001 < 5001)
        oyster_travel_release(travel, nil)
    }

    /// The first command is sent right after the creation, before the loop may know the travel.
    @Test func `each of hundreds of first commands is sent`() throws {
        let fixture = try HostFixture()
        for _ in 0..<300 {
            let travel = try fixture.makeTravel()
            let listener = Listener()
            _ = listener.listen(to: travel)
            #expect(send(travel) == 0)
            #expect(listener.events.wait(for: 1))
            #expect(listener.events.entries.first?.code == code(.OYSTER_ERROR_NO_ACTIVE_TRAVEL))
            oyster_travel_release(travel, nil)
        }
    }

    @Test(arguments: ["adventure", "directing"])
    func `a command that cannot be sent is an error event, once a second`(mode: String) throws {
        let fixture = try HostFixture(mode)
        let travel = try mode == "adventure" ? fixture.makeTravel() : fixture.makeRunningTravel()
        let listener = Listener()
        _ = listener.listen(to: travel)
        for _ in 0..<50 {
            #expect(send(travel) == 0)
            oyster_travel_flush_commands(travel)
        }
        #expect(listener.heard { $0.type == .OYSTER_EVENT_ERROR })
        #expect(blockUntil { stats(travel)["commandsSubmitted"] == 50 })
        let errors = listener.events.entries.filter { $0.type == .OYSTER_EVENT_ERROR }
        #expect(errors.count == 1)
        let expected =
            mode == "adventure"
            ? code(.OYSTER_ERROR_NO_ACTIVE_TRAVEL) : code(.OYSTER_ERROR_MODE_MISMATCH)
        #expect(errors.first?.code == expected)
        #expect(errors.first?.json?["operation"] == "sendCommand")
        oyster_travel_release(travel, nil)
    }

    @Test func `commands after the end are refused at once`() throws {
        let fixture = try HostFixture()
        let travel = try fixture.makeRunningTravel()
        let end = Completion()
        oyster_travel_end(travel, Completion.done, end.context)
        #expect(end.wait()?.code == 0)
        #expect(blockUntil { send(travel) == code(.OYSTER_ERROR_NO_ACTIVE_TRAVEL) })
        oyster_travel_release(travel, nil)
        #expect(send(travel) == code(.OYSTER_ERROR_INVALID_HANDLE))
    }

    @Test
    func
        `commands of many threads during a release are accepted or refused with a documented code`()
        throws
    {
        let fixture = try HostFixture()
        for _ in 0..<20 {
            nonisolated(unsafe) let travel = try fixture.makeRunningTravel()
            let strangers = Counter()
            let known: Set<oyster_result> = [
                0, code(.OYSTER_ERROR_INVALID_HANDLE), code(.OYSTER_ERROR_NO_ACTIVE_TRAVEL),
            ]
            let isGood = onThreads(4) { thread in
                if thread == 0 {
                    Latch().wait(.milliseconds(2))
                    oyster_travel_release(travel, nil)
                }
                for number in 0..<3000 {
                    if !known.contains(send(travel, jump: number % 7 == 0)) { strangers.add() }
                    if !known.contains(oyster_travel_flush_commands(travel)) { strangers.add() }
                }
            }
            #expect(isGood)
            #expect(strangers.value == 0)
        }
    }
}
