// SPDX-License-Identifier: Apache-2.0
import Glibc
import HappyOysterCore
import OysterSessionServer

/// Writes a text to a file descriptor.
func write(_ text: String, to descriptor: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
    }
}

/// Ends the process with a line on standard error.
func fail(_ message: String, status: Int32) -> Never {
    write("oyster-session-server: \(message)\n", to: STDERR_FILENO)
    exit(status)
}

/// The value of an environment variable; nil when it is not set or empty.
func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
}

/// Reads the command line and the configuration; ends the process when one is invalid.
func readSettings() -> (Arguments, Settings) {
    let arguments: Arguments
    do throws(SettingsError) {
        arguments = try Arguments(CommandLine.arguments.dropFirst())
    } catch {
        fail("\(error.message)\n\(Arguments.usage.dropLast())", status: 2)
    }
    do throws(SettingsError) {
        return (arguments, try Settings(arguments))
    } catch {
        fail(error.message, status: 2)
    }
}

/// The token that the options of `token` or `session` ask for.
func mintToken(_ arguments: Arguments, _ settings: Settings) throws(SettingsError) -> Secret {
    var settings = settings
    try settings.addProject(
        key: environment("OYSTER_SESSION_KEY"),
        secret: environment("OYSTER_SESSION_SECRET")
    )
    return try arguments.token.token(settings.project(arguments.key), now: Int64(time(nil)))
}

/// `oyster-session-server session`.
func createSession(_ arguments: Arguments, _ settings: Settings) throws(SettingsError) -> String {
    guard let api = arguments.api else { throw SettingsError("session needs --api") }
    var arguments = arguments
    arguments.token.scope = .create
    arguments.token.lifetime = 60
    return try SessionCreation.create(
        at: api,
        token: mintToken(arguments, settings),
        isEncrypted: arguments.isEncrypted,
        hasHardMute: arguments.hasHardMute
    )
}

/// The line that reports that the server is ready.
func readyLine(_ server: SessionServer, _ project: Project?) -> String {
    var object: JSONObject = ["api": .string(server.url)]
    if let project, let secret = project.secrets.first {
        object["key"] = .string(project.key)
        object["secret"] = .string(secret.secret.exposed)
    }
    return JSONCodec.print(.object(object)) ?? "{}"
}

/// Serves until a signal arrives.
func serve(_ arguments: Arguments, _ given: Settings) throws {
    var settings = given
    if arguments.isDevelopment { settings.addDevelopmentProject() }
    guard let project = settings.projects.first else {
        guard let path = arguments.config else {
            fail("it needs --config FILE or --dev\n\(Arguments.usage.dropLast())", status: 2)
        }
        throw SettingsError("\(path): projects: must hold at least one project")
    }
    let secret = try settings.ownSecret(isDevelopment: arguments.isDevelopment)
    ServerProcess.blockSignals()
    ServerProcess.raiseFileLimit()
    let server = try SessionServer(
        settings,
        serverSecret: secret,
        showsMetrics: arguments.isDevelopment
    )
    guard server.watchSignals() else { throw SettingsError("the system refuses a descriptor") }
    if arguments.isDevelopment { server.watchStandardInput() }
    write(readyLine(server, arguments.isDevelopment ? project : nil) + "\n", to: STDOUT_FILENO)
    ServerProcess.notify("READY=1")
    server.run()
}

let (arguments, settings) = readSettings()
do {
    switch arguments.command {
    case .help: write(Arguments.help, to: STDOUT_FILENO)
    case .version: write("oyster-session-server \(LibraryVersion.text)\n", to: STDOUT_FILENO)
    case .token: write(try mintToken(arguments, settings).exposed + "\n", to: STDOUT_FILENO)
    case .session: write(try createSession(arguments, settings) + "\n", to: STDOUT_FILENO)
    case .serve: try serve(arguments, settings)
    }
} catch let error as SettingsError {
    fail(error.message, status: 2)
} catch let error as SessionServer.StartFailure {
    fail(error.message, status: 1)
}
