// SPDX-License-Identifier: Apache-2.0
import Glibc
package import HappyOysterCore

extension Settings {
    private static let longestFile = 1 << 20

    /// Reads the configuration file, if the command line names one, and applies its options.
    package init(_ arguments: Arguments) throws(SettingsError) {
        self.init()
        if arguments.isDevelopment { listen = ListenAddress(host: "127.0.0.1", port: 0) }
        if let path = arguments.config {
            guard let text = FileText.read(path, limit: Self.longestFile) else {
                throw SettingsError("\(path): cannot be read: \(String(cString: strerror(errno)))")
            }
            do throws(SettingsError) {
                try read(text)
            } catch {
                throw SettingsError("\(path): \(error.message)")
            }
        }
        listen = arguments.listen ?? listen
        state = arguments.state ?? state
        issues = arguments.issues ?? issues
    }

    /// Adds the project that the environment names, if it names one.
    package mutating func addProject(
        key: String?,
        secret: String?
    ) throws(SettingsError) {
        guard key != nil || secret != nil else { return }
        guard let key, let secret else {
            throw SettingsError("OYSTER_SESSION_KEY and OYSTER_SESSION_SECRET belong together")
        }
        let project = Project(key: key, secrets: [ProjectSecret(Secret(secret))])
        if let flaw = project.flaw { throw SettingsError("OYSTER_SESSION_KEY, _SECRET: \(flaw)") }
        if !projects.contains(where: { $0.key == key }) { projects.insert(project, at: 0) }
    }

    /// Makes a project for development, unless the configuration has one.
    package mutating func addDevelopmentProject() {
        guard projects.isEmpty else { return }
        let name = "dev-" + Base64URL.text(ServerSecret.random(6))
        projects = [Project(key: name, secrets: [ProjectSecret(ServerSecret.make())])]
    }

    /// The server's own secret: that of the configuration, the one beside the journal, or for
    /// development a random one.
    package func ownSecret(isDevelopment: Bool) throws(SettingsError) -> Secret {
        if let serverSecret { return serverSecret }
        if let state { return try ServerSecret.beside(journal: state) }
        guard isDevelopment else {
            throw SettingsError("serverSecret: missing; without it the server needs a state")
        }
        return ServerSecret.make()
    }
}
