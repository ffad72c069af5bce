// SPDX-License-Identifier: Apache-2.0
import HappyOysterWorld
import Synchronization

/// The command mailboxes of all travels, by the place of their handle.
///
/// The one table that is read without a lock: a command costs a few nanoseconds. Mailboxes are made
/// when a place is first used and live as long as the process.
///
/// `@unchecked Sendable`: the places are atomics that are never freed.
final class MailboxBoard: @unchecked Sendable {
    private let places: UnsafeMutablePointer<Atomic<UInt>>
    private let capacity: Int

    init(capacity: Int) {
        self.capacity = capacity
        places = .allocate(capacity: capacity)
        for index in 0..<capacity { (places + index).initialize(to: Atomic(0)) }
    }

    /// The mailbox of a place that is in use or was.
    @inline(__always) func mailbox(at index: Int) -> Unmanaged<CommandMailbox>? {
        guard index < capacity else { return nil }
        let bits = places[index].load(ordering: .acquiring)
        return UnsafeRawPointer(bitPattern: bits).map(Unmanaged.fromOpaque)
    }

    /// The mailbox of a place that is being given out; made with `make` the first time.
    func claim(at index: Int, _ make: () -> CommandMailbox?) -> CommandMailbox? {
        if let known = mailbox(at: index) { return known.takeUnretainedValue() }
        guard index < capacity, let mailbox = make() else { return nil }
        let bits = UInt(bitPattern: Unmanaged.passRetained(mailbox).toOpaque())
        places[index].store(bits, ordering: .releasing)
        return mailbox
    }
}
