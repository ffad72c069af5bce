// SPDX-License-Identifier: Apache-2.0

/// Turns JSON text into values and back.
package protocol JSONCoding: Sendable {
    /// The value, or nil when the text breaks a rule of ``JSONReader``.
    func parse(_ text: [UInt8], _ rule: JSONReader.Rule) -> JSONValue?
    /// Compact UTF-8 text; empty only for values that JSON cannot express.
    func print(_ value: JSONValue) -> [UInt8]
}
