// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// The text of a journal: a state, then records, each a line of JSON behind a checksum.
///
/// A line is `<first 8 hexadecimal digits of the JSON's SHA-256> <JSON>\n`. A last line without its
/// end is torn: the process ended while it wrote, and no answer depends on it.
package enum JournalText {
    /// Where and why a journal cannot be read.
    package struct Flaw: Error, Equatable {
        /// Counted from 1.
        package let line: Int
        /// As a clause; contains nothing of the line.
        package let reason: String
    }

    /// What a journal holds.
    package struct Contents: Equatable, Sendable {
        package let state: SessionState
        /// The length without a torn last line.
        package let length: Int
    }

    /// A record as a line; nil for one that cannot be written, which does not occur.
    package static func line(_ record: JournalRecord) -> [UInt8]? { line(record.json) }

    /// A whole journal that holds a state and no records; nil when that cannot be written.
    package static func text(of state: SessionState) -> [UInt8]? {
        var text: [UInt8] = []
        for json in state.journalLines {
            guard let line = line(json) else { return nil }
            text += line
        }
        return text
    }

    /// Reads a journal; nil when it is empty.
    package static func read(
        _ bytes: [UInt8],
        _ limits: SessionLimits
    ) throws(Flaw) -> Contents? {
        var reader = JournalReader(limits)
        var number = 0
        var start = 0
        while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
            number += 1
            do {
                try reader.take(try json(bytes[start..<end]))
            } catch {
                throw Flaw(line: number, reason: error.text)
            }
            start = end + 1
        }
        if let state = reader.state { return Contents(state: state, length: start) }
        guard bytes.isEmpty else { throw Flaw(line: number + 1, reason: "the state is incomplete") }
        return nil
    }

    private static let digits = 8

    /// A JSON text without a line break as a line.
    package static func line(json bytes: [UInt8]) -> [UInt8] {
        checksum(bytes) + [UInt8(ascii: " ")] + bytes + [UInt8(ascii: "\n")]
    }

    private static func line(_ json: JSONValue) -> [UInt8]? {
        JSONCodec.bytes(json).map(line(json:))
    }

    private static func json(_ line: ArraySlice<UInt8>) throws(JournalFlaw) -> JSONValue {
        let bytes = Array(line.dropFirst(digits + 1))
        guard line.prefix(digits + 1).elementsEqual(checksum(bytes) + [UInt8(ascii: " ")]) else {
            throw JournalFlaw("the checksum is wrong")
        }
        do {
            return try JSONCodec.parse(bytes)
        } catch {
            throw JournalFlaw("\(error)")
        }
    }

    private static func checksum(_ bytes: [UInt8]) -> [UInt8] {
        Digest.sha256(bytes).prefix(digits / 2).flatMap { byte in
            let text = Array(String(byte, radix: 16).utf8)
            return text.count < 2 ? [UInt8(ascii: "0")] + text : text
        }
    }
}
