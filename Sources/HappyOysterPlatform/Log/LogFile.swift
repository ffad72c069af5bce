// SPDX-License-Identifier: Apache-2.0
import Glibc
import HappyOysterThreading

/// The file that the environment names for the log.
///
/// The log's serial queue opens it and writes to it, never the loop: a file system may be slow.
final class LogFile: Sendable {
    enum Outcome: Equatable {
        case written
        /// The problem, or nil when it was reported before.
        case failed(String?)
    }

    private struct State {
        /// Nil before the first line, and after opening the file has failed.
        var descriptor: Int32?
        var isOpened = false
        /// Whether a problem was reported after the last line that was written.
        var isReported = false

        /// Reports a problem once.
        mutating func fail(_ problem: String) -> Outcome {
            defer { isReported = true }
            return .failed(isReported ? nil : problem)
        }
    }

    private let path: String
    private let state = Lock(State())

    init(path: String) { self.path = path }

    /// Writes a line; with `atOnce`, a line for which the file would block is a failure.
    func write(_ line: String, atOnce: Bool = false) -> Outcome {
        state.withLock { state in
            if !state.isOpened {
                state.isOpened = true
                state.descriptor = LogFile.open(path)
                if state.descriptor == nil {
                    return state.fail("the log file \(path) cannot be opened: \(LogFile.reason)")
                }
            }
            guard let descriptor = state.descriptor else { return .failed(nil) }
            if atOnce, !DescriptorWriter.isReady(for: line, descriptor) { return .failed(nil) }
            guard DescriptorWriter.write(line, to: descriptor) else {
                return state.fail("the log file \(path) cannot be written: \(LogFile.reason)")
            }
            state.isReported = false
            return .written
        }
    }

    /// Opens the file without waiting for the reader of a named pipe; writes do wait for a reader.
    private static func open(_ path: String) -> Int32? {
        let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY | O_NONBLOCK
        let descriptor = Glibc.open(path, flags, 0o644)
        guard descriptor >= 0 else { return nil }
        _ = fcntl(descriptor, F_SETFL, O_APPEND)
        return descriptor
    }

    private static var reason: String { String(cString: strerror(errno)) }
}
