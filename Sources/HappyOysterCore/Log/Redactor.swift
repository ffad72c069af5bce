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
        let texts = Set(secrets.map(\.exposed)).filter {
            $0.utf8.count >= Redactor.shortestSecret
        }
        // Longest first, so that a secret within a secret leaves no rest.
        self.secrets = texts.sorted { $0.utf8.count > $1.utf8.count }
    }

    package mutating func add(_ secret: Secret) {
        let text = secret.exposed
        guard text.utf8.count >= Redactor.shortestSecret, !secrets.contains(text) else { return }
        let place = secrets.firstIndex { $0.utf8.count < text.utf8.count } ?? secrets.endIndex
        secrets.insert(text, at: place)
    }

    /// The text without secrets and control characters, and cut at a bound.
    package func redact(_ text: String) -> String {
        let plain = String(decoding: hidingSecrets(text.utf8), as: UTF8.self)
        let words = Redactor.printable(plain).split(
            separator: " ",
            omittingEmptySubsequences: false
        )
        var previousWasBearer = false
        let cleaned = words.map { word -> String in
            if word.isEmpty { return "" }
            let hide = previousWasBearer || Redactor.looksSecret(word)
            previousWasBearer = Redactor.isBearer(word)
            return hide ? Redactor.mark : String(word)
        }
        return String(cleaned.joined(separator: " ").prefix(Redactor.limit))
    }

    /// The text's beginning with a mark in place of each known secret.
    ///
    /// Secrets are looked for before anything is cut: a part of one is a secret, too.
    private func hidingSecrets(_ text: String.UTF8View) -> [UInt8] {
        let bytes = Array(text)
        let needles = secrets.map { Array($0.utf8) }
        var result: [UInt8] = []
        var position = 0
        while position < bytes.count, result.count < 4 * Redactor.limit {
            let found = needles.first { bytes[position...].starts(with: $0) }
            if let found {
                result += Redactor.mark.utf8
                position += found.count
            } else {
                result.append(bytes[position])
                position += 1
            }
        }
        return result
    }

    /// The same with blanks in place of control characters, so that no text forges a line.
    private static func printable(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    scalar.properties.generalCategory == .control ? " " : scalar
                }
            )
        )
    }

    private static func isBearer(_ word: Substring) -> Bool {
        var letters = word.lowercased()
        while let last = letters.last, !last.isLetter { letters.removeLast() }
        return letters.hasSuffix("bearer")
    }

    private static func looksSecret(_ word: Substring) -> Bool {
        let bytes = Array(word.lowercased().utf8)
        if bytes.indices.contains(where: { bytes[$0...].starts(with: "://".utf8) }) { return true }
        return bytes.indices.contains { start in
            // "task-1" is a word, "tk_5f0c…" is not: what stands before must not be a letter.
            guard start == 0 || !(97...122).contains(bytes[start - 1]) else { return false }
            let rest = bytes[start...]
            return rest.count >= 8 && ["sk-", "st-", "tk_"].contains { rest.starts(with: $0.utf8) }
        }
    }
}
