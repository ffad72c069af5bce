// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore

/// The configuration of the session server.
package struct Settings: Sendable {
    /// How much clients may use.
    package struct Limits: Sendable {
        package var session = SessionLimits()
        /// HTTP connections; 0 for any number.
        package var httpConnections = 8192
        /// HTTP connections of one address; 0 for any number.
        package var httpConnectionsPerAddress = 512
        /// How long a request or an answer may stay incomplete.
        package var requestTime: Duration = .seconds(10)
        /// How long an HTTP connection may wait for its next request.
        package var idleTime: Duration = .seconds(75)
    }

    package var listen = ListenAddress(host: "127.0.0.1", port: 8090)
    package var projects: [Project] = []
    /// Signs session ids and resume tickets; without it the server makes one.
    package var serverSecret: Secret?
    /// The journal's file.
    package var state: String?
    /// The directory of issue reports.
    package var issues: String?
    package var issuesKept = 1000
    /// The bearer of `/metrics`.
    package var metricsToken: Secret?
    /// The origins of web pages that may use the server.
    package var origins = ["*"]
    package var graceTime: Duration = .seconds(20)
    package var heartbeat: Duration = .seconds(5)
    /// What a connect returns as `iceServers`.
    package var iceServers: [JSONValue] = []
    package var limits = Limits()

    package init() {}
}

extension Settings {
    /// Reads a configuration file's text.
    package init(text: [UInt8]) throws(SettingsError) {
        self.init()
        try read(text)
    }

    mutating func read(_ text: [UInt8]) throws(SettingsError) {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONCodec.parse(text)
        } catch {
            throw SettingsError("not valid JSON: \(error.description)")
        }
        var object = try SettingsObject(value)
        listen = try listen(&object)
        projects = try Self.projects(&object)
        serverSecret = try object.secret("serverSecret")
        state = try object.text("state")
        issues = try object.text("issues")
        issuesKept = try object.integer("issuesKept", 1...1_000_000) ?? issuesKept
        metricsToken = try object.secret("metricsToken")
        origins = try object.texts("origins") ?? origins
        graceTime = try object.milliseconds("graceTimeMs", 100...600_000) ?? graceTime
        heartbeat = try object.milliseconds("heartbeatMs", 100...5000) ?? heartbeat
        iceServers = try Self.iceServers(&object)
        if var nested = try object.object("limits") { limits = try Limits(&nested) }
        try object.finish()
    }

    private func listen(_ object: inout SettingsObject) throws(SettingsError) -> ListenAddress {
        let host = try object.text("address") ?? listen.host
        let port = try object.integer("port", 0...65535) ?? Int(listen.port)
        let address = ListenAddress(host: host, port: UInt16(clamping: port))
        guard address.isNumeric else {
            throw SettingsError("address: must be a numeric IPv4 or IPv6 address")
        }
        return address
    }

    private static func projects(_ file: inout SettingsObject) throws(SettingsError) -> [Project] {
        var projects: [Project] = []
        for object in try file.objects("projects") ?? [] {
            let project = try Project(object)
            guard !projects.contains(where: { $0.key == project.key }) else {
                throw SettingsError("\(object.name("key")): the same key as an earlier project")
            }
            projects.append(project)
        }
        return projects
    }

    private static func iceServers(
        _ file: inout SettingsObject
    ) throws(SettingsError) -> [JSONValue] {
        guard let value = file.value("iceServers") else { return [] }
        guard let servers = value.arrayValue, servers.count <= 16,
            servers.allSatisfy({ $0.objectValue != nil })
        else { throw SettingsError("iceServers: must be an array of at most 16 objects") }
        return servers
    }
}

extension Project {
    fileprivate init(_ object: SettingsObject) throws(SettingsError) {
        var object = object
        guard let key = try object.text("key", 1...Project.longestKey) else {
            throw SettingsError("\(object.name("key")): missing")
        }
        var secrets: [ProjectSecret] = []
        for var element in try object.objects("secrets") ?? [] {
            let id = try element.text("kid", 1...128)
            guard let secret = try element.secret("secret") else {
                throw SettingsError("\(element.name("secret")): missing")
            }
            guard id == nil || !secrets.contains(where: { $0.keyID == id }) else {
                throw SettingsError("\(element.name("kid")): the same as of an earlier secret")
            }
            secrets.append(ProjectSecret(keyID: id, secret))
            try element.finish()
        }
        guard !secrets.isEmpty else {
            throw SettingsError("\(object.name("secrets")): must hold at least one secret")
        }
        self.init(key: key, secrets: secrets)
        // The members are right; what is left is the key's characters.
        if let flaw { throw SettingsError("\(object.name("key")): \(flaw)") }
        try object.finish()
    }
}

extension Settings.Limits {
    fileprivate init(_ object: inout SettingsObject) throws(SettingsError) {
        let many = 1...1_000_000
        let any = 0...1_000_000
        session.connectionsPerSession =
            try object.integer("connections", many) ?? session.connectionsPerSession
        session.connections = try object.integer("allConnections", many) ?? session.connections
        session.streamsPerSession =
            try object.integer("streams", many) ?? session.streamsPerSession
        session.signalsPerSecond =
            try object.integer("signalsPerSecond", many) ?? session.signalsPerSecond
        session.signalsAtOnce =
            try object.integer("signalsAtOnce", many) ?? session.signalsAtOnce
        httpConnections = try object.integer("httpConnections", any) ?? httpConnections
        httpConnectionsPerAddress =
            try object.integer("httpConnectionsPerAddress", any) ?? httpConnectionsPerAddress
        requestTime = try object.milliseconds("requestTimeMs", 100...600_000) ?? requestTime
        idleTime = try object.milliseconds("idleTimeMs", 100...3_600_000) ?? idleTime
        try object.finish()
    }
}
