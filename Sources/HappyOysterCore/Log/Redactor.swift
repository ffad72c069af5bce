// SPDX-License-Identifier: Apache-2.0

/// Removes secrets from foreign text before it reaches a log, an error or a description.
///
/// Known secrets are removed wherever they stand. Besides, whatever looks like a key (`sk-`, `st-`,
/// `tk_`), a bearer token or a URL goes as well, since servers echo what they were sent.
package struct Redactor: Sendable {
    package static let mark = "<redacted>"
    /// Longest text that is kept of a foreign message.
    private static let limit = 512
    /// Shorter strings are too common to be replaced everywhere.
    private static let shortestSecret = 4

    private var secrets: [String]

    package init(_ secrets: [Secret] = []) {
        self.secrets = []
        for secret in secrets { add(secret) }
    }

    package mutating func add(_ secret: Secret) {
        let text = secret.exposed
        guard text.utf8.count >= Redactor.shortestSecret, !secrets.contains(text) else { return }
        secrets.append(text)
        // Longest first, so that a secret within a secret leaves no rest.
        secrets.sort { $0.utf8.count > $1.utf8.count }
    }

    /// The text without secrets and control characters, and cut at a bound.
    package func redact(_ text: String) -> String {
        var bytes = Array(text.utf8.prefix(4 * Redactor.limit))
        for secret in secrets {
            bytes = Redactor.replacing(Array(secret.utf8), in: bytes)
        }
        let plain = String(decoding: bytes, as: UTF8.self)
        let words = plain.split(separator: " ", omittingEmptySubsequences: false)
        var previousWasBearer = false
        let cleaned = words.map { word -> String in
            let hide = previousWasBearer || Redactor.looksSecret(word)
            previousWasBearer = word.lowercased().hasSuffix("bearer")
            return hide ? Redactor.mark : String(word)
        }
        let line = cleaned.joined(separator: " ").prefix(Redactor.limit)
        return String(
            String.UnicodeScalarView(
                line.unicodeScalars.map { $0.value < 32 || $0.value == 127 ? " " : $0 }
            )
        )
    }

    private static func looksSecret(_ word: Substring) -> Bool {
        let lower = word.lowercased()
        if lower.contains("://") { return true }
        return ["sk-", "st-", "tk_"].contains { prefix in
            guard let range = firstRange(of: Array(prefix.utf8), in: Array(lower.utf8)) else {
                return false
            }
            // "task-1" is a word, "tk_5f0c…" is not: what stands before must not be a letter.
            let bytes = Array(lower.utf8)
            let startsWord = range == 0 || !(97...122).contains(bytes[range - 1])
            return startsWord && bytes.count - range >= 8
        }
    }

    private static func replacing(_ needle: [UInt8], in text: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var rest = text[...]
        while let start = firstRange(of: needle, in: rest) {
            result += rest[rest.startIndex..<start]
            result += mark.utf8
            rest = rest[(start + needle.count)...]
        }
        return result + rest
    }

    private static func firstRange(of needle: [UInt8], in text: some RandomAccessCollection<UInt8>)
        -> Int?
    {
        let bytes = Array(text)
        guard let first = needle.first, bytes.count >= needle.count else { return nil }
        for start in 0...(bytes.count - needle.count)
        where bytes[start] == first && bytes[start..<(start + needle.count)].elementsEqual(needle) {
            return start
        }
        return nil
    }
}
