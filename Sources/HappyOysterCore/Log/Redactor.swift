// SPDX-License-Identifier: Apache-2.0

/// Removes secrets from a server's text before the text reaches a log, an error or a description.
///
/// It removes every occurrence of a known secret. It also removes every word that looks like a key
/// (`sk-`, `st-`, `tk_`), a bearer token or a URL, since servers echo what they were sent.
package struct Redactor: Sendable {
    package static let mark = "<redacted>"
    /// Characters that are kept of a server's message.
    private static let limit = 512
    /// Shorter strings are too common to be replaced everywhere.
    private static let shortestSecret = 4

    private var secrets: [String]

    package init(_ secrets: [Secret] = []) {
        let texts = Set(secrets.map(\.exposed)).filter {
            $0.utf8.count >= Redactor.shortestSecret
        }
        // Longest first: removing a secret that is part of a longer one first would leave the rest
        // of the longer one.
        self.secrets = texts.sorted { $0.utf8.count > $1.utf8.count }
    }

    package mutating func add(_ secret: Secret) {
        let text = secret.exposed
        guard text.utf8.count >= Redactor.shortestSecret, !secrets.contains(text) else { return }
        let place = secrets.firstIndex { $0.utf8.count < text.utf8.count } ?? secrets.endIndex
        secrets.insert(text, at: place)
    }

    /// The text without secrets and control characters, at most 512 characters.
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

    /// The beginning of the text with a mark in place of each known secret.
    ///
    /// Secrets are replaced before the text is cut, since a part of a secret must not be shown
    /// either.
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

    /// The text with blanks in place of control characters, so that it cannot forge a log line.
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
            // The prefix must not follow a letter: "task-1" is a word, "tk_5f0c…" is a key.
            guard start == 0 || !(97...122).contains(bytes[start - 1]) else { return false }
            let rest = bytes[start...]
            return rest.count >= 8 && ["sk-", "st-", "tk_"].contains { rest.starts(with: $0.utf8) }
        }
    }
}
