// SPDX-License-Identifier: Apache-2.0
import Glibc
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterTestSupport
import HappyOysterThreading
import HappyOysterWorld
import Synchronization

@testable import HappyOysterSession

/// The program oyster-session-server, which a test starts, kills and starts again.
final class ServerProgram: Sendable {
    struct Failure: Error {
        let text: String
    }

    static let key = "test"
    static let secret = "0123456789abcdef0123456789abcdef"

    /// The products of the build are next to the test bundle.
    private static let program: String = {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &bytes, bytes.count - 1)
        let path = String(
            decoding: bytes.prefix(max(0, count)).map { UInt8(bitPattern: $0) },
            as: UTF8.self
        )
        let folder = path.split(separator: "/").dropLast().map { "/" + $0 }.joined()
        return folder + "/oyster-session-server"
    }()

    private let folder: String
    private let hasJournal: Bool
    private let process = Lock<(id: pid_t, port: Int)>((0, 0))
    private let environment = "OYSTER_SESSION_KEY=\(key) OYSTER_SESSION_SECRET=\(secret)"

    /// Starts the server on a free port.
    init(graceTimeMs: Int = 20_000, hasJournal: Bool = false) throws {
        self.hasJournal = hasJournal
        var template = Array("/tmp/oyster-session-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure(text: "no folder") }
        folder = String(
            decoding: template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) },
            as: UTF8.self
        )
        let config: JSONValue = [
            "projects": [
                [
                    "key": .string(ServerProgram.key),
                    "secrets": [["secret": .string(ServerProgram.secret)]],
                ]
            ],
            "serverSecret": "fedcba9876543210fedcba9876543210",
            "graceTimeMs": JSONValue(graceTimeMs),
        ]
        let file = fopen("\(folder)/config.json", "w")
        fputs(JSONCodec.print(config) ?? "", file)
        fclose(file)
        try start()
    }

    deinit {
        kill()
        for name in ["config.json", "journal", "journal.secret", "log"] {
            unlink("\(folder)/\(name)")
        }
        rmdir(folder)
    }

    var api: String { "http://127.0.0.1:\(process.withLock { $0.port })" }

    /// Starts the server, on its former port if it had one.
    func start() throws {
        let port = process.withLock { $0.port }
        let state = hasJournal ? "--state '\(folder)/journal'" : ""
        let lines = try read(
            "echo $$; exec '\(ServerProgram.program)' --config '\(folder)/config.json' "
                + "--listen 127.0.0.1:\(port) \(state) </dev/null 2>>'\(folder)/log'",
            lines: 2
        )
        guard lines.count == 2, let id = pid_t(lines[0]),
            let api = try? JSONCodec.parse(Array(lines[1].utf8))["api"]?.stringValue,
            let found = api.split(separator: ":").last.flatMap({ Int($0) })
        else { throw Failure(text: "the server did not start: \(lines)") }
        process.withLock { $0 = (id, found) }
    }

    /// Ends the server with a signal, at once.
    func kill(_ signal: Int32 = SIGKILL) {
        let id = process.withLock { process in
            defer { process.id = 0 }
            return process.id
        }
        guard id > 0 else { return }
        _ = Glibc.kill(id, signal)
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0, errno == EINTR {}
    }

    func makeSession() throws -> String {
        let command = "\(environment) '\(ServerProgram.program)' session --api \(api)"
        guard let id = try read(command, lines: 1).first else { throw Failure(text: "no session") }
        return id
    }

    func token(_ session: String, role: String = "publisher", data: String = "") throws -> String {
        let command =
            "\(environment) '\(ServerProgram.program)' token --session \(session) --role \(role) "
            + (data.isEmpty ? "" : "--data \(data)")
        guard let token = try read(command, lines: 1).first else { throw Failure(text: "no token") }
        return token
    }

    /// The first lines that a shell command writes.
    private func read(_ command: String, lines: Int) throws -> [String] {
        guard let stream = popen(command, "re") else { throw Failure(text: "popen") }
        var output: [String] = []
        var line: [UInt8] = []
        while output.count < lines {
            let byte = fgetc(stream)
            guard byte != EOF else { break }
            if byte == 10 {
                output.append(String(decoding: line, as: UTF8.self))
                line = []
            } else {
                line.append(UInt8(truncatingIfNeeded: byte))
            }
        }
        // pclose would wait for the end of a server.
        if command.hasPrefix("echo") { return output }
        pclose(stream)
        return output
    }
}

/// A session over the real loop and HTTP client; records what its host receives.
final class LiveSession: Sendable {
    private static let lastNumber = Atomic<UInt64>(0)

    let session: Session
    private let engine: SessionEngine
    private let events = Condition<[SessionEvent]>([])

    init(_ runtime: LiveRuntime, _ server: ServerProgram, _ id: String) throws {
        engine = runtime.makeEngine()
        let options = SessionOptions(
            serverURL: server.api,
            key: ServerProgram.key,
            sessionId: id
        )
        let number = LiveSession.lastNumber.add(1, ordering: .relaxed).newValue
        session = try engine.createSession(options, number: number)
        _ = session.addListener(id: 1) { [events] event in events.update { $0.append(event) } }
    }

    deinit { engine.close() }

    var notices: [SessionNotice] { events.withLock { $0.map(\.notice) } }

    /// The data of the signals that arrived.
    var signals: [String] {
        notices.compactMap { notice in
            if case .signal(let signal) = notice { signal.data } else { nil }
        }
    }

    var types: [OysterSessionEventType] { events.withLock { $0.map(\.type) } }

    /// Waits until the notices hold; false when the limit passed first.
    func wait(_ limit: Duration = .seconds(40), _ test: ([SessionNotice]) -> Bool) -> Bool {
        events.wait(until: SystemClock.monotonic + limit) { events in
            test(events.map(\.notice)) ? true : nil
        } ?? false
    }

    /// Connects and returns the code of the completion.
    func connect(_ token: String) throws -> Int? {
        try operate { try session.connect(token: token, $0) }
    }

    func disconnect() throws -> Int? { try operate { try session.disconnect($0) } }

    func operate(_ submit: (@escaping OperationCompletion) throws -> Void) throws -> Int? {
        let outcome = Outcome()
        try submit { outcome.take($0) }
        return blockUntil(within: .seconds(40)) { outcome.count > 0 } ? outcome.code : nil
    }
}

/// A loop with an HTTP client and callback threads.
final class LiveRuntime: Sendable {
    let loop: CurlLoop
    let log = RecordingLog()
    private let dependencies: EngineDependencies
    private let pool: CallbackPool

    init?() {
        guard let loop = CurlLoop() else { return nil }
        self.loop = loop
        pool = CallbackPool { delay, job in _ = loop.schedule(after: delay, job) }
        dependencies = EngineDependencies(
            loop: loop,
            transport: CurlTransport(loop: loop),
            log: log,
            streams: ScriptedStreamEngine(),
            random: { 4 },
            workingFolder: { nil }
        )
    }

    func makeEngine() -> SessionEngine {
        SessionEngine(dependencies: dependencies, delivery: DeliveryQueue(pool: pool))
    }
}
