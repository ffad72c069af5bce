// SPDX-License-Identifier: Apache-2.0
import HappyOysterWorld

/// What a travel's handle holds of the core; lets go of everything with the handle.
final class TravelHold: Sendable {
    let travel: HappyOysterWorld.Travel
    let feed: FrameFeed
    let lease: MailboxLease
    private let core: EngineCore

    init(
        core: EngineCore,
        travel: HappyOysterWorld.Travel,
        lease: MailboxLease,
        feed: FrameFeed
    ) {
        self.core = core
        self.travel = travel
        self.lease = lease
        self.feed = feed
    }

    deinit {
        core.engine.release(travel)
        feed.close()
        SharedRuntime.mailboxes.giveBack(lease)
    }
}
