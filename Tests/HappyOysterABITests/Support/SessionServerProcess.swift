// SPDX-License-Identifier: Apache-2.0
import CHappyOyster
import Glibc
import HappyOysterCore
import OysterSessionServer
import Synchronization

/// A session server of its own for one test.
final class SessionServerProcess: @unchecked Sendable {
    let url: String
    let key: String
    private let secret: String
    private let stream: UnsafeMutablePointer<FILE>
    private let process: pid_t

    init() throws {
        // The shell's number is that of the server, which replaces it. The grace time is short.
        let command = """
            echo $$; exec '\(Self.program)' --dev --config /dev/fd/3 </dev/null 2>/dev/null 3<<'E'
            {"graceTimeMs":2000}
            E
            """
        guard let stream = popen(command, "r") else { throw FixtureFailure("popen") }
        self.stream = stream
        guard let process = pid_t(Self.line(stream)) else { throw FixtureFailure("the shell") }
        self.process = process
        let ready = try JSONCodec.parse(Array(Self.line(stream).utf8))
        guard let url = ready["api"]?.stringValue, let key = ready["key"]?.stringValue,
            let secret = ready["secret"]?.stringValue
        else { throw FixtureFailure("the session server does not start") }
        (self.url, self.key, self.secret) = (url, key, secret)
    }

    deinit { stop() }

    private let isStopped = Atomic(false)

    /// Ends the server at once, as a crash does.
    func stop() {
        guard !isStopped.exchange(true, ordering: .sequentiallyConsistent) else { return }
        kill(process, SIGKILL)
        pclose(stream)
    }

    /// Suspends the server, or lets it go on.
    func pause(_ isPaused: Bool) { kill(process, isPaused ? SIGSTOP : SIGCONT) }

    /// A token with a role for a session.
    func token(_ session: String, _ role: Role) throws -> String {
        var token = SessionToken(
            issuer: key,
            scope: .connect,
            sessionID: session,
            expiresAt: Int64(time(nil)) + 3600
        )
        token.role = role
        guard let signed = token.signed(with: ProjectSecret(Secret(secret))) else {
            throw FixtureFailure("a token")
        }
        return signed.exposed
    }

    /// The id of a new session.
    func makeSession() throws -> String {
        let token = SessionToken(
            issuer: key,
            scope: .create,
            expiresAt: Int64(time(nil)) + 60
        )
        guard let signed = token.signed(with: ProjectSecret(Secret(secret))) else {
            throw FixtureFailure("a token")
        }
        return try SessionCreation.create(
            at: url,
            token: signed,
            isEncrypted: false,
            hasHardMute: false
        )
    }

    /// A session object that is not connected.
    func open(_ session: String, on engine: OpaquePointer) throws -> OpaquePointer {
        var made: OpaquePointer?
        let code = url.withCString { url in
            key.withCString { key in
                session.withCString { session in
                    HeaderCall.makeSession(engine, &made) {
                        ($0.server_url, $0.key, $0.session_id) = (url, key, session)
                    }
                }
            }
        }
        guard code == 0, let made else { throw FixtureFailure("create_session \(code)") }
        return made
    }

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

    private static func line(_ stream: UnsafeMutablePointer<FILE>) -> String {
        var bytes: [UInt8] = []
        var byte = fgetc(stream)
        while byte != EOF, byte != 10 {
            bytes.append(UInt8(truncatingIfNeeded: byte))
            byte = fgetc(stream)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
