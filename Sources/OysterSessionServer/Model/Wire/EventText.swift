// SPDX-License-Identifier: Apache-2.0
private import HappyOysterCore

/// Events as they stand on the wire.
package enum EventText {
    /// Most bytes of a line.
    package static let longestLine = 64 << 10

    /// The first event of an event stream, as a Server-Sent Event without an id.
    package static func hello(_ opened: OpenedEventStream) -> [UInt8] {
        let data = JSONCodec.bytes(opened.hello) ?? Array("{}".utf8)
        return Array("event: hello\n".utf8) + lines(of: data) + [UInt8(ascii: "\n")]
    }

    /// A comment line, which keeps the HTTP connection busy.
    package static let heartbeat = Array(": heartbeat\n\n".utf8)

    /// An event as a Server-Sent Event.
    package static func text(of event: WaitingEvent, epoch: String) -> [UInt8] {
        let head = "id: \(epoch)-\(event.number)\nevent: \(event.payload.type.rawValue)\n"
        return Array(head.utf8) + lines(of: event.payload.data) + [UInt8(ascii: "\n")]
    }

    /// The answer to a long poll.
    package static func poll(_ events: [WaitingEvent], epoch: String) -> [UInt8] {
        var body = Array("{\"epoch\":\"\(epoch)\",\"events\":[".utf8)
        for (index, event) in events.enumerated() {
            let id = "\(epoch)-\(event.number)"
            let comma = index > 0 ? "," : ""
            body += "\(comma){\"id\":\"\(id)\",\"type\":\"\(event.payload.type.rawValue)\",".utf8
            body += Array("\"data\":".utf8) + event.payload.data + [UInt8(ascii: "}")]
        }
        return body + Array("]}".utf8)
    }

    /// The `data:` lines of a JSON text.
    ///
    /// A text is split behind a comma outside strings, where a client's line break is white space.
    private static func lines(of data: [UInt8]) -> [UInt8] {
        let room = longestLine - "data: \n".utf8.count
        var output: [UInt8] = []
        output.reserveCapacity(data.count + 16)
        var start = 0
        while data.count - start > room, let end = lastSplit(in: data[start..<(start + room)]) {
            output += Array("data: ".utf8) + data[start..<end] + [UInt8(ascii: "\n")]
            start = end
        }
        return output + Array("data: ".utf8) + data[start...] + [UInt8(ascii: "\n")]
    }

    /// The index behind the last comma outside strings; the slice begins outside strings.
    private static func lastSplit(in data: ArraySlice<UInt8>) -> Int? {
        var split: Int?
        var isInString = false
        var isEscaped = false
        for (index, byte) in zip(data.indices, data) {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = isInString
            } else if byte == UInt8(ascii: "\"") {
                isInString.toggle()
            } else if byte == UInt8(ascii: ","), !isInString {
                split = index + 1
            }
        }
        return split
    }
}
