// SPDX-License-Identifier: Apache-2.0
import HappyOysterThreading

/// Opens once; whoever waits goes on, or gives up after a limit.
package final class Latch: Sendable {
    private let isOpen = Condition(false)

    package init() {}

    package func open() { isOpen.update { $0 = true } }

    /// Waits for the opening; false when the limit passed first.
    @discardableResult package func wait(_ limit: Duration = .seconds(20)) -> Bool {
        isOpen.wait(until: SystemClock.monotonic + limit) { $0 ? true : nil } ?? false
    }
}
