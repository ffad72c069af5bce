// SPDX-License-Identifier: Apache-2.0

extension JSONReader {
    /// A string being read: its bytes, and the first part of it that cannot be kept.
    struct Text {
        var bytes: [UInt8] = []
        var flaw: JSONError?

        var string: String { String(decoding: bytes, as: UTF8.self) }
    }

    /// Reads a string with its quotes.
    mutating func string() throws(JSONError) -> JSONValue {
        let text = try text()
        guard let flaw = text.flaw else { return .string(text.string) }
        return try unreadable(flaw, text.string)
    }

    /// Reads a key with its quotes; nil when it cannot be kept.
    mutating func key() throws(JSONError) -> String? {
        let start = index
        let text = try text()
        guard text.bytes.count <= limits.keyBytes else {
            throw JSONError(.stringTooLong, at: start)
        }
        guard let flaw = text.flaw else { return text.string }
        if rule == .exact { throw flaw }
        return nil
    }

    private mutating func text() throws(JSONError) -> Text {
        guard current == UInt8(ascii: "\"") else { throw expected() }
        index += 1
        var text = Text()
        while let byte = current, byte != UInt8(ascii: "\"") {
            switch byte {
            case UInt8(ascii: "\\"): try escape(into: &text)
            case 0..<0x20: throw error(.controlCharacter)
            case 0x20..<0x80:
                text.bytes.append(byte)
                index += 1
            default: try sequence(into: &text.bytes)
            }
            guard text.bytes.count <= limits.stringBytes else { throw error(.stringTooLong) }
        }
        try take(UInt8(ascii: "\""))
        return text
    }

    /// Reads one well-formed UTF-8 sequence of two to four bytes (Unicode table 3-7).
    private mutating func sequence(into text: inout [UInt8]) throws(JSONError) {
        let lead = bytes[index]
        let length: Int
        var second: ClosedRange<UInt8> = 0x80...0xBF
        switch lead {
        case 0xC2...0xDF: length = 2
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: length = 3
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        case 0xF1...0xF3: length = 4
        default: throw error(.invalidUTF8)
        }
        guard length <= bytes.count - index, second.contains(bytes[index + 1]) else {
            throw error(.invalidUTF8)
        }
        for byte in bytes[(index + 2)..<(index + length)] where byte & 0xC0 != 0x80 {
            throw error(.invalidUTF8)
        }
        text += bytes[index..<(index + length)]
        index += length
    }

    private mutating func escape(into text: inout Text) throws(JSONError) {
        let start = index
        index += 1
        guard let byte = current else { throw error(.unexpectedEnd) }
        index += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.bytes.append(byte)
        case UInt8(ascii: "b"): text.bytes.append(0x08)
        case UInt8(ascii: "f"): text.bytes.append(0x0C)
        case UInt8(ascii: "n"): text.bytes.append(0x0A)
        case UInt8(ascii: "r"): text.bytes.append(0x0D)
        case UInt8(ascii: "t"): text.bytes.append(0x09)
        case UInt8(ascii: "u"): try scalar(from: start, into: &text)
        default: throw JSONError(.invalidEscape, at: start)
        }
    }

    /// Reads the digits of a `\u` escape, and the second escape of a surrogate pair.
    private mutating func scalar(from start: Int, into text: inout Text) throws(JSONError) {
        let first = try hexadecimal(from: start)
        var reason = JSONError.Reason.nulCharacter
        if let scalar = Unicode.Scalar(first) {
            if first != 0 {
                text.bytes += Array(String(scalar).utf8)
                return
            }
        } else {
            if let scalar = try second(of: first) {
                text.bytes += Array(String(scalar).utf8)
                return
            }
            reason = .loneSurrogate
        }
        if text.flaw == nil { text.flaw = JSONError(reason, at: start) }
        text.bytes += Array("\u{FFFD}".utf8)
    }

    /// The character of a surrogate pair; nil, without a step, when no second surrogate follows.
    private mutating func second(of first: UInt32) throws(JSONError) -> Unicode.Scalar? {
        guard first < 0xDC00, current == UInt8(ascii: "\\"), index + 1 < bytes.count,
            bytes[index + 1] == UInt8(ascii: "u")
        else { return nil }
        let start = index
        index += 2
        let second = try hexadecimal(from: start)
        guard (0xDC00...0xDFFF).contains(second) else {
            index = start
            return nil
        }
        return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    }

    private mutating func hexadecimal(from start: Int) throws(JSONError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = current else { throw error(.unexpectedEnd) }
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
                throw JSONError(.invalidEscape, at: start)
            }
            value = value << 4 | UInt32(digit)
            index += 1
        }
        return value
    }
}
