// SPDX-License-Identifier: Apache-2.0
import HappyOysterTestSupport
import HappyOysterThreading
import Testing

@Suite(.blocking) struct ConditionTests {
    private static func later(_ time: Duration) -> Duration { SystemClock.monotonic + time }

    @Test(arguments: [nil, .seconds(10)] as [Duration?])
    func `a wait ends with the update that it waits for`(limit: Duration?) throws {
        let value = Condition(0)
        try #require(
            SystemThread.start("oyster-test") {
                for number in 1...100 { value.update { $0 = number } }
            }
        )
        let seen = value.wait(until: limit.map(Self.later)) { $0 == 100 ? $0 : nil }
        #expect(seen == 100)
    }

    @Test(
        arguments: [.milliseconds(5), .zero, .seconds(-1), .seconds(-1_000_000_000)] as [Duration]
    )
    func `a wait ends with its deadline`(limit: Duration) {
        let deadline = Self.later(limit)
        let seen: Int? = Condition(0).wait(until: deadline) { _ in nil }
        #expect(seen == nil)
        #expect(SystemClock.monotonic >= deadline)
    }

    @Test func `a wait returns an available value although its deadline has passed`() {
        #expect(Condition(7).wait(until: .zero) { $0 } == 7)
    }

    @Test func `a wait can change the value`() {
        let value = Condition([1, 2])
        #expect(value.wait(until: nil) { $0.popLast() } == 2)
        #expect(value.withLock { $0 } == [1])
    }

    @Test func `a deadline can change with each look`() {
        let end = Self.later(.milliseconds(8))
        let looks = Condition(0).wait { looks in
            looks += 1
            let now = SystemClock.monotonic
            return now >= end ? .over(looks) : .until(min(now + .milliseconds(2), end))
        }
        #expect(looks >= 2)
        #expect(SystemClock.monotonic >= end)
    }

    @Test func `an update can set an earlier deadline`() throws {
        let deadline = Condition<Duration>(.seconds(1_000_000_000))
        let isOver = Counter()
        try #require(
            SystemThread.start("oyster-test") {
                deadline.wait { $0 <= SystemClock.monotonic ? .over(()) : .until($0) }
                isOver.add()
            }
        )
        deadline.update { $0 = Self.later(.milliseconds(3)) }
        #expect(blockUntil { isOver.value == 1 })
    }

    @Test func `an update wakes all of many waiting threads`() throws {
        let isOpen = Condition(false)
        let through = Counter()
        for _ in 0..<20 {
            try #require(
                SystemThread.start("oyster-test") {
                    isOpen.wait { $0 ? .over(()) : .until(nil) }
                    through.add()
                }
            )
        }
        isOpen.update { $0 = true }
        #expect(blockUntil { through.value == 20 })
    }

    @Test func `the body's error is thrown and the lock is released`() {
        struct Failure: Error {}
        let value = Condition(1)
        #expect(throws: Failure.self) {
            try value.withLock { _ throws(Failure) in throw Failure() }
        }
        #expect(value.withLock { $0 } == 1)
    }
}
