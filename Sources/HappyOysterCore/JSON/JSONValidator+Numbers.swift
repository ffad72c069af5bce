// SPDX-License-Identifier: Apache-2.0

extension JSONValidator {
    /// Reads a number and keeps it.
    mutating func number() throws(JSONError) {
        let start = index
        if current == UInt8(ascii: "-") { index += 1 }
        if current == UInt8(ascii: "0") { index += 1 } else { try digits() }
        var isInteger = true
        if current == UInt8(ascii: ".") {
            isInteger = false
            index += 1
            try digits()
        }
        if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
            isInteger = false
            index += 1
            if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { index += 1 }
            try digits()
        }
        guard index - start <= limits.numberBytes else {
            throw JSONError(.numberTooLong, at: start)
        }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        numbers.append(try Self.value(of: text, isInteger: isInteger, at: start))
    }

    private mutating func digits() throws(JSONError) {
        let start = index
        while let byte = current, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
            index += 1
        }
        guard index > start else { throw expected() }
    }

    private static func value(
        of text: String,
        isInteger: Bool,
        at offset: Int
    ) throws(JSONError) -> JSONValue {
        if isInteger {
            guard let value = Int64(text), value.magnitude <= largestInteger.magnitude else {
                throw JSONError(.integerOutOfRange, at: offset)
            }
            return .integer(value)
        }
        guard let value = Double(text), value.isFinite else {
            throw JSONError(.numberNotFinite, at: offset)
        }
        return .number(value)
    }
}
