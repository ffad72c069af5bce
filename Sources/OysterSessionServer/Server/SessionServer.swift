// SPDX-License-Identifier: Apache-2.0
import Glibc
package import HappyOysterCore
internal import HappyOysterThreading

/// The session server: one thread that runs the HTTP server and the model.
///
/// The model decides; this type writes the journal, stores reports, and resumes event streams. An
/// event reaches the socket of its receiver in the turn of the loop in which its signal arrived.
package final class SessionServer {
    /// Why the server does not start; a text for the operator.
    package struct StartFailure: Error {
        package let message: String
    }

    /// How the server ends.
    enum Ending {
        /// Connections can continue after the next start.
        case resumable
        /// All connections are over.
        case final
    }

    let settings: Settings
    let crossOrigin: CrossOrigin
    let showsMetrics: Bool
    let log: ServerLog
    let poller: Poller
    private let listener: ListeningSocket
    let journal: JournalKeeper?
    let issues: IssueFolder?
    var store: SessionStore
    var streams = EventStreams()
    var figures = ServerFigures()
    private(set) var http: HTTPServer?
    private(set) var ending: Ending?
    private var endsAt: Duration?
    private var nextBeat = SystemClock.monotonic
    /// How often heartbeats and long polls are looked at.
    private static let beat: Duration = .milliseconds(100)
    /// How long answers and last events may take while the server ends.
    private static let farthestEnd: Duration = .seconds(2)

    /// Opens files and the port; `showsMetrics` shows `/metrics` without a token.
    package init(
        _ settings: Settings,
        serverSecret: Secret,
        showsMetrics: Bool
    ) throws(StartFailure) {
        var configuration = StoreConfiguration(
            projects: settings.projects,
            serverSecret: serverSecret
        )
        configuration.graceTime = settings.graceTime
        configuration.heartbeat = settings.heartbeat
        configuration.iceServers = settings.iceServers
        configuration.limits = settings.limits.session
        if let flaw = configuration.flaw { throw StartFailure(message: flaw) }
        guard let poller = Poller() else {
            throw StartFailure(message: "the system refuses a descriptor")
        }
        self.poller = poller
        self.settings = settings
        self.showsMetrics = showsMetrics
        crossOrigin = CrossOrigin(settings.origins)
        let log = ServerLog()
        self.log = log
        let limits = settings.limits.session
        do {
            listener = try ListeningSocket(settings.listen)
            journal = try settings.state.map {
                try JournalKeeper(path: $0, limits: limits, log)
            }
            issues = try settings.issues.map {
                try IssueFolder(path: $0, limit: settings.issuesKept)
            }
        } catch let failure as ListeningSocket.Failure {
            throw StartFailure(message: failure.message)
        } catch let failure as JournalFile.Failure {
            throw StartFailure(message: "\(failure)")
        } catch let failure as IssueFolder.Failure {
            throw StartFailure(message: failure.message)
        } catch {
            throw StartFailure(message: "cannot start")
        }
        store = SessionStore(configuration, restoring: journal?.state, at: .now)
        http = HTTPServer(
            listener,
            poller,
            limits: ConnectionLimits(
                total: ConnectionLimits.total(
                    settings.limits.httpConnections,
                    openFiles: ServerProcess.openFiles
                ),
                perAddress: settings.limits.httpConnectionsPerAddress
            ),
            timeLimits: HTTPConnection.TimeLimits(
                request: settings.limits.requestTime,
                idle: settings.limits.idleTime
            ),
            handler: self
        )
        guard http != nil else { throw StartFailure(message: "the HTTP server does not start") }
    }

    /// The address at which clients reach the server.
    package var url: String { "http://\(listener.address.text)" }

    /// Begins the end of the server: `isFinal` ends all connections, otherwise they can continue.
    package func end(isFinal: Bool) {
        guard ending == nil else { return }
        ending = isFinal ? .final : .resumable
        endsAt = SystemClock.monotonic + Self.farthestEnd
        http?.stopListening()
        if isFinal { perform(store.endAll(at: .now)) }
        for stream in Array(streams.open.values) { stream.body.end(after: []) }
        for (id, poll) in streams.polls { answerPoll(id, poll, []) }
        log.write("stopping", [("final", String(isFinal))])
    }

    /// Serves until the server has ended.
    package func run() {
        guard let http else { return }
        while true {
            http.run()
            let now = SystemClock.monotonic
            if let endsAt, now >= endsAt || (streams.isEmpty && !http.isSending) { break }
            advance(to: now)
            if http.hasResumed { continue }
            poller.wait(timeToWait(now))
        }
        http.stop()
        self.http = nil
    }

    /// Does what is due at a time.
    private func advance(to now: Duration) {
        if let deadline = store.nextDeadline, now >= deadline { perform(store.tick(at: .now)) }
        guard now >= nextBeat else { return }
        nextBeat = now + Self.beat
        sendHeartbeats(at: now)
        for (id, poll) in streams.polls where now >= poll.deadline { answerPoll(id, poll, []) }
        journal?.maintain(at: now) { store.state }
    }

    private func timeToWait(_ now: Duration) -> Duration {
        var times: [Duration] = [now + .seconds(60)]
        if let deadline = store.nextDeadline { times.append(deadline) }
        if let deadline = http?.deadline { times.append(deadline) }
        if !streams.isEmpty || journal?.needsMaintenance == true { times.append(nextBeat) }
        if let endsAt { times.append(min(endsAt, now + .milliseconds(20))) }
        return max(.zero, (times.min() ?? now) - now)
    }
}

extension StoreTime {
    /// The system's clocks.
    static var now: StoreTime {
        StoreTime(now: SystemClock.monotonic, wallMs: SystemClock.wallMs)
    }
}
