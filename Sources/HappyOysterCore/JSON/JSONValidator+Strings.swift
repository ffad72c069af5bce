// SPDX-License-Identifier: Apache-2.0

extension JSONValidator {
    /// Reads a string with its quotes.
    mutating func string() throws(JSONError) -> String {
        guard current == UInt8(ascii: "\"") else { throw expected() }
        index += 1
        var text: [UInt8] = []
        while let byte = current, byte != UInt8(ascii: "\"") {
            switch byte {
            case UInt8(ascii: "\\"): try escape(into: &text)
            case 0..<0x20: throw error(.controlCharacter)
            case 0x20..<0x80:
                text.append(byte)
                index += 1
            default: try sequence(into: &text)
            }
            guard text.count <= limits.stringBytes else { throw error(.stringTooLong) }
        }
        try take(UInt8(ascii: "\""))
        return String(decoding: text, as: UTF8.self)
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

    private mutating func escape(into text: inout [UInt8]) throws(JSONError) {
        let start = index
        index += 1
        guard let byte = current else { throw error(.unexpectedEnd) }
        index += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"): text += Array(String(try scalar(from: start)).utf8)
        default: throw JSONError(.invalidEscape, at: start)
        }
    }

    /// Reads the digits of a `\u` escape, and the second escape of a surrogate pair.
    private mutating func scalar(from start: Int) throws(JSONError) -> Unicode.Scalar {
        let first = try hexadecimal(from: start)
        guard first != 0 else { throw JSONError(.nulCharacter, at: start) }
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xDC00, current == UInt8(ascii: "\\"), index + 1 < bytes.count,
            bytes[index + 1] == UInt8(ascii: "u")
        else { throw JSONError(.loneSurrogate, at: start) }
        index += 2
        let second = try hexadecimal(from: start)
        guard (0xDC00...0xDFFF).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else { throw JSONError(.loneSurrogate, at: start) }
        return scalar
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
