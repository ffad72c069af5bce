// SPDX-License-Identifier: Apache-2.0
import HappyOysterThreading
import Testing

@testable import HappyOysterPlatform

@Suite struct LoopTimerTests {
    private final class Held: Sendable {}

    /// A timer whose job holds an object, and a function that reports whether the object is alive.
    private func makeTimer(_ fired: Lock<Int>) -> (timer: LoopTimer, isHeld: () -> Bool) {
        let held = Held()
        let timer = LoopTimer(
            { [held] in
                _ = held
                fired.withLock { $0 += 1 }
            },
            onCancel: {}
        )
        return (timer, { [weak held] in held != nil })
    }

    @Test func `a cancelled timer frees its job at once, and never fires`() {
        let fired = Lock(0)
        let (timer, isHeld) = makeTimer(fired)
        #expect(isHeld() && timer.isLive)
        timer.cancel()
        #expect(!isHeld() && !timer.isLive)
        timer.fire()
        #expect(fired.withLock { $0 } == 0)
    }

    @Test func `a timer fires once, and frees its job`() {
        let fired = Lock(0)
        let (timer, isHeld) = makeTimer(fired)
        timer.fire()
        timer.fire()
        timer.cancel()
        #expect(fired.withLock { $0 } == 1)
        #expect(!isHeld())
    }
}
