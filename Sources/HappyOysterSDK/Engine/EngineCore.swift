// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterStream
import HappyOysterWorld

/// The core's engine behind a public one; lives as long as that and its travels.
final class EngineCore: Sendable {
    let engine: HappyOysterWorld.Engine
    private let runtime: LibraryRuntime
    private let delivery: DeliveryQueue

    /// Starts the library's threads when this is the first engine; nil when that is impossible.
    init?() {
        guard let runtime = SharedRuntime.start() else { return nil }
        self.runtime = runtime
        delivery = DeliveryQueue(pool: MainActorRunner())
        engine = HappyOysterWorld.Engine(dependencies: runtime.dependencies, delivery: delivery)
    }

    deinit {
        engine.close()
        _ = delivery.close(waiting: .zero)
    }

    func createTravel(ticket: String) throws(CoreError) -> TravelHold {
        let loop = runtime.loop
        guard let lease = SharedRuntime.commandSlots.claim({ loop.makeWakeup() }) else {
            throw CoreError(OysterErrorCode.limitReached)
        }
        let clock = MediaClock()
        let feed = FrameFeed(pool: runtime.pool, clock: clock)
        let sound = SoundFeed(pool: runtime.pool, clock: clock)
        do throws(CoreError) {
            let travel = try engine.createTravel(
                ticket: ticket,
                number: SharedRuntime.nextNumber(),
                commandSlot: lease.slot,
                generation: lease.generation,
                view: feed.view,
                audio: sound.feed
            )
            return TravelHold(core: self, travel: travel, lease: lease, feed: feed, sound: sound)
        } catch {
            SharedRuntime.commandSlots.giveBack(lease)
            throw error
        }
    }
}
