// SPDX-License-Identifier: Apache-2.0
private import CCrypto

/// The three functions of libcrypto that the model needs.
package enum Digest {
    /// Bytes of a SHA-256 digest and of an HMAC-SHA256.
    package static let length = 32

    /// The SHA-256 of a text.
    package static func sha256(_ bytes: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: length)
        _ = SHA256(bytes, bytes.count, &digest)
        return digest
    }

    /// The HMAC-SHA256 of a text; nil when libcrypto has no memory.
    ///
    /// A caller that verifies treats nil as a wrong signature.
    package static func hmacSHA256(key: [UInt8], _ bytes: [UInt8]) -> [UInt8]? {
        guard let keyLength = Int32(exactly: key.count) else { return nil }
        var digest = [UInt8](repeating: 0, count: length)
        var written: UInt32 = 0
        let made = HMAC(EVP_sha256(), key, keyLength, bytes, bytes.count, &digest, &written)
        return made != nil && Int(written) == length ? digest : nil
    }

    /// Compares two texts in a time that depends on their lengths only.
    package static func isEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        left.count == right.count && CRYPTO_memcmp(left, right, left.count) == 0
    }
}
