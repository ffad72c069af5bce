// SPDX-License-Identifier: Apache-2.0

/// The command line of oyster-session-server.
package struct Arguments: Equatable {
    package enum Command: Equatable {
        case serve
        case token
        case session
        case help
        case version
    }

    package var command = Command.serve
    package var config: String?
    package var isDevelopment = false
    package var listen: ListenAddress?
    package var state: String?
    package var issues: String?
    /// The project's key, when the configuration has several.
    package var key: String?
    package var token = TokenRequest()
    /// The server that creates a session.
    package var api: String?
    package var isEncrypted = false
    package var hasHardMute = false

    /// Reads the words after the program's name.
    package init(_ words: some Sequence<String>) throws(SettingsError) {
        var words = Array(words)[...]
        switch words.first {
        case "token": command = .token
        case "session": command = .session
        default: break
        }
        if command != .serve { words.removeFirst() }
        while let word = words.popFirst() {
            switch word {
            case "--help", "-h": command = .help
            case "--version": command = .version
            case "--config": config = try Self.value(word, &words)
            default:
                let isKnown =
                    switch command {
                    case .serve: try serveOption(word, &words)
                    case .token: try tokenOption(word, &words)
                    case .session: try sessionOption(word, &words)
                    case .help, .version: true
                    }
                guard isKnown else {
                    let kind = word.hasPrefix("-") ? "option" : "argument"
                    throw SettingsError("unknown \(kind) '\(word)'")
                }
            }
        }
    }

    private mutating func serveOption(
        _ word: String,
        _ rest: inout ArraySlice<String>
    ) throws(SettingsError) -> Bool {
        switch word {
        case "--dev": isDevelopment = true
        case "--state": state = try Self.value(word, &rest)
        case "--issues": issues = try Self.value(word, &rest)
        case "--listen":
            let text = try Self.value(word, &rest)
            guard let address = ListenAddress(text) else {
                throw SettingsError("--listen: '\(text)' is not a numeric ADDRESS:PORT")
            }
            listen = address
        default: return false
        }
        return true
    }

    private mutating func tokenOption(
        _ word: String,
        _ rest: inout ArraySlice<String>
    ) throws(SettingsError) -> Bool {
        switch word {
        case "--key": key = try Self.value(word, &rest)
        case "--session": token.session = try Self.value(word, &rest)
        case "--data": token.data = try Self.value(word, &rest)
        case "--name": token.name = try Self.value(word, &rest)
        case "--kid": token.keyID = try Self.value(word, &rest)
        case "--role":
            let text = try Self.value(word, &rest)
            guard let role = Role(rawValue: text) else {
                let names = Role.allCases.map(\.rawValue).joined(separator: ", ")
                throw SettingsError("--role: '\(text)' is none of \(names)")
            }
            token.role = role
        case "--scope":
            let text = try Self.value(word, &rest)
            guard let scope = SessionToken.Scope(rawValue: text) else {
                throw SettingsError(
                    "--scope: '\(text)' is neither session.connect nor session.create"
                )
            }
            token.scope = scope
        case "--expires":
            let text = try Self.value(word, &rest)
            guard let seconds = Int64(text), TokenRequest.lifetimes.contains(seconds) else {
                throw SettingsError("--expires: '\(text)' is not a number of seconds up to 30 days")
            }
            token.lifetime = seconds
        default: return false
        }
        return true
    }

    private mutating func sessionOption(
        _ word: String,
        _ rest: inout ArraySlice<String>
    ) throws(SettingsError) -> Bool {
        switch word {
        case "--key": key = try Self.value(word, &rest)
        case "--api": api = try Self.value(word, &rest)
        case "--kid": token.keyID = try Self.value(word, &rest)
        case "--encrypted": isEncrypted = true
        case "--hard-mute": hasHardMute = true
        default: return false
        }
        return true
    }

    private static func value(
        _ option: String,
        _ rest: inout ArraySlice<String>
    ) throws(SettingsError) -> String {
        guard let value = rest.popFirst() else { throw SettingsError("\(option) needs a value") }
        return value
    }
}

extension Arguments {
    package static let usage = """
        usage: oyster-session-server --config FILE [--listen ADDRESS:PORT] [--state FILE]
                                     [--issues DIRECTORY]
               oyster-session-server --dev [--config FILE] [--listen ADDRESS:PORT] [--state FILE]
                                     [--issues DIRECTORY]
               oyster-session-server token [--config FILE] [--key KEY] [--kid ID] [--scope SCOPE]
                                     [--session ID] [--role ROLE] [--data TEXT] [--name NAME]
                                     [--expires SECONDS]
               oyster-session-server session --api URL [--config FILE] [--key KEY] [--kid ID]
                                     [--encrypted] [--hard-mute]
               oyster-session-server --version | --help

        """

    package static let help =
        usage + """

            Keeps sessions of several people: connections, roles, signals, moderation. When it is
            ready it prints one JSON line on standard output: {"api":"http://127.0.0.1:8090"}

              --config FILE          the configuration, a JSON object; see oyster-session-server(1)
              --dev                  development: a free port of 127.0.0.1, and a project with a
                                     random key and secret, which the JSON line has; ends when
                                     standard input ends, if that is a pipe
              --listen ADDRESS:PORT  a numeric address; port 0 selects a free one
              --state FILE           the journal, with which connections outlive a restart
              --issues DIRECTORY     where reports of issues are stored

            token writes a token on standard output. Key and secret are those of the configuration
            file, or of the environment: OYSTER_SESSION_KEY, OYSTER_SESSION_SECRET.

              --scope SCOPE          session.connect (the default) or session.create
              --session ID           the session; needed for session.connect
              --role ROLE            subscriber, publisher (the default), publisher-only, moderator
              --data TEXT            connection data, which all members see
              --name NAME            a name for the server's log
              --expires SECONDS      the token's lifetime; 3600 by default, at most 30 days

            session asks a running server for a session, and writes its id.

              --api URL              the server, http://ADDRESS:PORT
              --encrypted            clients need an encryption secret
              --hard-mute            publishers cannot lift a moderator's mute

            """
}
