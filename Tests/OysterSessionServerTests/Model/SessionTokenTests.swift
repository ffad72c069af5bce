// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import Testing

@testable import OysterSessionServer

@Suite struct SessionTokenTests {
    private static let now: Int64 = 1_790_000_000
    private static let first = ProjectSecret(keyID: "a", Secret(String(repeating: "1", count: 32)))
    private static let second = ProjectSecret(keyID: "b", Secret(String(repeating: "2", count: 40)))
    private static let foreign = ProjectSecret(Secret(String(repeating: "3", count: 32)))
    private static let unnamed = ProjectSecret(first.secret)
    private static let project = Project(key: "demo", secrets: [first, second])

    private func claims(_ scope: SessionToken.Scope = .connect) -> SessionToken {
        SessionToken(
            issuer: "demo",
            scope: scope,
            sessionID: "session",
            expiresAt: SessionTokenTests.now + 60
        )
    }

    private func verify(
        _ text: String,
        _ scope: SessionToken.Scope = .connect,
        projects: [Project] = [SessionTokenTests.project],
        now: Int64 = SessionTokenTests.now
    ) -> Result<SessionToken, TokenFlaw> {
        let verifier = TokenVerifier(
            projects: projects,
            longestTime: .seconds(30 * 86_400),
            leeway: .seconds(30)
        )
        do throws(TokenFlaw) {
            return .success(try verifier.claims(of: text, for: scope, wallMs: now * 1000))
        } catch {
            return .failure(error)
        }
    }

    private func flaw(_ result: Result<SessionToken, TokenFlaw>) -> TokenFlaw? {
        if case .failure(let flaw) = result { flaw } else { nil }
    }

