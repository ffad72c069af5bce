// SPDX-License-Identifier: Apache-2.0
import CHappyOyster
import CcJSON
import HappyOysterCore
import HappyOysterTestSupport
import HappyOysterThreading
import Testing

/// Whole travels through the C interface.
@Suite(.blocking) struct TravelTests {
    private func info(_ travel: OpaquePointer) -> JSONValue? {
        var tree: UnsafeMutablePointer<cJSON>?
        guard oyster_travel_info(travel, &tree) == 0 else { return nil }
        defer { oyster_json_free(tree) }
        return Tree.value(tree)
    }

    private func stats(_ travel: OpaquePointer) -> JSONValue? {
        var tree: UnsafeMutablePointer<cJSON>?
        guard oyster_travel_stats(travel, &tree) == 0 else { return nil }
        defer { oyster_json_free(tree) }
        return Tree.value(tree)
    }

    @Test(arguments: ["adventure", "directing", "acting"])
    func `a travel starts, runs and ends`(mode: String) throws {
        let fixture = try HostFixture(mode)
        let travel = try fixture.makeTravel()
        let listener = Listener()
        _ = try #require(listener.listen(to: travel))
        #expect(fixture.status(travel) == .OYSTER_STATUS_IDLE)
        #expect(oyster_travel_can(travel, .OYSTER_ACTION_START))
        let start = Completion()
        #expect(oyster_travel_start(travel, nil, Completion.done, start.context) == 0)
        let started = try #require(start.wait())
        #expect(started.code == 0)
        #expect(started.json?["mode"] == .string(mode))
        #expect(fixture.status(travel) == .OYSTER_STATUS_RUNNING)
        #expect(oyster_travel_can(travel, .OYSTER_ACTION_SEND_COMMAND) == (mode == "adventure"))
        #expect(info(travel)?["encryptedTravelId"] == started.json?["encryptedTravelId"])
        #expect(stats(travel)?["requests"]?.integerValue ?? 0 >= 1)
        let end = Completion()
        #expect(oyster_travel_end(travel, Completion.done, end.context) == 0)
        let ended = try #require(end.wait())
        #expect(ended.code == 0 && ended.json?["confirmed"] == true)
        #expect(oyster_travel_is_ended(travel))
        #expect(listener.heard(.OYSTER_STATUS_ENDED))
        let events = listener.events.entries
        let statuses = events.filter { $0.type == .OYSTER_EVENT_STATUS_CHANGED }.map(\.status)
        #expect(
            statuses == [.OYSTER_STATUS_PREPARE, .OYSTER_STATUS_RUNNING, .OYSTER_STATUS_ENDED]
        )
        #expect(events.map(\.sequence) == (1...UInt64(events.count)).map { $0 })
        #expect(events.last?.status == .OYSTER_STATUS_ENDED)
        #expect(events.contains { $0.type == .OYSTER_EVENT_TRAVEL_INFO_READY })
        var outcome = oyster_release_outcome.OYSTER_RELEASE_DEFERRED
        #expect(oyster_travel_release(travel, &outcome) == 0)
        #expect(outcome == .OYSTER_RELEASE_COMPLETE)
        #expect(listener.releases.value == 1)
        #expect(try fixture.requests("travels/end").count == 1)
        #expect(start.answers.count == 1 && end.answers.count == 1)
    }
}
