// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore

/// One of the secrets that sign a project's tokens.
package struct ProjectSecret: Equatable, Sendable {
    /// Fewest bytes of a secret.
    package static let shortest = 32

    /// The name that tokens give the secret in `kid`, if any.
    package let keyID: String?
    package let secret: Secret

    package init(keyID: String? = nil, _ secret: Secret) {
        self.keyID = keyID
        self.secret = secret
    }
}

/// A customer of the server: a key and the secrets that sign its tokens.
package struct Project: Equatable, Sendable {
    /// Most characters of a key.
    package static let longestKey = 128

    package let key: String
    package let secrets: [ProjectSecret]

    package init(key: String, secrets: [ProjectSecret]) {
        self.key = key
        self.secrets = secrets
    }

    /// Why the project cannot be used, as a sentence without the secret; nil when it can.
    package var flaw: String? {
        guard (1...Project.longestKey).contains(key.utf8.count),
            key.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return "A project's key has 1 to 128 printable ASCII characters." }
        guard !secrets.isEmpty else { return "The project has no secret." }
        guard secrets.allSatisfy({ $0.secret.exposed.utf8.count >= ProjectSecret.shortest }) else {
            return "A secret has at least 32 bytes."
        }
        let names = secrets.compactMap(\.keyID)
        return Set(names).count == names.count ? nil : "Two secrets have the same kid."
    }
}
