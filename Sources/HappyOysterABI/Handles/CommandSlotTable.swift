// SPDX-License-Identifier: Apache-2.0
import HappyOysterWorld
import Synchronization

/// The command slots of all travels, by the place of their handle.
///
/// The one table that is read without a lock: a command costs a few nanoseconds. A command slot is
/// made when its index is first used, and lives as long as the process.
///
/// `@unchecked Sendable`: the places are atomics that are never freed.
final class CommandSlotTable: @unchecked Sendable {
    private let places: UnsafeMutablePointer<Atomic<UInt>>
    private let capacity: Int

    init(capacity: Int) {
        self.capacity = capacity
        places = .allocate(capacity: capacity)
        for index in 0..<capacity { (places + index).initialize(to: Atomic(0)) }
    }

    /// The command slot of a place that is in use or was.
    @inline(__always) func slot(at index: Int) -> Unmanaged<CommandSlot>? {
        guard index < capacity else { return nil }
        let bits = places[index].load(ordering: .acquiring)
        return UnsafeRawPointer(bitPattern: bits).map(Unmanaged.fromOpaque)
    }

    /// The command slot of a place that is being given out; made with `make` the first time.
    func claim(at index: Int, _ make: () -> CommandSlot?) -> CommandSlot? {
        if let known = slot(at: index) { return known.takeUnretainedValue() }
        guard index < capacity, let slot = make() else { return nil }
        let bits = UInt(bitPattern: Unmanaged.passRetained(slot).toOpaque())
        places[index].store(bits, ordering: .releasing)
        return slot
    }
}