    /// A token of any header and claims, signed with HMAC-SHA256.
    private func signed(
        _ header: JSONValue,
        _ claims: JSONValue,
        _ secret: ProjectSecret = first
    ) throws -> String {
        let head = Base64URL.text(try #require(JSONCodec.bytes(header)))
        let text = head + "." + Base64URL.text(try #require(JSONCodec.bytes(claims)))
        let key = Array(secret.secret.exposed.utf8)
        let mark = try #require(Digest.hmacSHA256(key: key, Array(text.utf8)))
        return text + "." + Base64URL.text(mark)
    }

    private func with(_ changes: JSONObject) -> JSONValue {
        var claims: JSONObject = [
            "iss": "demo", "scope": "session.connect", "session_id": "session",
            "exp": .integer(SessionTokenTests.now + 60),
        ]
        for change in changes.members { claims[change.key] = change.value }
        return .object(claims)
    }

    @Test func `the digest of RFC 4231's second test case is right`() {
        let digest = Digest.hmacSHA256(
            key: Array("Jefe".utf8),
            Array("what do ya want for nothing?".utf8)
        )
        let expected: [UInt8] = [
            0x5B, 0xDC, 0xC1, 0x46, 0xBF, 0x60, 0x75, 0x4E, 0x6A, 0x04, 0x24, 0x26, 0x08, 0x95,
            0x75, 0xC7, 0x5A, 0x00, 0x3F, 0x08, 0x9D, 0x27, 0x39, 0x83, 0x9D, 0xEC, 0x58, 0xB9,
            0x64, 0xEC, 0x38, 0x43,
        ]
        #expect(digest == expected)
        #expect(Digest.sha256([]).prefix(4) == [0xE3, 0xB0, 0xC4, 0x42])
    }

    @Test func `a token that another program made is accepted`() {
        // Made with Python's hmac module and the secret of 32 times "1".
        let text =
            "eyJhbGciOiAiSFMyNTYiLCAidHlwIjogIkpXVCJ9.eyJpc3MiOiAiZGVtbyIsICJzY29wZSI6ICJzZXN"
            + "zaW9uLmNyZWF0ZSIsICJleHAiOiAxNzkwMDAwMDYwfQ.mmxVhgVtWBVcb6241UY9HLjAVksyOUrxv_J7"
            + "2AziV4k"
        #expect(flaw(verify(text, .create)) == nil)
    }

    @Test func `all claims survive signing and verification`() throws {
        var token = claims()
        token.role = .moderator
        token.connectionData = "Ada 👩‍🚀 \"x\"\n"
        token.issuedAt = SessionTokenTests.now
        token.notBefore = SessionTokenTests.now - 5
        token.name = "t-1"
        let text = try #require(token.signed(with: SessionTokenTests.first))
        #expect(try verify(text.exposed).get() == token)
    }

    @Test(arguments: [first, second, unnamed])
    func `both secrets of a project sign tokens, with and without kid`(
        secret: ProjectSecret
    ) throws {
        let text = try #require(claims().signed(with: secret))
        #expect(flaw(verify(text.exposed)) == nil)
    }

    @Test func `after a rotation a token of the removed secret is refused`() throws {
        let rotated = Project(key: "demo", secrets: [SessionTokenTests.second])
        let named = try #require(claims().signed(with: SessionTokenTests.first))
        #expect(flaw(verify(named.exposed, projects: [rotated])) == .keyID)
        let unnamed = try #require(claims().signed(with: SessionTokenTests.unnamed))
        #expect(flaw(verify(unnamed.exposed, projects: [rotated])) == .signature)
    }

    @Test func `a kid selects its secret only`() throws {
        let mixed = ProjectSecret(keyID: "b", SessionTokenTests.first.secret)
        let text = try #require(claims().signed(with: mixed))
        #expect(flaw(verify(text.exposed)) == .signature)
    }

    @Test func `a token of a foreign secret or project is refused`() throws {
        let text = try #require(claims().signed(with: SessionTokenTests.foreign))
        #expect(flaw(verify(text.exposed)) == .signature)
        var other = claims()
        other.issuer = "other"
        let foreign = try #require(other.signed(with: SessionTokenTests.first))
        #expect(flaw(verify(foreign.exposed)) == .project)
    }

    @Test(
        arguments: [
            ["alg": "none"], ["alg": "None"], ["alg": "hs256"], ["alg": "HS512"], ["alg": "RS256"],
            ["alg": .null], ["alg": 256], [:],
        ] as [JSONObject]
    )
    func `another algorithm than HS256 is refused`(header: JSONObject) throws {
        #expect(flaw(verify(try signed(.object(header), with([:])))) == .algorithm)
    }

    @Test func `a token without signature is refused`() throws {
        let header = Base64URL.text(Array(#"{"alg":"none"}"#.utf8))
        let body = Base64URL.text(try #require(JSONCodec.bytes(with([:]))))
        #expect(flaw(verify("\(header).\(body).")) == .algorithm)
        let right = Base64URL.text(Array(#"{"alg":"HS256"}"#.utf8))
        #expect(flaw(verify("\(right).\(body).")) == .signature)
        #expect(flaw(verify("\(right).\(body)")) == .malformed)
    }

    @Test(
        arguments: [
            ["alg": "HS256", "crit": ["exp"]], ["alg": "HS256", "typ": "JWE"],
            ["alg": "HS256", "typ": 1],
        ] as [JSONObject]
    )
    func `a header that names extensions or another type is refused`(header: JSONObject) throws {
        #expect(flaw(verify(try signed(.object(header), with([:])))) == .malformed)
    }

    @Test func `a change of any character is refused`() throws {
        let text = try #require(claims().signed(with: SessionTokenTests.first)).exposed
        #expect(flaw(verify(text)) == nil)
        for index in text.utf8.indices {
            for replacement in ["A", "b", ".", "=", " "] {
                let position = text.utf8.distance(from: text.startIndex, to: index)
                var changed = Array(text.utf8)
                guard changed[position] != Array(replacement.utf8)[0] else { continue }
                changed[position] = Array(replacement.utf8)[0]
                #expect(flaw(verify(String(decoding: changed, as: UTF8.self))) != nil)
            }
        }
    }

    @Test(
        arguments: [
            ("", TokenFlaw.malformed), ("a.b", .malformed), ("a.b.c.d", .malformed),
            ("....", .malformed), ("é.é.é", .malformed),
        ]
    )
    func `a text that is no JWT is refused`(text: String, expected: TokenFlaw) {
        #expect(flaw(verify(text)) == expected)
    }

    @Test func `padding and a token of more than 16 KiB are refused`() throws {
        let text = try #require(claims().signed(with: SessionTokenTests.first)).exposed
        #expect(flaw(verify(text + "=")) == .malformed)
        let long = try signed(
            ["alg": "HS256"],
            with(["x": .string(String(repeating: "x", count: 13_000))])
        )
        #expect(flaw(verify(long)) == .malformed)
    }

    @Test(
        arguments: [
            (["scope": "session.create"], .scope), (["scope": .null], .scope),
            (["scope": "session.connect "], .scope), (["session_id": .null], .session),
            (["session_id": 5], .session), (["role": "admin"], .role), (["role": 1], .role),
            (["connection_data": 1], .connectionData),
            (["connection_data": .string(String(repeating: "👍🏽", count: 501))], .connectionData),
            (["exp": .null], .noExpiry), (["exp": "1790000060"], .noExpiry),
            (["iat": "x"], .malformed),
        ] as [(JSONObject, TokenFlaw)]
    )
    func `a wrong claim is refused with its own sentence`(
        changes: JSONObject,
        expected: TokenFlaw
    ) throws {
        #expect(flaw(verify(try signed(["alg": "HS256"], with(changes)))) == expected)
    }

    @Test func `a token of one scope does not serve as the other`() throws {
        let create = try #require(claims(.create).signed(with: SessionTokenTests.first)).exposed
        let connect = try #require(claims(.connect).signed(with: SessionTokenTests.first)).exposed
        #expect(flaw(verify(create, .connect)) == .scope)
        #expect(flaw(verify(connect, .create)) == .scope)
    }

    @Test(arguments: [1000, 1001])
    func `connection data has at most 1000 code points`(count: Int) throws {
        let data = String(repeating: "😀", count: count)
        let text = try signed(["alg": "HS256"], with(["connection_data": .string(data)]))
        #expect(flaw(verify(text)) == (count > 1000 ? .connectionData : nil))
    }

    /// Seconds from now; a leeway of 30 s on each side.
    @Test(
        arguments: [
            ("exp", -29, nil), ("exp", -30, .expired), ("exp", -3600, .expired),
            ("exp", 30 * 86_400, nil), ("exp", 30 * 86_400 + 30, nil),
            ("exp", 30 * 86_400 + 31, .tooLong), ("exp", 1 << 50, .tooLong),
            ("iat", 30, nil), ("iat", 31, .issuedLater), ("iat", -1 << 40, nil),
            ("nbf", 30, nil), ("nbf", 31, .notYetValid),
        ] as [(String, Int64, TokenFlaw?)]
    )
    func `clocks may differ by 30 s`(claim: String, offset: Int64, expected: TokenFlaw?) throws {
        let value = JSONValue.integer(SessionTokenTests.now + offset)
        let text = try signed(["alg": "HS256"], with(JSONObject([(claim, value)])))
        #expect(flaw(verify(text)) == expected)
    }

    @Test func `fractions of a second are read, and numbers beyond all bounds refused`() throws {
        let fraction = JSONValue.number(Double(SessionTokenTests.now) + 0.5)
        #expect(flaw(verify(try signed(["alg": "HS256"], with(["exp": fraction])))) == nil)
        for huge in [1e300, -1e300] {
            let text = try signed(["alg": "HS256"], with(["exp": .number(huge), "iat": 0]))
            #expect(flaw(verify(text)) != nil)
        }
        let old = try signed(["alg": "HS256"], with(["iat": .number(-1e300)]))
        #expect(try verify(old).get().issuedAt == nil)
    }

    @Test func `a project needs a key and secrets of 32 bytes with different names`() {
        let secret = SessionTokenTests.first
        #expect(Project(key: "demo", secrets: [secret]).flaw == nil)
        #expect(Project(key: "", secrets: [secret]).flaw != nil)
        #expect(Project(key: "a b", secrets: [secret]).flaw != nil)
        #expect(Project(key: "demo", secrets: []).flaw != nil)
        #expect(Project(key: "demo", secrets: [secret, secret]).flaw != nil)
        let short = ProjectSecret(Secret(String(repeating: "x", count: 31)))
        #expect(Project(key: "demo", secrets: [short]).flaw != nil)
    }
}
