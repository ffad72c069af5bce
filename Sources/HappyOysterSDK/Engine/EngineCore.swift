// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterStream
import HappyOysterWorld

/// The core's engine behind a public one; lives as long as that and its travels.
final class EngineCore: Sendable {
    let engine: HappyOysterWorld.Engine
    private let machinery: Machinery
    private let delivery: DeliveryQueue

    /// Starts the library's threads when this is the first engine; nil when that is impossible.
    init?() {
        guard let machinery = SharedRuntime.start() else { return nil }
        self.machinery = machinery
        delivery = DeliveryQueue(pool: MainActorRunner())
        engine = HappyOysterWorld.Engine(ports: machinery.ports, delivery: delivery)
    }

    deinit {
        engine.close()
        _ = delivery.close(waiting: .zero)
    }

    func createTravel(ticket: String) throws(CoreError) -> TravelHold {
        let loop = machinery.loop
        guard let lease = SharedRuntime.mailboxes.claim({ loop.makeBell() }) else {
            throw CoreError(OysterErrorCode.limitReached)
        }
        let clock = MediaClock()
        let feed = FrameFeed(pool: machinery.pool, clock: clock)
        let sound = SoundFeed(pool: machinery.pool, clock: clock)
        do throws(CoreError) {
            let travel = try engine.createTravel(
                ticket: ticket,
                number: SharedRuntime.nextNumber(),
                mailbox: lease.mailbox,
                generation: lease.generation,
                view: feed.view,
                audio: sound.feed
            )
            return TravelHold(core: self, travel: travel, lease: lease, feed: feed, sound: sound)
        } catch {
            SharedRuntime.mailboxes.giveBack(lease)
            throw error
        }
    }
}
