// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore

/// What a host states when it creates a session.
package struct SessionOptions: Equatable, Sendable {
    /// The session server: a host with an optional port, or an https URL without a path.
    ///
    /// Plain HTTP is for loopback only.
    package var serverURL: String
    /// The project's key, or an application id: 1 to 128 characters.
    package var key: String
    package var sessionId: String
    /// Whether the session server sends no events about other connections.
    package var suppressesConnectionEvents = false
    /// A PEM file with the only certificate authorities to trust; nil means those of the system.
    package var caFile: String?
    /// `name/version` of the application, up to 128 ASCII characters, appended to the user agent.
    package var userAgent: String?
    /// Bound of a connect in milliseconds, 1 to 600000; after it 1021.
    package var timeoutMs = 30_000
    /// Servers for the media of the session, which this version keeps and does not use.
    package var ice = ICESettings()

    package init(serverURL: String, key: String, sessionId: String) {
        self.serverURL = serverURL
        self.key = key
        self.sessionId = sessionId
    }
}

/// STUN and TURN servers that a host states, and how they are used.
package struct ICESettings: Equatable, Sendable {
    package struct Server: Equatable, Sendable {
        package var urls: [String]
        package var userName: String?
        package var credential: Secret?

        package init(urls: [String], userName: String? = nil, credential: Secret? = nil) {
            self.urls = urls
            self.userName = userName
            self.credential = credential
        }
    }

    package var servers: [Server] = []
    /// Whether only these servers are used, not those of the session server.
    package var usesOnlyThese = false
    /// Whether media pass through a TURN server only.
    package var isRelayOnly = false

    package init() {}
}

/// Options that have passed all checks.
struct SessionConfig: Equatable, Sendable {
    let address: ServiceAddress
    let sessionId: String
    let suppressesConnectionEvents: Bool
    let timeout: Duration
    let userAgent: String
    let ice: ICESettings
    /// At first the file of `ca_file`; replaced by what the certificate source found.
    var certificates: TrustedCertificates

    /// Checks options; the error 1011 names the field, never its value.
    init(_ options: SessionOptions) throws(OysterSDKError) {
        guard (1...128).contains(options.key.unicodeScalars.count) else {
            throw SessionText.refusal("key does not have 1 to 128 characters")
        }
        guard SessionText.isId(options.sessionId) else {
            throw SessionText.refusal("session_id is not 1 to 128 of the characters of an id")
        }
        do throws(ServiceAddress.Problem) {
            address = try ServiceAddress(configured: options.serverURL)
        } catch {
            throw SessionText.refusal("server_url \(error.text)")
        }
        guard (1...600_000).contains(options.timeoutMs) else {
            throw SessionText.refusal("timeout_ms is not within 1 and 600000")
        }
        guard options.caFile.map(HostText.isPath) ?? true else {
            throw SessionText.refusal("ca_file is not a path of 1 to 4096 bytes")
        }
        let application = options.userAgent ?? ""
        guard application.utf8.count <= 128,
            application.utf8.allSatisfy({ (32...126).contains($0) })
        else { throw SessionText.refusal("user_agent is longer than 128 bytes or not ASCII") }
        sessionId = options.sessionId
        suppressesConnectionEvents = options.suppressesConnectionEvents
        timeout = .milliseconds(options.timeoutMs)
        userAgent = LibraryVersion.userAgent + (application.isEmpty ? "" : " " + application)
        ice = options.ice
        certificates = TrustedCertificates(file: options.caFile)
    }
}
