// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// Random bytes of the operating system, for the ids and the bearer that one call makes.
///
/// The model has no randomness of its own. Each call needs a new value.
package struct FreshBytes: Sendable {
    /// How many bytes a value has.
    package static let count = 64

    private let bytes: [UInt8]

    /// Takes exactly ``count`` bytes; nil for another number.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == FreshBytes.count else { return nil }
        self.bytes = bytes
    }

    /// 16 bytes that name a session, connection or stream.
    var name: [UInt8] { Array(bytes[..<16]) }

    /// The 8 bytes of an epoch, as 16 hexadecimal digits.
    var epoch: String {
        bytes[16..<24].map { byte in
            let digits = String(byte, radix: 16)
            return byte < 16 ? "0" + digits : digits
        }.joined()
    }

    /// A bearer of 32 bytes.
    var bearer: Secret { Secret(Base64URL.text(Array(bytes[32...]))) }
}

extension FreshBytes {
    /// The SHA-256 of the bearer, which is all that the store keeps of it.
    var bearerHash: [UInt8] { Digest.sha256(Array(bearer.exposed.utf8)) }
}
