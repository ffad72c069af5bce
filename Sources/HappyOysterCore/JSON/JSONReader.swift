// SPDX-License-Identifier: Apache-2.0

/// Reads a JSON text in one pass, strictly by RFC 8259 and within limits.
///
/// Syntax, UTF-8 and limits are checked for the whole text. Valid JSON that cannot be kept exactly
/// (an integer beyond 2^53 − 1, a lone surrogate, a repeated key) is an error or becomes a
/// ``JSONUnreadable``, depending on the rule. The depth limit bounds the recursion.
package struct JSONReader {
    /// What happens to a value that cannot be kept exactly.
    package enum Rule: Sendable {
        /// The text is refused: for text that the library passes on, such as a host's script.
        case exact
        /// Only the value is unreadable: for a server's answers, of which the library reads some
        /// fields.
        case lenient
    }

    let bytes: [UInt8]
    let rule: Rule
    let limits: JSONLimits
    var index = 0

    private init(_ bytes: [UInt8], _ rule: Rule, _ limits: JSONLimits) {
        self.bytes = bytes
        self.rule = rule
        self.limits = limits
    }

    /// Reads a whole text; a byte order mark in front of it is skipped.
    package static func value(
        of bytes: [UInt8],
        _ rule: Rule,
        limits: JSONLimits = JSONLimits()
    ) throws(JSONError) -> JSONValue {
        guard bytes.count <= limits.bytes else { throw JSONError(.tooLarge, at: limits.bytes) }
        var reader = JSONReader(bytes, rule, limits)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.index = 3 }
        reader.skipWhitespace()
        let value = try reader.value(depth: 0)
        reader.skipWhitespace()
        guard reader.index == bytes.count else { throw reader.error(.trailingBytes) }
        return value
    }

    func error(_ reason: JSONError.Reason) -> JSONError { JSONError(reason, at: index) }

    /// The byte under the cursor, nil at the end.
    var current: UInt8? { index < bytes.count ? bytes[index] : nil }

    func expected() -> JSONError { error(current == nil ? .unexpectedEnd : .unexpectedByte) }

    mutating func skipWhitespace() {
        while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
            index += 1
        }
    }

    /// Steps over one given byte; throws at any other.
    mutating func take(_ byte: UInt8) throws(JSONError) {
        guard current == byte else { throw expected() }
        index += 1
    }

    /// A value that cannot be kept exactly: an error by the exact rule, else `.unreadable`.
    func unreadable(_ error: JSONError, _ text: String) throws(JSONError) -> JSONValue {
        if rule == .exact { throw error }
        return .unreadable(JSONUnreadable(error.reason, text))
    }

    private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
        guard let current else { throw error(.unexpectedEnd) }
        switch current {
        case UInt8(ascii: "{"): return .object(try object(depth: depth + 1))
        case UInt8(ascii: "["): return .array(try array(depth: depth + 1))
        case UInt8(ascii: "\""): return try string()
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        default: throw error(.unexpectedByte)
        }
    }

    private mutating func word(_ text: StaticString, _ value: JSONValue) throws(JSONError)
        -> JSONValue
    {
        for byte in "\(text)".utf8 { try take(byte) }
        return value
    }

    private mutating func array(depth: Int) throws(JSONError) -> [JSONValue] {
        var elements: [JSONValue] = []
        guard try open(depth: depth, close: UInt8(ascii: "]")) else { return elements }
        repeat {
            guard elements.count < limits.members else { throw error(.tooManyMembers) }
            skipWhitespace()
            elements.append(try value(depth: depth))
        } while try another(before: UInt8(ascii: "]"))
        return elements
    }

    private mutating func object(depth: Int) throws(JSONError) -> JSONObject {
        var object = JSONObject()
        var keys = JSONKeySet()
        var count = 0
        guard try open(depth: depth, close: UInt8(ascii: "}")) else { return object }
        repeat {
            guard count < limits.members else { throw error(.tooManyMembers) }
            count += 1
            skipWhitespace()
            let start = index
            let key = try key()
            skipWhitespace()
            try take(UInt8(ascii: ":"))
            skipWhitespace()
            let isNew = key.map { keys.insert($0) } ?? true
            if !isNew, rule == .exact { throw JSONError(.duplicateKey, at: start) }
            let value = try value(depth: depth)
            // A member whose key cannot be kept is dropped: the library reads no such field.
            if let key { object.append(key, value, isRepeated: !isNew) }
        } while try another(before: UInt8(ascii: "}"))
        return object
    }

    /// Steps into a container; false when it is empty and already left again.
    private mutating func open(depth: Int, close: UInt8) throws(JSONError) -> Bool {
        guard depth <= limits.depth else { throw error(.tooDeep) }
        index += 1
        skipWhitespace()
        guard current == close else { return true }
        index += 1
        return false
    }

    /// Steps over a comma (true) or the end of the container (false).
    private mutating func another(before close: UInt8) throws(JSONError) -> Bool {
        skipWhitespace()
        if current == UInt8(ascii: ",") {
            index += 1
            return true
        }
        try take(close)
        return false
    }
}

/// Limits beyond which a JSON text is refused.
package struct JSONLimits: Sendable {
    /// Size of the whole text in bytes.
    package var bytes = 4 << 20
    /// Levels of nested objects and arrays; `{}` has depth 1.
    package var depth = 64
    /// UTF-8 bytes of one string or key, after its escapes were resolved.
    package var stringBytes = 1 << 20
    /// UTF-8 bytes of one key.
    package var keyBytes = 1024
    /// Members of one object, or elements of one array.
    package var members = 100_000
    /// Characters of one number.
    package var numberBytes = 63

    package init() {}
}
