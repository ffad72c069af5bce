// SPDX-License-Identifier: Apache-2.0

extension JSONReader {
    /// Reads a number.
    mutating func number() throws(JSONError) -> JSONValue {
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
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        if let value = value(of: text, isInteger: isInteger) { return value }
        let reason: JSONError.Reason =
            if index - start > limits.numberBytes {
                .numberTooLong
            } else {
                isInteger ? .integerOutOfRange : .numberNotFinite
            }
        return try unreadable(JSONError(reason, at: start), text)
    }

    /// The number that a text names; nil when it cannot be kept.
    private func value(of text: String, isInteger: Bool) -> JSONValue? {
        guard text.utf8.count <= limits.numberBytes else { return nil }
        if isInteger {
            return Int64(text).flatMap { value in
                value.magnitude <= JSONValue.largestInteger.magnitude ? .integer(value) : nil
            }
        }
        return Double(text).flatMap { $0.isFinite ? .number($0) : nil }
    }

    private mutating func digits() throws(JSONError) {
        let start = index
        while let byte = current, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
            index += 1
        }
        guard index > start else { throw expected() }
    }
}
