// SPDX-License-Identifier: Apache-2.0

/// What a JSON text may cost before it is refused.
package struct JSONLimits: Sendable {
    /// Size of the whole text in bytes.
    package var bytes = 4 << 20
    /// Objects and arrays inside each other; a bare `{}` has depth 1.
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
