// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterThreading
import HappyOysterWorld

/// A travel's command slot, and the life of it that is the travel's.
struct CommandSlotLease: Sendable {
    let slot: CommandSlot
    let generation: UInt32

    /// The same command slot for the next travel; 0 is nobody's generation.
    fileprivate var next: CommandSlotLease {
        CommandSlotLease(slot: slot, generation: generation == .max ? 1 : generation + 1)
    }
}

/// Command slots that no travel uses: they are recycled, since the loop has a bounded number of wakeups.
final class CommandSlotPool: Sendable {
    private let idle = Lock<[CommandSlotLease]>([])

    /// A command slot for a new travel; nil when there are too many.
    func claim(_ makeWakeup: () -> (any Wakeup)?) -> CommandSlotLease? {
        if let lease = idle.withLock({ $0.popLast() }) { return lease }
        return makeWakeup().map { CommandSlotLease(slot: CommandSlot(wakeup: $0), generation: 1) }
    }

    func giveBack(_ lease: CommandSlotLease) {
        lease.slot.retire(generation: lease.generation)
        idle.withLock { $0.append(lease.next) }
    }
}
