// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterTestSupport
import Testing

@testable import OysterSessionServer

@Suite struct EventStreamTests {
    private func numbers(_ events: [WaitingEvent]) -> [Int] { events.map(\.number) }

    @Test func `a new event stream replays all that is not acknowledged`() throws {
        var fixture = try ModelFixture()
        var ada = try fixture.join()
        for _ in 0..<5 { try fixture.send(&ada, "signal") }
        #expect(numbers(fixture.take(ada)) == [1, 2, 3, 4, 5])
        try fixture.open(&ada)
        #expect(numbers(fixture.take(ada)) == [1, 2, 3, 4, 5])
        try fixture.open(&ada, after: 3)
        #expect(numbers(fixture.take(ada)) == [4, 5])
        try fixture.open(&ada)
        #expect(numbers(fixture.take(ada)) == [4, 5])
        _ = try fixture.post(ada, lastEvent: "\(ada.epoch)-4").get()
        try fixture.open(&ada)
        #expect(numbers(fixture.take(ada)) == [5])
    }

    @Test func `an unknown position is 410 with resume`() throws {
        var fixture = try ModelFixture()
        var ada = try fixture.join()
        for _ in 0..<5 { try fixture.send(&ada, "signal") }
        try fixture.open(&ada, after: 3)
        for number in [0, 2, 6, 1 << 60] {
            let refusal = fixture.tryOpen(ada, after: number).refusal
            #expect(refusal?.status == 410 && refusal?.resume == true)
        }
        for position in [
            "0000000000000000-3", "x", "-", "-3", "\(ada.epoch)", "\(ada.epoch)-3x",
            "\(ada.epoch)--3", "\(ada.epoch)-+3", "\(ada.epoch)-99999999999999999999", "é-3",
        ] {
            let refusal = fixture.tryOpen(ada, position: position).refusal
            #expect(refusal?.status == 410 && refusal?.resume == true, "\(position)")
        }
        #expect(fixture.tryOpen(ada, position: "").codes == nil)
        #expect(fixture.tryOpen(ada, after: 3).codes == nil)
        #expect(fixture.tryOpen(ada, after: 5).codes == nil)
    }

    @Test func `lastEvent of another epoch has no effect, of the future is 400`() throws {
        var fixture = try ModelFixture()
        var ada = try fixture.join()
        try fixture.send(&ada, "signal")
        #expect(try fixture.post(ada, lastEvent: "0000000000000000-1").codes == nil)
        #expect(try fixture.post(ada, lastEvent: "\(ada.epoch)-2").codes == [400, 1011])
        try fixture.open(&ada)
        #expect(fixture.take(ada).count == 1)
        #expect(try fixture.post(ada, lastEvent: "\(ada.epoch)-1").codes == nil)
        #expect(try fixture.post(ada, lastEvent: "\(ada.epoch)-0").codes == nil)
        #expect(fixture.store.gauges.waitingEvents == 0)
    }

    @Test func `a second event stream ends the first, whose id is void`() throws {
        var fixture = try ModelFixture()
        var ada = try fixture.join()
        let first = try #require(ada.stream)
        try fixture.open(&ada)
        #expect(fixture.ended[first]?.last == [])
        try fixture.send(&ada, "signal")
        #expect(fixture.store.takeEvents(first, count: 10, bytes: 1000) == [])
        #expect(fixture.store.closeEvents(first, at: fixture.time) == Effects())
        #expect(fixture.take(ada).count == 1)
        #expect(fixture.store.gauges.openEventStreams == 1)
        #expect(fixture.store.gauges.lostConnections == 0)
    }

    @Test func `a refused opening leaves the open event stream alone`() throws {
        var fixture = try ModelFixture()
        var ada = try fixture.join()
        #expect(fixture.tryOpen(ada, after: 7).codes == [410, 1022])
        try fixture.send(&ada, "signal")
        #expect(fixture.take(ada).count == 1)
    }

