// SPDX-License-Identifier: Apache-2.0
import HappyOysterPlatform
import HappyOysterThreading
import HappyOysterWorld
import Synchronization

/// What all engines of the process share: the log, and the machinery once it runs.
///
/// The only globals; no thread starts before the first engine is used.
enum SharedRuntime {
    static let log = LogHub(.ofProcess)
    static let mailboxes = MailboxPool()

    private static let machinery = Lock<Machinery?>(nil)
    private static let lastNumber = Atomic<UInt64>(0)

    /// A number that no other travel of the process has.
    static func nextNumber() -> UInt64 { lastNumber.add(1, ordering: .relaxed).newValue }

    /// The running machinery; nil when the system refuses a thread, and in a forked child.
    static func start() -> Machinery? {
        guard !ForkGuard.isForked else { return nil }
        return machinery.withLock { machinery in
            if machinery == nil { machinery = Machinery(log: log) }
            return machinery
        }
    }
}
