// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore

/// What an operator configures for the model.
package struct StoreConfiguration: Sendable {
    package var projects: [Project]
    /// The server's own secret of at least 32 bytes, which signs session ids, stream ids and
    /// tickets.
    package var serverSecret: Secret
    /// How long a lost connection may return.
    package var graceTime: Duration = .seconds(20)
    /// How often an event stream carries a comment line.
    package var heartbeat: Duration = .seconds(5)
    /// The ICE servers of a connect's answer.
    package var iceServers: [JSONValue] = []
    package var limits = SessionLimits()

    package init(projects: [Project], serverSecret: Secret) {
        self.projects = projects
        self.serverSecret = serverSecret
    }

    /// Why the configuration cannot be used, as a sentence without a secret; nil when it can.
    package var flaw: String? {
        guard !projects.isEmpty else { return "There is no project." }
        guard Set(projects.map(\.key)).count == projects.count else {
            return "Two projects have the same key."
        }
        guard serverSecret.exposed.utf8.count >= ProjectSecret.shortest else {
            return "The server's own secret has at least 32 bytes."
        }
        return projects.lazy.compactMap(\.flaw).first
    }
}
