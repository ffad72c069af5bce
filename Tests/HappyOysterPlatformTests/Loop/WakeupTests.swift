// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterTestSupport
import HappyOysterThreading
import Testing

@Suite(.blocking) struct WakeupTests {
    private let loop: CurlLoop

    init() throws { loop = try #require(CurlLoop()) }

    @Test func `a wakeup runs its job on the loop`() throws {
        let wakeup = try #require(loop.makeWakeup())
        let recorder = Recorder<Bool>()
        wakeup.setJob { [loop] in recorder.add(loop.isCurrent) }
        wakeup.wake()
        #expect(recorder.wait(for: 1))
        #expect(recorder.entries == [true])
    }

    @Test func `a wakeup without a job does nothing`() throws {
        let wakeup = try #require(loop.makeWakeup())
        let wakes = Counter()
        wakeup.setJob { wakes.add() }
        wakeup.setJob(nil)
        wakeup.wake()
        let done = Latch()
        _ = loop.schedule(after: .milliseconds(5)) { done.open() }
        #expect(done.wait())
        #expect(wakes.value == 0)
    }

    /// The loop is running a job when the wakeup gets its job and is triggered.
    @Test func `a job that was set before the wakeup was triggered runs`() throws {
        let wakeup = try #require(loop.makeWakeup())
        let (inside, gate) = (Latch(), Latch())
        loop.run {
            inside.open()
            gate.wait()
        }
        inside.wait()
        let heard = Latch()
        wakeup.setJob { heard.open() }
        wakeup.wake()
        gate.open()
        #expect(heard.wait())
    }

    @Test func `no wakeup is lost when many threads trigger theirs at once`() throws {
        let wakeups = try (0..<8).map { _ in try #require(loop.makeWakeup()) }
        let lost = Counter()
        let isGood = onThreads(8) { thread in
            let said = Counter()
            let heard = Condition(0)
            wakeups[thread].setJob {
                let newest = said.value
                heard.update { $0 = newest }
            }
            for round in 1...500 {
                said.add()
                wakeups[thread].wake()
                let isHeard: Bool? = heard.wait(until: SystemClock.monotonic + .seconds(10)) {
                    $0 >= round ? true : nil
                }
                if isHeard == nil {
                    lost.add()
                    return
                }
            }
        }
        #expect(isGood)
        #expect(lost.value == 0)
    }

    @Test func `a wakeup that many threads trigger runs its job after the last of them`() throws {
        let wakeup = try #require(loop.makeWakeup())
        let sent = Counter()
        let seen = Condition(0)
        wakeup.setJob {
            let now = sent.value
            seen.update { $0 = now }
        }
        let isGood = onThreads(6) { _ in
            for _ in 0..<2000 {
                sent.add()
                wakeup.wake()
            }
        }
        #expect(isGood)
        #expect(
            seen.wait(until: SystemClock.monotonic + .seconds(10)) { $0 == 12_000 ? true : nil }
                == true
        )
    }

    @Test func `a loop has 4096 wakeups`() throws {
        var count = 0
        while loop.makeWakeup() != nil { count += 1 }
        #expect(count == 4096)
        #expect(loop.makeWakeup() == nil)
    }
}
