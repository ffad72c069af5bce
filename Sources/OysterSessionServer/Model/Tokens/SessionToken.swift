// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore

/// The claims of a token.
package struct SessionToken: Equatable, Sendable {
    /// What a token is good for.
    package enum Scope: String, Sendable {
        case connect = "session.connect"
        case create = "session.create"
    }

    /// The project's key.
    package var issuer: String
    package var scope: Scope
    package var sessionID: String?
    package var role: Role = .publisher
    package var connectionData: String = ""
    /// Seconds since 1970.
    package var expiresAt: Int64
    package var issuedAt: Int64?
    package var notBefore: Int64?
    /// A name for the log.
    package var name: String?

    package init(issuer: String, scope: Scope, sessionID: String? = nil, expiresAt: Int64) {
        self.issuer = issuer
        self.scope = scope
        self.sessionID = sessionID
        self.expiresAt = expiresAt
    }

    /// The token as a text, signed with a secret; nil when its texts hold a NUL character.
    package func signed(with secret: ProjectSecret) -> Secret? {
        var header: JSONObject = ["alg": "HS256", "typ": "JWT"]
        header["kid"] = secret.keyID.map(JSONValue.string)
        var claims: JSONObject = ["iss": .string(issuer), "scope": .string(scope.rawValue)]
        claims["session_id"] = sessionID.map(JSONValue.string)
        if scope == .connect {
            claims["role"] = .string(role.rawValue)
            claims["connection_data"] = connectionData.isEmpty ? nil : .string(connectionData)
        }
        claims["exp"] = .integer(expiresAt)
        claims["iat"] = issuedAt.map(JSONValue.integer)
        claims["nbf"] = notBefore.map(JSONValue.integer)
        claims["jti"] = name.map(JSONValue.string)
        guard let head = JSONCodec.bytes(.object(header)),
            let body = JSONCodec.bytes(.object(claims))
        else { return nil }
        let text = Base64URL.text(head) + "." + Base64URL.text(body)
        let key = Array(secret.secret.exposed.utf8)
        guard let mark = Digest.hmacSHA256(key: key, Array(text.utf8)) else { return nil }
        return Secret(text + "." + Base64URL.text(mark))
    }
}
