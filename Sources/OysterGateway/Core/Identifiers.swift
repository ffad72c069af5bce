// SPDX-License-Identifier: Apache-2.0

/// Generates the identifiers that the platform issues.
struct Identifiers: Sendable {
    private var generator: any RandomNumberGenerator & Sendable

    init(_ generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()) {
        self.generator = generator
    }

    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    )

    /// Length of the identifier of a world or travel.
    static let length = 43

    /// Whether a text has the form of an identifier of a world or travel.
    static func isWellFormed(_ text: String) -> Bool {
        text.utf8.count == length && text.allSatisfy { alphabet.contains($0) }
    }

    /// An identifier of a world or travel: base64url characters without a prefix, as on the real wire.
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
