// SPDX-License-Identifier: Apache-2.0

/// Writes a JSON value as compact UTF-8.
package struct JSONWriter {
    /// What stands for a value that cannot be kept exactly.
    enum Substitute {
        /// Null, and one null for a repeated key.
        case null
        /// A number as it was written, null for a string; all members of a repeated key.
        case written
    }

    /// Nesting beyond this is refused, so that recursion stays bounded.
    package static let depth = 64

    private let substitute: Substitute
    private var output: [UInt8] = []

    private init(_ substitute: Substitute) { self.substitute = substitute }

    /// The text of a value; nil when the value cannot be written.
    static func bytes(of value: JSONValue, _ substitute: Substitute) -> [UInt8]? {
        var writer = JSONWriter(substitute)
        return writer.write(value, level: 0) ? writer.output : nil
    }

    /// The shortest text that reads back as the same number; nil for NaN and infinity.
    package static func text(of number: Double) -> String? {
        guard number.isFinite else { return nil }
        let isWhole = number.magnitude < 0x1p53 && (number != 0 || number.sign == .plus)
        return (isWhole ? Int64(exactly: number)?.description : nil) ?? number.description
    }

    /// Appends a value; false when it cannot be written.
    private mutating func write(_ value: JSONValue, level: Int) -> Bool {
        guard level <= JSONWriter.depth else { return false }
        switch value {
        case .null: return write("null")
        case .bool(let flag): return write(flag ? "true" : "false")
        case .integer(let number):
            guard number.magnitude <= JSONValue.largestInteger.magnitude else { return false }
            return write(String(number))
        case .number(let number):
            guard let text = JSONWriter.text(of: number) else { return false }
            return write(text)
        case .string(let text): return writeQuoted(text)
        case .array(let elements): return write(elements, level: level + 1)
        case .object(let object): return write(object, level: level + 1)
        case .unreadable(let value):
            return write(substitute == .written && value.isPlainNumber ? value.text : "null")
        }
    }

    private mutating func write(_ elements: [JSONValue], level: Int) -> Bool {
        output.append(UInt8(ascii: "["))
        for (index, element) in elements.enumerated() {
            if index > 0 { output.append(UInt8(ascii: ",")) }
            guard write(element, level: level) else { return false }
        }
        output.append(UInt8(ascii: "]"))
        return true
    }

    private mutating func write(_ object: JSONObject, level: Int) -> Bool {
        output.append(UInt8(ascii: "{"))
        let members = substitute == .null ? object.unambiguousMembers : object.members
        for (index, member) in members.enumerated() {
            if index > 0 { output.append(UInt8(ascii: ",")) }
            guard writeQuoted(member.key) else { return false }
            output.append(UInt8(ascii: ":"))
            guard write(member.value, level: level) else { return false }
        }
        output.append(UInt8(ascii: "}"))
        return true
    }

    private mutating func write(_ text: String) -> Bool {
        output += text.utf8
        return true
    }

    /// Appends a string with its quotes; false when it holds a NUL character, which would end a C
    /// string.
    private mutating func writeQuoted(_ text: String) -> Bool {
        output.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case 0: return false
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): output += [UInt8(ascii: "\\"), byte]
            case 0x08: output += #"\b"#.utf8
            case 0x09: output += #"\t"#.utf8
            case 0x0A: output += #"\n"#.utf8
            case 0x0C: output += #"\f"#.utf8
            case 0x0D: output += #"\r"#.utf8
            case 0..<0x20:
                let digits = String(byte, radix: 16)
                output += (byte < 0x10 ? #"\u000"# : #"\u00"#).utf8
                output += digits.utf8
            default: output.append(byte)
            }
        }
        output.append(UInt8(ascii: "\""))
        return true
    }
}

extension JSONObject {
    /// The members, with a single null in place of all members with a repeated key.
    package var unambiguousMembers: [(key: String, value: JSONValue)] {
        guard hasRepetitions else { return members }
        var seen: Set<[UInt8]> = []
        return members.compactMap { member in
            guard isRepeated(member.key) else { return member }
            return seen.insert(Array(member.key.utf8)).inserted ? (member.key, .null) : nil
        }
    }
}
