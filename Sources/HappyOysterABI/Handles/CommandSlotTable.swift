// SPDX-License-Identifier: Apache-2.0
import HappyOysterWorld
import Synchronization

/// The command slots of all travels, by the slot index of their handle.
///
/// The one table that is read without a lock: a command costs a few nanoseconds. A command slot is
/// made when its index is first used, and lives as long as the process.
///
/// `@unchecked Sendable`: the entries are atomics that are never freed.
final class CommandSlotTable: @unchecked Sendable {
    private let entries: UnsafeMutablePointer<Atomic<UInt>>
    private let capacity: Int

    init(capacity: Int) {
        self.capacity = capacity
        entries = .allocate(capacity: capacity)
        for index in 0..<capacity { (entries + index).initialize(to: Atomic(0)) }
    }

    /// The command slot at an index that is or was in use.
    @inline(__always) func slot(at index: Int) -> Unmanaged<CommandSlot>? {
        guard index < capacity else { return nil }
        let bits = entries[index].load(ordering: .acquiring)
        return UnsafeRawPointer(bitPattern: bits).map(Unmanaged.fromOpaque)
    }

    /// The command slot at the index of a new handle; made with `make` the first time.
    func claim(at index: Int, _ make: () -> CommandSlot?) -> CommandSlot? {
        if let known = slot(at: index) { return known.takeUnretainedValue() }
        guard index < capacity, let slot = make() else { return nil }
        let bits = UInt(bitPattern: Unmanaged.passRetained(slot).toOpaque())
        entries[index].store(bits, ordering: .releasing)
        return slot
    }
}