    @Test func `a stream is named as ready once until it has taken all`() throws {
        var fixture = try ModelFixture()
        var ada = try fixture.join()
        let stream = try #require(ada.stream)
        for _ in 0..<3 { try fixture.send(&ada, "signal") }
        #expect(fixture.ready == [stream])
        #expect(numbers(fixture.store.takeEvents(stream, count: 2, bytes: .max)) == [1, 2])
        try fixture.send(&ada, "signal")
        #expect(fixture.ready == [stream])
        #expect(numbers(fixture.store.takeEvents(stream, count: .max, bytes: 1)) == [3])
        #expect(numbers(fixture.store.takeEvents(stream, count: .max, bytes: 0)) == [4])
        #expect(fixture.store.takeEvents(stream, count: .max, bytes: .max) == [])
        try fixture.send(&ada, "signal")
        #expect(fixture.ready == [stream, stream])
        #expect(fixture.store.takeEvents(stream, count: 0, bytes: 0) == [])
        #expect(fixture.store.takeEvents(stream, count: -1, bytes: -1) == [])
        #expect(numbers(fixture.store.takeEvents(stream, count: 1, bytes: -1)) == [5])
    }

    @Test func `1000 events wait, the next one drops them all and ends the event stream`() throws {
        var fixture = try ModelFixture()
        let slow = try fixture.join()
        let stream = try #require(slow.stream)
        let ada = try fixture.join()
        var next = 1
        func burst(_ count: Int) throws {
            let batch = (0..<count).map { index in
                ["number": JSONValue(next + index), "op": "signal"] as JSONValue
            }
            _ = try fixture.post(ada, batch).get()
            next += count
            fixture.now += .seconds(1)
        }
        for _ in 0..<27 { try burst(37) }
        #expect(fixture.store.gauges.waitingEvents == 1999)
        #expect(fixture.ended[stream] == nil)
        _ = try fixture.post(ada, lastEvent: "\(ada.epoch)-900").get()
        try burst(1)
        #expect(fixture.ended[stream]?.last == [])
        #expect(fixture.store.counters.overflows == 1)
        #expect(fixture.store.gauges.lostConnections == 1)
        let refusal = fixture.tryOpen(slow).refusal
        #expect(refusal?.status == 410 && refusal?.resume == true)
        #expect(fixture.tryOpen(slow, after: 1001).codes == [410, 1022])

        // A lost connection that resumes continues with a new epoch from event 1 on.
        var again = try fixture.resume(slow)
        #expect(again.epoch != slow.epoch && again.id == slow.id)
        #expect(again.answer["snapshot"]?["connections"]?.arrayValue?.count == 1)
        try fixture.open(&again, after: 0)
        try burst(1)
        #expect(numbers(fixture.take(again)) == [1])
    }

    @Test func `4 MiB of events wait at most`() throws {
        var fixture = try ModelFixture()
        let slow = try fixture.join()
        var ada = try fixture.join()
        let data = JSONValue.string(String(repeating: "x", count: 8192))
        while fixture.store.counters.overflows == 0, ada.next < 1000 {
            try fixture.send(&ada, "signal", ["data": data])
            _ = try fixture.post(ada, lastEvent: "\(ada.epoch)-\(ada.next - 1)").get()
            fixture.now += .milliseconds(10)
        }
        #expect((490...512).contains(ada.next))
        #expect(fixture.tryOpen(slow).codes == [410, 1022])
        #expect(fixture.store.gauges.waitingBytes < 10_000)
    }

    @Test func `receivers share one copy of an event's data in the journal's state`() throws {
        var fixture = try ModelFixture()
        for _ in 0..<50 { _ = try fixture.join() }
        var ada = try fixture.join()
        let data = JSONValue.string(String(repeating: "x", count: 8000))
        try fixture.send(&ada, "signal", ["data": data])
        let text = try #require(JournalText.text(of: fixture.store.state))
        #expect(text.count < 60_000)
    }

