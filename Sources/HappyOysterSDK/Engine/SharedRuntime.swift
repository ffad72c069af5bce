// SPDX-License-Identifier: Apache-2.0
import HappyOysterPlatform

/// What all engines of the process share: the log, and the runtime once it runs.
///
/// The only globals; no thread starts before the first engine is used.
enum SharedRuntime {
    static var log: LogHub { runtime.log }
    static let commandSlots = CommandSlotPool()

    private static let runtime = LazyRuntime()

    /// A number that no other travel of the process has.
    static func nextNumber() -> UInt64 { runtime.nextNumber() }

    /// The runtime; nil when the system refuses a thread, and in a forked child.
    static func start() -> LibraryRuntime? { ForkGuard.isForked ? nil : runtime.start() }
}
