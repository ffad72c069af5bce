// SPDX-License-Identifier: Apache-2.0
import Glibc
internal import HappyOysterThreading

/// The journal of a running server: what it does when the file cannot be written.
final class JournalKeeper {
    /// How long the server waits before it tries again to write a journal that failed.
    private static let pause: Duration = .seconds(10)

    private let file: JournalFile
    private let path: String
    private let log: ServerLog
    let state: SessionState?
    private var triesAgainAt: Duration?
    private(set) var failures = 0

    init(path: String, limits: SessionLimits, _ log: ServerLog) throws(JournalFile.Failure) {
        self.path = path
        file = try JournalFile(path: path, limits: limits)
        state = file.state
        self.log = log
    }

    /// Bytes of the file.
    var size: Int {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_size : 0
    }

    /// Whether `maintain` has something to do.
    var needsMaintenance: Bool { file.isLong || triesAgainAt != nil }

    /// Appends records; after a failure the server continues without a journal for ten seconds.
    func append(_ records: [JournalRecord]) {
        guard triesAgainAt == nil, !records.isEmpty else { return }
        do throws(JournalFile.Failure) {
            try file.append(records)
        } catch {
            failed(error)
        }
    }

    /// Writes the journal anew when it is long, or after a failure.
    func maintain(at now: Duration, _ state: () -> SessionState) {
        if let time = triesAgainAt {
            guard now >= time else { return }
        } else if !file.isLong {
            return
        }
        do throws(JournalFile.Failure) {
            try file.compact(state())
            if triesAgainAt != nil { log.write("journal", [], "It is written again.") }
            triesAgainAt = nil
        } catch {
            failed(error)
        }
    }

    private func failed(_ failure: JournalFile.Failure) {
        failures += 1
        triesAgainAt = SystemClock.monotonic + Self.pause
        log.write("journal", [], "\(failure)")
    }
}
