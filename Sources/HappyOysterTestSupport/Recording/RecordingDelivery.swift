// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore
import Synchronization

/// A delivery queue that runs each callback at once, or when the test continues it.
package final class RecordingDelivery: CallbackDelivery {
    private struct State {
        var isHeld = false
        var waiting: [DeliveryItem] = []
        var importances: [DeliveryItem.Importance] = []
    }

    private let state = Mutex(State())

    package init() {}

    package func deliver(_ item: DeliveryItem) {
        let mustRun = state.withLock { state in
            state.importances.append(item.importance)
            if state.isHeld { state.waiting.append(item) }
            return !state.isHeld
        }
        if mustRun { item.run() }
    }

    // MARK: For the test

    /// Importance of everything that was delivered, in order.
    package var importances: [DeliveryItem.Importance] { state.withLock { $0.importances } }

    package var waiting: Int { state.withLock { $0.waiting.count } }

    /// Holds callbacks from now on.
    package func hold() { state.withLock { $0.isHeld = true } }

    /// Runs the held callbacks, and later ones at once.
    package func resume() {
        while let item = state.withLock({ $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }) {
            item.run()
        }
        state.withLock { $0.isHeld = false }
    }

    /// Drops the held callbacks, as a full queue does.
    package func dropWaiting() {
        let dropped = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        for item in dropped { item.onDrop() }
    }
}
