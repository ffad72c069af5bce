// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import Testing

@testable import OysterSessionServer

@Suite struct ArgumentsTests {
    private static let project = Project(
        key: "k",
        secrets: [
            ProjectSecret(keyID: "old", Secret("an old secret that has 32 bytes or more")),
            ProjectSecret(keyID: "new", Secret("a new secret that has 32 bytes or more")),
        ]
    )

    @Test func `the options of a server are read`() throws {
        let arguments = try Arguments([
            "--config", "c", "--dev", "--listen", "[::1]:0", "--state", "s", "--issues", "i",
        ])
        #expect(arguments.command == .serve)
        #expect(arguments.config == "c")
        #expect(arguments.isDevelopment)
        #expect(arguments.listen == ListenAddress(host: "::1", port: 0))
        #expect(arguments.state == "s")
        #expect(arguments.issues == "i")
    }

    @Test func `the options of a token are read`() throws {
        let arguments = try Arguments([
            "token", "--session", "s", "--role", "moderator", "--data", "Ada", "--expires", "60",
            "--scope", "session.create", "--kid", "new", "--name", "n", "--key", "k",
        ])
        #expect(arguments.command == .token)
        #expect(arguments.token.session == "s")
        #expect(arguments.token.role == .moderator)
        #expect(arguments.token.data == "Ada")
        #expect(arguments.token.lifetime == 60)
        #expect(arguments.token.scope == .create)
        #expect(arguments.token.keyID == "new")
        #expect(arguments.token.name == "n")
        #expect(arguments.key == "k")
    }

    @Test func `the options of a session are read`() throws {
        let arguments = try Arguments(["session", "--api", "u", "--encrypted", "--hard-mute"])
        #expect(arguments.command == .session)
        #expect(arguments.api == "u")
        #expect(arguments.isEncrypted)
        #expect(arguments.hasHardMute)
    }

    @Test(arguments: [
        ["--nonsense"], ["serve"], ["--config"], ["--listen", "localhost:80"], ["token", "--dev"],
        ["token", "--role", "king"], ["token", "--scope", "all"], ["token", "--expires", "0"],
        ["token", "--expires", "2592001"], ["--session", "s"], ["session", "--session", "s"],
        ["--dev", "token"],
    ])
    func `other words are refused`(_ words: [String]) {
        #expect(throws: SettingsError.self) { try Arguments(words) }
    }

    @Test func `a token has the claims and the signature of the secret that kid names`() throws {
        var request = TokenRequest()
        request.session = "s"
        request.keyID = "new"
        request.data = "Ada"
        let text = try request.token(Self.project, now: 1000).exposed
        let parts = text.split(separator: ".").map(String.init)
        let claims = try JSONCodec.parse(#require(Base64URL.bytes(Array(parts[1].utf8))))
        #expect(claims["iss"] == "k")
        #expect(claims["session_id"] == "s")
        #expect(claims["role"] == "publisher")
        #expect(claims["connection_data"] == "Ada")
        #expect(claims["exp"] == 4600)
        let key = Array(Self.project.secrets[1].secret.exposed.utf8)
        let mark = Digest.hmacSHA256(key: key, Array("\(parts[0]).\(parts[1])".utf8))
        #expect(Base64URL.bytes(Array(parts[2].utf8)) == mark)
    }

    @Test func `a connect token without a session is refused`() {
        #expect(throws: SettingsError.self) { try TokenRequest().token(Self.project, now: 0) }
    }

    @Test func `connection data beyond 1000 characters is refused`() throws {
        var request = TokenRequest()
        request.session = "s"
        request.data = String(repeating: "é", count: 1000)
        _ = try request.token(Self.project, now: 0)
        request.data += "é"
        #expect(throws: SettingsError.self) { try request.token(Self.project, now: 0) }
    }

    @Test(arguments: [
        ("127.0.0.1:8090", "127.0.0.1", 8090), ("[::1]:0", "::1", 0), ("0.0.0.0:1", "0.0.0.0", 1),
    ])
    func `a listen address is read and written`(_ text: String, _ host: String, _ port: UInt16) {
        let address = ListenAddress(text)
        #expect(address == ListenAddress(host: host, port: port))
        #expect(address?.text == text)
    }

    @Test(arguments: [
        "", "8090", "127.0.0.1", "127.0.0.1:", "127.0.0.1:+1", "127.0.0.1:65536", "::1:80", "[::1]",
        "[127.0.0.1]:80", "host:80", "1.2.3:80", ":80", "[]:80",
    ])
    func `what is no numeric address with a port is refused`(_ text: String) {
        #expect(ListenAddress(text) == nil)
    }

    @Test func `the address of an API has host and port`() {
        #expect(SessionCreation.address("http://127.0.0.1:80/")?.host == "127.0.0.1")
        #expect(SessionCreation.address("http://[::1]:80")?.host == "::1")
        #expect(SessionCreation.address("http://host:80")?.port == "80")
        for text in [
            "https://host:80", "http://host", "http://:80", "http://host:x", "http://h:1/p",
        ] {
            #expect(SessionCreation.address(text) == nil, "\(text)")
        }
    }
}
