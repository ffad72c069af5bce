// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// Why a token is refused, as a sentence for the client; contains nothing of the token.
enum TokenFlaw: String, Error, CaseIterable {
    case malformed = "The token is malformed."
    case algorithm = "The token is not signed with HS256."
    case project = "The token is of an unknown project."
    case keyID = "The token names an unknown kid."
    case signature = "The token's signature is wrong."
    case scope = "The token has another scope."
    case session = "The token names no session_id."
    case role = "The token names an unknown role."
    case connectionData = "The token's connection_data is not a text of at most 1000 characters."
    case noExpiry = "The token has no exp."
    case expired = "The token has expired."
    case tooLong = "The token's exp is more than 30 days ahead."
    case issuedLater = "The token's iat is in the future."
    case notYetValid = "The token's nbf is in the future."
}

/// Verifies tokens: JWTs (RFC 7519) signed with HMAC-SHA256.
struct TokenVerifier: Sendable {
    /// Most characters of a token.
    static let longest = 16 << 10
    /// Most Unicode code points of `connection_data`.
    static let longestData = 1000

    let projects: [Project]
    /// How far ahead `exp` lies at most.
    let longestTime: Duration
    /// By how much clocks may differ.
    let leeway: Duration

    /// The claims of a token for one scope.
    ///
    /// `alg` is compared exactly, so that neither `none` nor an algorithm of the sender's choice
    /// counts. Claims are read only after the signature is right.
    func claims(
        of token: String,
        for scope: SessionToken.Scope,
        wallMs: Int64
    ) throws(TokenFlaw) -> SessionToken {
        guard token.utf8.count <= TokenVerifier.longest else { throw .malformed }
        let parts = token.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, let header = TokenVerifier.object(parts[0]),
            let claims = TokenVerifier.object(parts[1]), let mark = Base64URL.bytes(parts[2])
        else { throw .malformed }
        let project = try project(of: claims)
        let secrets = try secrets(of: project, for: header)
        let signed = Array(token.utf8.prefix(parts[0].count + 1 + parts[1].count))
        let isSigned = secrets.contains { secret in
            let expected = Digest.hmacSHA256(key: Array(secret.secret.exposed.utf8), signed)
            return expected.map { Digest.isEqual($0, mark) } ?? false
        }
        guard isSigned else { throw .signature }
        return try self.token(claims, of: project, scope, Double(wallMs) / 1000)
    }

    private static func object(_ part: Substring.UTF8View.SubSequence) -> JSONObject? {
        guard let bytes = Base64URL.bytes(part) else { return nil }
        return (try? JSONCodec.parse(bytes))?.objectValue
    }

    private func project(of claims: JSONObject) throws(TokenFlaw) -> Project {
        let project = projects.first { SameText.isSame(claims["iss"]?.stringValue, $0.key) }
        guard let project else { throw .project }
        return project
    }

    /// The secrets with which a token may be signed.
    private func secrets(
        of project: Project,
        for header: JSONObject
    ) throws(TokenFlaw) -> [ProjectSecret] {
        guard SameText.isSame(header["alg"]?.stringValue, "HS256") else { throw .algorithm }
        // Extensions that a reader must understand; this one understands none.
        guard header["crit"] == nil else { throw .malformed }
        if let type = header["typ"] {
            guard SameText.isSame(type.stringValue, "JWT") else { throw .malformed }
        }
        guard let keyID = header["kid"] else { return project.secrets }
        let named = project.secrets.filter { SameText.isSame(keyID.stringValue, $0.keyID) }
        guard !named.isEmpty else { throw .keyID }
        return named
    }

    private func token(
        _ claims: JSONObject,
        of project: Project,
        _ scope: SessionToken.Scope,
        _ now: Double
    ) throws(TokenFlaw) -> SessionToken {
        guard SameText.isSame(claims["scope"]?.stringValue, scope.rawValue) else { throw .scope }
        let expires = try expiry(claims, now)
        var token = SessionToken(issuer: project.key, scope: scope, expiresAt: expires)
        let latest = now + leeway.fractionalSeconds
        token.issuedAt = try TokenVerifier.past(claims["iat"], latest, .issuedLater)
        token.notBefore = try TokenVerifier.past(claims["nbf"], latest, .notYetValid)
        token.name = claims["jti"]?.stringValue
        guard scope == .connect else { return token }
        token.sessionID = claims["session_id"]?.stringValue
        guard token.sessionID != nil else { throw .session }
        if let role = claims["role"] {
            guard let named = role.stringValue.flatMap(Role.init) else { throw .role }
            token.role = named
        }
        if let data = claims["connection_data"] {
            guard let text = data.stringValue,
                text.unicodeScalars.count <= TokenVerifier.longestData
            else { throw .connectionData }
            token.connectionData = text
        }
        return token
    }

    /// The expiry in whole seconds.
    private func expiry(_ claims: JSONObject, _ now: Double) throws(TokenFlaw) -> Int64 {
        guard let expires = claims["exp"]?.doubleValue else { throw .noExpiry }
        guard expires + leeway.fractionalSeconds > now else { throw .expired }
        let latest = now + longestTime.fractionalSeconds + leeway.fractionalSeconds
        guard expires <= latest else { throw .tooLong }
        return Int64(exactly: expires.rounded(.down)) ?? 0
    }

    /// A time that is not in the future, in whole seconds; nil when it is absent.
    private static func past(
        _ claim: JSONValue?,
        _ latest: Double,
        _ flaw: TokenFlaw
    ) throws(TokenFlaw) -> Int64? {
        guard let claim else { return nil }
        guard let time = claim.doubleValue else { throw .malformed }
        guard time <= latest else { throw flaw }
        return Int64(exactly: time.rounded(.down))
    }
}

/// Compares texts byte by byte.
///
/// Swift compares strings by canonical equivalence, which is slow for hostile text and makes
/// different bytes equal.
enum SameText {
    static func isSame(_ left: String?, _ right: String?) -> Bool {
        guard let left, let right, left.utf8.count == right.utf8.count else { return false }
        return left.utf8.elementsEqual(right.utf8)
    }
}
