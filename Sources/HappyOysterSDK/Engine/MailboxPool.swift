// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterThreading
import HappyOysterWorld

/// A travel's command mailbox, and the life of it that is the travel's.
struct MailboxLease: Sendable {
    let mailbox: CommandMailbox
    let generation: UInt32

    /// The same mailbox for the next travel; 0 is nobody's generation.
    fileprivate var next: MailboxLease {
        MailboxLease(mailbox: mailbox, generation: generation == .max ? 1 : generation + 1)
    }
}

/// Mailboxes that no travel uses: they are recycled, since the loop has a bounded number of bells.
final class MailboxPool: Sendable {
    private let idle = Lock<[MailboxLease]>([])

    /// A mailbox for a new travel; nil when there are too many.
    func claim(_ makeBell: () -> (any Bell)?) -> MailboxLease? {
        if let lease = idle.withLock({ $0.popLast() }) { return lease }
        return makeBell().map { MailboxLease(mailbox: CommandMailbox(bell: $0), generation: 1) }
    }

    func giveBack(_ lease: MailboxLease) {
        lease.mailbox.retire(generation: lease.generation)
        idle.withLock { $0.append(lease.next) }
    }
}
