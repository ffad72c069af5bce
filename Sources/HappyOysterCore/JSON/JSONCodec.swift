// SPDX-License-Identifier: Apache-2.0

/// JSON text into values, and values into compact UTF-8 text.
///
/// ``JSONReader`` reads and ``JSONWriter`` writes; neither depends on the host's locale.
package enum JSONCodec {
    /// Reads a whole text; the error names the rule that the text breaks.
    package static func parse(
        _ bytes: [UInt8],
        _ rule: JSONReader.Rule = .exact,
        limits: JSONLimits = JSONLimits()
    ) throws(JSONError) -> JSONValue {
        try JSONReader.value(of: bytes, rule, limits: limits)
    }

    /// Writes a value, with null in place of what cannot be kept exactly.
    ///
    /// Nil when the value holds what a host could not read: NaN, infinity, an integer beyond
    /// ±(2^53 − 1), a NUL character, or more nesting than ``JSONWriter/depth``.
    package static func bytes(_ value: JSONValue) -> [UInt8]? {
        JSONWriter.bytes(of: value, .null)
    }

    /// The same as a string.
    package static func print(_ value: JSONValue) -> String? { text(bytes(value)) }

    /// Writes a value for a stream engine: numbers of any size as the server wrote them, and all
    /// members of a repeated key.
    ///
    /// Strings that cannot be kept are null, since cJSON reads no text with a lone surrogate.
    package static func printWritten(_ value: JSONValue) -> String? {
        text(JSONWriter.bytes(of: value, .written))
    }

    private static func text(_ bytes: [UInt8]?) -> String? {
        bytes.map { String(decoding: $0, as: UTF8.self) }
    }
}
