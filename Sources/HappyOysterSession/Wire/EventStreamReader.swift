// SPDX-License-Identifier: Apache-2.0

/// Reads Server-Sent Events from pieces of an answer.
///
/// Source: WHATWG HTML, section 9.2.6, with bounds. Unlike there, an event without an id has none.
package struct EventStreamReader {
    /// Longest line, in bytes.
    package static let longestLine = 65_536
    /// Longest data of an event, in bytes.
    package static let longestEvent = 262_144

    package struct Event: Equatable, Sendable {
        package var id: String?
        package var type = "message"
        package var data: [UInt8] = []
    }

    /// Why the stream cannot be read on.
    package enum Flaw: String, Error {
        case lineTooLong = "a line is longer than 65536 bytes"
        case eventTooLong = "an event is longer than 262144 bytes"
    }

    private var line: [UInt8] = []
    private var event = Event()
    private var hasData = false
    /// Whether a line break that begins the next piece ends no line: it follows a carriage return.
    private var skipsLineFeed = false
    private var isFirstLine = true

    package init() {}

    /// Takes the next piece; returns the events that it completes.
    package mutating func read(_ piece: [UInt8]) throws(Flaw) -> [Event] {
        var events: [Event] = []
        var rest = piece[...]
        if skipsLineFeed, let first = rest.first {
            skipsLineFeed = false
            if first == 10 { rest = rest.dropFirst() }
        }
        while let end = rest.firstIndex(where: { $0 == 10 || $0 == 13 }) {
            try append(rest[..<end])
            let isReturn = rest[end] == 13
            rest = rest[(end + 1)...]
            if isReturn {
                skipsLineFeed = rest.isEmpty
                if rest.first == 10 { rest = rest.dropFirst() }
            }
            if let event = try endLine() { events.append(event) }
        }
        try append(rest)
        return events
    }

    private mutating func append(_ bytes: ArraySlice<UInt8>) throws(Flaw) {
        guard line.count + bytes.count <= EventStreamReader.longestLine else { throw .lineTooLong }
        line += bytes
    }

    /// Takes the line; returns the event that an empty line completes.
    private mutating func endLine() throws(Flaw) -> Event? {
        defer { line.removeAll(keepingCapacity: true) }
        if isFirstLine {
            isFirstLine = false
            if line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
        }
        guard !line.isEmpty else { return endEvent() }
        let colon = line.firstIndex(of: 58) ?? line.endIndex
        var value = line[colon...].dropFirst()
        if value.first == 32 { value = value.dropFirst() }
        switch String(decoding: line[..<colon], as: UTF8.self) {
        case "event": event.type = String(decoding: value, as: UTF8.self)
        case "id": event.id = String(decoding: value, as: UTF8.self)
        case "data":
            if hasData { event.data.append(10) }
            hasData = true
            guard event.data.count + value.count <= EventStreamReader.longestEvent else {
                throw .eventTooLong
            }
            event.data += value
        default: break  // comments, and fields that have no meaning here
        }
        return nil
    }

    private mutating func endEvent() -> Event? {
        defer {
            event = Event()
            hasData = false
        }
        return hasData ? event : nil
    }
}
