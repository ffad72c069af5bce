// SPDX-License-Identifier: Apache-2.0

/// The texts that name sessions, connections and streams.
package enum Identifier {
    /// Most characters of an id.
    package static let longest = 128

    /// Whether a text has 1 to 128 characters of `A-Z a-z 0-9 - _ ~ .`.
    ///
    /// Texts of clients are checked before they are compared or hashed: Swift compares strings by
    /// canonical equivalence, which is slow for hostile text.
    package static func isValid(_ text: String) -> Bool {
        (1...longest).contains(text.utf8.count) && text.utf8.allSatisfy(isCharacter)
    }

    /// Whether a byte is one of the characters of ids and tickets.
    static func isCharacter(_ byte: UInt8) -> Bool {
        isNameCharacter(byte) || byte == UInt8(ascii: ".")
    }

    /// Whether a byte is one of the characters of a signal's type.
    static func isNameCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
