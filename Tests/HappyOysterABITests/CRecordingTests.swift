// SPDX-License-Identifier: Apache-2.0
import CHappyOyster
import HappyOysterCore
import HappyOysterTestSupport
import Testing

@Suite(.blocking) struct CRecordingTests {
    @Test func `recording the loopback is an error event, and the travel continues`() throws {
        let fixture = try HostFixture()
        let travel = try fixture.makeRunningTravel()
        let listener = Listener()
        #expect(listener.listen(to: travel) != nil)
        #expect(oyster_travel_record(travel, "a.webm") == 0)
        #expect(listener.heard { $0.code == code(.OYSTER_ERROR_UNSUPPORTED) })
        let event = try #require(listener.events.entries.first { $0.code != 0 })
        #expect(event.type == .OYSTER_EVENT_ERROR)
        #expect(event.status == .OYSTER_STATUS_RUNNING)
        #expect(event.json?["operation"] == "record")
        #expect(event.json?["endsTravel"] == false)
        #expect(oyster_travel_record(travel, nil) == 0)
        #expect(fixture.status(travel) == .OYSTER_STATUS_RUNNING)
        oyster_travel_release(travel, nil)
    }

    @Test func `a path that is empty, too long or not UTF-8 is refused`() throws {
        let fixture = try HostFixture()
        let travel = try fixture.makeTravel()
        let argument = code(.OYSTER_ERROR_INVALID_ARGUMENT)
        #expect(oyster_travel_record(travel, "") == argument)
        for bad in BadText.notUTF8 + [BadText.huge] {
            bad.withUnsafeBufferPointer {
                #expect(oyster_travel_record(travel, $0.baseAddress) == argument)
            }
        }
        for name in ["a", "a.avi", ".webm", "a.webm/"] {
            #expect(oyster_travel_record(travel, name) == argument)
        }
        let longest = String(repeating: "a", count: 4091) + ".webm"
        #expect(oyster_travel_record(travel, longest) == 0)
        #expect(oyster_travel_record(travel, nil) == 0)
        oyster_travel_end(travel, nil, nil)
        #expect(blockUntil { oyster_travel_is_ended(travel) })
        #expect(oyster_travel_record(travel, "a.webm") == code(.OYSTER_ERROR_NO_ACTIVE_TRAVEL))
        #expect(oyster_travel_record(travel, nil) == code(.OYSTER_ERROR_NO_ACTIVE_TRAVEL))
        oyster_travel_release(travel, nil)
    }
}
