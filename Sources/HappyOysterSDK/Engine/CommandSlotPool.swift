// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterThreading
import HappyOysterWorld

/// A command slot, and the generation in which a travel uses it.
struct CommandSlotLease: Sendable {
    let slot: CommandSlot
    let generation: UInt32

    /// The same command slot for the next travel; no travel has generation 0.
    fileprivate var next: CommandSlotLease {
        CommandSlotLease(slot: slot, generation: generation == .max ? 1 : generation + 1)
    }
}

/// Command slots that no travel uses; they are reused, since the loop has 4096 wakeups.
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
