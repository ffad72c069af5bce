// SPDX-License-Identifier: Apache-2.0
import HappyOysterABI
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterTestSupport
import HappyOysterThreading
import Synchronization

/// Intercepts the first completion between an engine and its callback queue: it is no longer
/// pending and not yet in the queue.
///
/// It continues when the queue is closed, at the latest after a third of a second.
final class StoppedDelivery: CallbackDelivery {
    let inside = Latch()
    private let queue: any CallbackDelivery
    private let isArmed = Atomic(true)

    private init(_ queue: any CallbackDelivery) { self.queue = queue }

    func deliver(_ item: DeliveryItem) {
        let mustStop =
            item.importance == .essential
            && isArmed.exchange(false, ordering: .acquiringAndReleasing)
        if mustStop {
            inside.open()
            // A closed queue is no longer in host delivery.
            _ = blockUntil(within: .milliseconds(330)) {
                !((queue as? DeliveryQueue)?.isHostDelivery ?? false)
            }
        }
        queue.deliver(item)
    }

    /// Intercepts the first completion of the engine that `make` creates.
    static func around(_ make: () throws -> Void) rethrows -> StoppedDelivery? {
        let made = Recorder<StoppedDelivery>()
        DeliveryTestHook.wrap.withLock { wrap in
            wrap = { queue in
                let stop = StoppedDelivery(queue)
                made.add(stop)
                return stop
            }
        }
        defer { DeliveryTestHook.wrap.withLock { $0 = nil } }
        try make()
        return made.entries.first
    }
}