    @Test func `events arrive exactly once and in order over many reconnects`() throws {
        var generator = SplitMix(11)
        var fixture = try ModelFixture()
        var ada = try fixture.join()
        var bob = try fixture.join()
        var seen: [JSONValue] = []
        var handled = 0
        var sent = 0
        for _ in 0..<600 {
            fixture.now += .milliseconds(20)
            switch Int.random(in: 0..<6, using: &generator) {
            case 0, 1:
                sent += 1
                try fixture.send(&ada, "signal", ["data": .string("\(sent)")])
            case 2:
                guard let stream = bob.stream else { break }
                let count = Int.random(in: 0...4, using: &generator)
                for event in fixture.store.takeEvents(stream, count: count, bytes: .max) {
                    #expect(event.number == handled + 1)
                    handled = event.number
                    seen.append(event.data["data"] ?? .null)
                }
            case 3:
                try fixture.open(
                    &bob,
                    after: handled,
                    kind: Bool.random(using: &generator) ? .poll : .stream
                )
            case 4: fixture.close(&bob)
            default: _ = try fixture.post(bob, lastEvent: "\(bob.epoch)-\(handled)").get()
            }
            if Int.random(in: 0..<40, using: &generator) == 0 {
                try fixture.restart(withJournal: true)
                bob.stream = nil
                ada.stream = nil
                try fixture.open(&ada)
            }
        }
        try fixture.open(&bob, after: handled)
        seen += fixture.take(bob).map { $0.data["data"] ?? .null }
        #expect(sent > 100)
        #expect(seen == (1...sent).map { .string("\($0)") })
    }

    @Test func `an event has an id line, a type line and one data line`() throws {
        var fixture = try ModelFixture()
        var ada = try fixture.join()
        try fixture.send(&ada, "signal", ["data": "a\nb"])
        let event = try #require(fixture.take(ada).first)
        let text = String(decoding: EventText.text(of: event, epoch: ada.epoch), as: UTF8.self)
        let data = String(decoding: event.payload.data, as: UTF8.self)
        #expect(text == "id: \(ada.epoch)-1\nevent: signal\ndata: \(data)\n\n")
        let opened = try fixture.tryOpen(ada).get()
        let hello = String(decoding: EventText.hello(opened), as: UTF8.self)
        let fields = #"{"epoch":"\#(ada.epoch)","heartbeatMs":5000,"graceTimeMs":20000}"#
        #expect(hello == "event: hello\ndata: \(fields)\n\n")
        let poll = try JSONCodec.parse(EventText.poll([event], epoch: ada.epoch))
        #expect(poll["events"]?.arrayValue?.first?["id"] == .string("\(ada.epoch)-1"))
        #expect(poll["events"]?.arrayValue?.first?["data"]?["data"] == "a\nb")
        #expect(
            try JSONCodec.parse(EventText.poll([], epoch: "e")) == ["epoch": "e", "events": []]
        )
    }

    @Test func `a long event has lines of at most 64 KiB that join to the same JSON`() throws {
        var generator = SplitMix(3)
        for _ in 0..<20 {
            let elements = (0..<40).map { _ in
                let length = Int.random(in: 0...6000, using: &generator)
                let characters: [Character] = ["a", ",", "\"", "\\", "é", "\n", "{"]
                let text = (0..<length).map { _ in
                    characters.randomElement(using: &generator) ?? "a"
                }
                return ["id": .string(String(text)), "n": 1] as JSONValue
            }
            let value: JSONValue = ["connections": .array(elements)]
            let data = try #require(JSONCodec.bytes(value))
            let event = WaitingEvent(number: 1, payload: EventPayload(type: .snapshot, data: data))
            let text = EventText.text(of: event, epoch: "e")
            let lines = text.split(separator: UInt8(ascii: "\n"))
            #expect(lines.count > 3 && lines.allSatisfy { $0.count < 64 << 10 })
            let parts = lines.dropFirst(2).map { $0.dropFirst("data: ".utf8.count) }
            let joined = Array(parts.joined(separator: [UInt8(ascii: "\n")]))
            #expect(try JSONCodec.parse(joined) == value)
        }
    }
}
