// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import Testing

@testable import OysterSessionServer

@Suite struct SettingsTests {
    private static let secret = "a secret that has at least 32 bytes"

    private static func read(_ text: String) throws -> Settings {
        try Settings(text: Array(text.utf8))
    }

    @Test func `an empty object means the documented defaults`() throws {
        let settings = try Self.read("{}")
        #expect(settings.listen == ListenAddress(host: "127.0.0.1", port: 8090))
        #expect(settings.projects.isEmpty)
        #expect(settings.graceTime == .seconds(20))
        #expect(settings.heartbeat == .seconds(5))
        #expect(settings.origins == ["*"])
        #expect(settings.limits.session == SessionLimits())
        #expect(settings.limits.httpConnections == 8192)
        #expect(settings.limits.httpConnectionsPerAddress == 512)
    }

    @Test func `every member is read`() throws {
        let settings = try Self.read(
            """
            {"address": "::1", "port": 9, "serverSecret": "\(Self.secret)",
             "projects": [{"key": "k", "secrets": [{"kid": "a", "secret": "\(Self.secret)"},
                                                   {"secret": "\(Self.secret)!"}]}],
             "state": "/s", "issues": "/i", "issuesKept": 3, "metricsToken": "\(Self.secret)m",
             "origins": ["https://a.example"], "graceTimeMs": 100, "heartbeatMs": 200,
             "iceServers": [{"urls": ["stun:x"]}],
             "limits": {"connections": 1, "allConnections": 2, "streams": 3, "signalsPerSecond": 4,
                        "signalsAtOnce": 5, "httpConnections": 0, "httpConnectionsPerAddress": 6,
                        "requestTimeMs": 700, "idleTimeMs": 800}}
            """
        )
        #expect(settings.listen == ListenAddress(host: "::1", port: 9))
        #expect(settings.serverSecret?.exposed == Self.secret)
        #expect(settings.projects.map(\.key) == ["k"])
        #expect(settings.projects[0].secrets.map(\.keyID) == ["a", nil])
        #expect(settings.projects[0].secrets[1].secret.exposed == Self.secret + "!")
        #expect(settings.state == "/s")
        #expect(settings.issues == "/i")
        #expect(settings.issuesKept == 3)
        #expect(settings.metricsToken?.exposed == Self.secret + "m")
        #expect(settings.origins == ["https://a.example"])
        #expect(settings.graceTime == .milliseconds(100))
        #expect(settings.heartbeat == .milliseconds(200))
        #expect(settings.iceServers == [["urls": ["stun:x"]]])
        #expect(settings.limits.session.connectionsPerSession == 1)
        #expect(settings.limits.session.connections == 2)
        #expect(settings.limits.session.streamsPerSession == 3)
        #expect(settings.limits.session.signalsPerSecond == 4)
        #expect(settings.limits.session.signalsAtOnce == 5)
        #expect(settings.limits.httpConnections == 0)
        #expect(settings.limits.httpConnectionsPerAddress == 6)
        #expect(settings.limits.requestTime == .milliseconds(700))
        #expect(settings.limits.idleTime == .milliseconds(800))
    }

    @Test(arguments: [
        (#"{"port": "8090"}"#, "port"), (#"{"port": 65536}"#, "port"),
        (#"{"address": "localhost"}"#, "address"), (#"{"gracetimeMs": 1}"#, "gracetimeMs"),
        (#"{"graceTimeMs": 99}"#, "graceTimeMs"), (#"{"serverSecret": "short"}"#, "serverSecret"),
        (#"{"projects": {}}"#, "projects"), (#"{"projects": [5]}"#, "projects[0]"),
        (#"{"projects": [{"secrets": []}]}"#, "projects[0].key"),
        (#"{"projects": [{"key": "k"}]}"#, "projects[0].secrets"),
        (#"{"projects": [{"key": "k k", "secrets": []}]}"#, "projects[0].secrets"),
        (#"{"projects": [{"key": "k", "secrets": [{}]}]}"#, "projects[0].secrets[0].secret"),
        (#"{"origins": [5]}"#, "origins"), (#"{"limits": 5}"#, "limits"),
        (#"{"limits": {"conections": 5}}"#, "limits.conections"),
        (#"{"iceServers": [5]}"#, "iceServers"), (#"{"state": ""}"#, "state"),
    ])
    func `an error names the member`(_ text: String, _ member: String) {
        let error = #expect(throws: SettingsError.self) { try Self.read(text) }
        #expect(error?.message.hasPrefix(member + ":") == true, "\(error?.message ?? "")")
    }

    @Test func `an error does not show a secret`() {
        let text = #"{"projects": [{"key": "k", "secrets": [{"secret": "hidden"}]}]}"#
        let error = #expect(throws: SettingsError.self) { try Self.read(text) }
        #expect(error?.message.contains("hidden") == false)
    }

    @Test(arguments: ["", "{", "[]", "{} {}", #"{"port": 1, "port": 2}"#])
    func `a text that is not one JSON object is refused`(_ text: String) {
        #expect(throws: SettingsError.self) { try Self.read(text) }
    }

    @Test func `two projects cannot share a key`() {
        let project = #"{"key": "k", "secrets": [{"secret": "\#(Self.secret)"}]}"#
        let error = #expect(throws: SettingsError.self) {
            try Self.read("{\"projects\": [\(project), \(project)]}")
        }
        #expect(error?.message.hasPrefix("projects[1].key:") == true)
    }

    @Test func `without a server secret and a journal only development starts`() throws {
        let settings = Settings()
        #expect(throws: SettingsError.self) { try settings.ownSecret(isDevelopment: false) }
        #expect(try settings.ownSecret(isDevelopment: true).exposed.utf8.count == 43)
    }

    @Test func `the secret beside a journal is made once`() throws {
        let folder = try TemporaryFolder()
        var settings = Settings()
        settings.state = folder.path + "/journal"
        let first = try settings.ownSecret(isDevelopment: false)
        #expect(try settings.ownSecret(isDevelopment: false) == first)
        #expect(first.exposed.utf8.count == 43)
        #expect(folder.mode(of: "journal.secret") == 0o600)
    }
}
