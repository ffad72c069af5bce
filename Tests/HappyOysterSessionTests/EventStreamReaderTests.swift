// SPDX-License-Identifier: Apache-2.0
import HappyOysterTestSupport
import Testing

@testable import HappyOysterSession

/// Server-Sent Events from pieces of any size.
@Suite struct EventStreamReaderTests {
    private typealias Event = EventStreamReader.Event

    private func read(_ text: String, piece: Int = .max) throws -> [Event] {
        var reader = EventStreamReader()
        var events: [Event] = []
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            events += try reader.read(Array(rest.prefix(piece)))
            rest = rest.dropFirst(piece)
        }
        return events
    }

    private static let text =
        "\u{FEFF}event: hello\ndata: {}\n\n: heartbeat\n\nid: e-1\r\nevent:signal\r\n"
        + "data: one\r\ndata:  two\r\nretry: 5\r\n\r\nid: e-2\rdata\rdata\r\rid: e-3\nevent: x\n\n"
        + "data: öß\n\ndata: cut"

    private static let events = [
        Event(id: nil, type: "hello", data: Array("{}".utf8)),
        Event(id: "e-1", type: "signal", data: Array("one\n two".utf8)),
        Event(id: "e-2", type: "message", data: Array("\n".utf8)),
        Event(id: nil, type: "message", data: Array("öß".utf8)),
    ]

    @Test(arguments: [1, 2, 3, 5, 7, 64, Int.max])
    func `events are the same for every size of the pieces`(piece: Int) throws {
        #expect(try read(Self.text, piece: piece) == Self.events)
    }

    @Test func `a line of 65536 bytes is read, a longer one is refused`() throws {
        let longest = "data: " + String(repeating: "a", count: 65_530)
        #expect(try read(longest + "\n\n").first?.data.count == 65_530)
        #expect(throws: EventStreamReader.Flaw.lineTooLong) { try read(longest + "a") }
        #expect(throws: EventStreamReader.Flaw.lineTooLong) { try read(longest + "a", piece: 100) }
    }

    @Test func `an event of 262144 bytes is read, a longer one is refused`() throws {
        let line = "data: " + String(repeating: "a", count: 32_767) + "\n"
        let eight = String(repeating: line, count: 8)
        #expect(try read(eight + "\n").first?.data.count == 262_143)
        #expect(throws: EventStreamReader.Flaw.eventTooLong) { try read(eight + "data: aa\n\n") }
    }

    @Test func `random bytes give bounded events and no trap`() {
        var random = SplitMix(7)
        let alphabet = Array("\r\n:id event: data: e-1 \u{0}ÿ".utf8) + [0xFF, 0xC3]
        for _ in 0..<500 {
            var reader = EventStreamReader()
            for _ in 0..<10 {
                let piece = (0..<Int.random(in: 0...80, using: &random)).map { _ in
                    alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
                }
                for event in (try? reader.read(piece)) ?? [] { #expect(event.data.count <= 800) }
            }
        }
    }

    @Test(
        arguments: [
            ("e-1", "e", 1), ("a-b-17", "a-b", 17), ("e-0", "e", 0),
            ("e-9007199254740991", "e", 9_007_199_254_740_991),
        ] as [(String, String, Int)]
    )
    func `a place has an epoch and a number`(text: String, epoch: String, number: Int) {
        #expect(EventPosition(text) == EventPosition(epoch: epoch, number: number))
    }

    @Test(
        arguments: [
            "", "-", "e", "e-", "-1", "e-x", "e--1x", "e-99999999999999999", "e f-1", "e-1 ",
        ]
    )
    func `another text is no place`(text: String) { #expect(EventPosition(text) == nil) }
}
