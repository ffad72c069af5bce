// SPDX-License-Identifier: Apache-2.0
import HappyOysterWorld

/// What a travel's handle holds of the core; lets go of everything with the handle.
final class TravelHold: Sendable {
    let travel: HappyOysterWorld.Travel
    let feed: FrameFeed
    let sound: SoundFeed
    let lease: CommandSlotLease
    private let core: EngineCore

    init(
        core: EngineCore,
        travel: HappyOysterWorld.Travel,
        lease: CommandSlotLease,
        feed: FrameFeed,
        sound: SoundFeed
    ) {
        self.core = core
        self.travel = travel
        self.lease = lease
        self.feed = feed
        self.sound = sound
    }

    deinit {
        core.engine.release(travel)
        feed.close()
        sound.close()
        SharedRuntime.commandSlots.giveBack(lease)
    }
}
