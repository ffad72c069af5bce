// SPDX-License-Identifier: Apache-2.0

/// Turns JSON text into values and back, strictly.
package protocol JSONCoding: Sendable {
    /// The value, or nil when the text breaks a rule of the strict codec.
    func parse(_ text: [UInt8]) -> JSONValue?
    /// Compact UTF-8 text; empty only for values that JSON cannot express.
    func print(_ value: JSONValue) -> [UInt8]
}
