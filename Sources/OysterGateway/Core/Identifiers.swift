// SPDX-License-Identifier: Apache-2.0

/// Makes the opaque names that the platform hands out.
struct Identifiers: Sendable {
    private var generator: any RandomNumberGenerator & Sendable

    init(_ generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()) {
        self.generator = generator
    }

    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    )

    /// Length of the name of a World or Travel.
    static let length = 43

    /// Whether a text could be the name of a World or Travel at all.
    static func isWellFormed(_ text: String) -> Bool {
        text.utf8.count == length && text.allSatisfy { alphabet.contains($0) }
    }

    /// The name of a World or Travel: base64url characters without a prefix, as on the real wire.
    mutating func opaque() -> String {
        String((0..<Self.length).map { _ in Self.alphabet[Int(generator.next() & 63)] })
    }

    mutating func hexadecimal(_ digits: Int) -> String {
        String((0..<digits).map { _ in Array("0123456789abcdef")[Int(generator.next() & 15)] })
    }

    /// A request id in the form of a UUID.
    mutating func request() -> String {
        [8, 4, 4, 4, 12].map { hexadecimal($0) }.joined(separator: "-")
    }
}
