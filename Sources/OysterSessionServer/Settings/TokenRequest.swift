// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore

/// A token that an operator wants.
package struct TokenRequest: Equatable, Sendable {
    /// Seconds for which a token may be valid.
    static let lifetimes: ClosedRange<Int64> = 1...(30 * 24 * 3600)
    private static let mostData = 1000

    package var scope = SessionToken.Scope.connect
    package var session: String?
    package var role = Role.publisher
    package var data = ""
    package var name: String?
    package var keyID: String?
    /// Seconds.
    package var lifetime: Int64 = 3600

    /// Makes the token; `now` is in seconds since 1970.
    package func token(_ project: Project, now: Int64) throws(SettingsError) -> Secret {
        guard scope == .create || session != nil else {
            throw SettingsError("a token for a connect needs --session")
        }
        guard data.unicodeScalars.count <= Self.mostData else {
            throw SettingsError("--data: at most \(Self.mostData) characters")
        }
        let secret = project.secrets.first { keyID == nil || $0.keyID == keyID }
        guard let secret else { throw SettingsError("--kid: the project has no such secret") }
        var token = SessionToken(
            issuer: project.key,
            scope: scope,
            sessionID: session,
            expiresAt: now + lifetime
        )
        token.issuedAt = now
        token.role = role
        token.connectionData = data
        token.name = name
        guard let signed = token.signed(with: secret) else {
            throw SettingsError("the texts of the token cannot be written as JSON")
        }
        return signed
    }
}

extension Settings {
    /// The project with a key, or the only one.
    package func project(_ key: String?) throws(SettingsError) -> Project {
        if let key {
            guard let project = projects.first(where: { $0.key == key }) else {
                throw SettingsError("--key: the configuration has no such project")
            }
            return project
        }
        guard let project = projects.first, projects.count == 1 else {
            throw SettingsError(
                projects.isEmpty
                    ? "no project: use --config, or OYSTER_SESSION_KEY and OYSTER_SESSION_SECRET"
                    : "there are several projects: use --key"
            )
        }
        return project
    }
}
