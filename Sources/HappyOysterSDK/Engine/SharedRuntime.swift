// SPDX-License-Identifier: Apache-2.0
import HappyOysterPlatform
import HappyOysterThreading
import HappyOysterWorld
import Synchronization

/// What all engines of the process share: the log, and the runtime once it runs.
///
/// The only globals; no thread starts before the first engine is used.
enum SharedRuntime {
    static let log = LogHub(.ofProcess)
    static let commandSlots = CommandSlotPool()

    private static let runtime = Lock<LibraryRuntime?>(nil)
    private static let lastNumber = Atomic<UInt64>(0)

    /// A number that no other travel of the process has.
    static func nextNumber() -> UInt64 { lastNumber.add(1, ordering: .relaxed).newValue }

    /// The runtime; nil when the system refuses a thread, and in a forked child.
    static func start() -> LibraryRuntime? {
        guard !ForkGuard.isForked else { return nil }
        return runtime.withLock { runtime in
            if runtime == nil { runtime = LibraryRuntime(log: log) }
            return runtime
        }
    }
}
