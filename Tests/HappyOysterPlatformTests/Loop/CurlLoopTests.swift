// SPDX-License-Identifier: Apache-2.0
import Glibc
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterTestSupport
import HappyOysterThreading
import Synchronization
import Testing

@Suite(.blocking) struct CurlLoopTests {
    private let loop: CurlLoop

    init() throws { loop = try #require(CurlLoop()) }

    @Test func `jobs of many threads run one at a time, each thread's in order`() {
        let recorder = Recorder<Int>()
        let overlaps = Counter()
        let isInside = Atomic(false)
        let isGood = onThreads(8) { [loop] thread in
            for number in 0..<500 {
                loop.run {
                    if isInside.exchange(true, ordering: .acquiringAndReleasing) { overlaps.add() }
                    recorder.add(thread * 1000 + number)
                    isInside.store(false, ordering: .releasing)
                }
            }
        }
        #expect(isGood)
        #expect(recorder.wait(for: 4000))
        for thread in 0..<8 {
            let own = recorder.entries.filter { $0 / 1000 == thread }
            #expect(own == Array(thread * 1000..<(thread * 1000 + 500)))
        }
        #expect(overlaps.value == 0)
    }

    @Test func `a job runs on the loop after the call, also when the loop posted it`() {
        let recorder = Recorder<String>()
        let here = SystemThread.current
        loop.run { [loop] in
            recorder.add("\(loop.isCurrent) \(SystemThread.current != here)")
            loop.run { recorder.add("inner") }
            recorder.add("outer")
        }
        #expect(recorder.wait(for: 3))
        #expect(recorder.entries == ["true true", "outer", "inner"])
        #expect(!loop.isCurrent)
    }

    @Test func `timers fire in order of their times and never early`() {
        let recorder = Recorder<Int>()
        let early = Counter()
        let start = loop.now
        for delay in [40, 5, 25, 5, 60, 0] {
            _ = loop.schedule(after: .milliseconds(delay)) { [loop] in
                if loop.now - start < .milliseconds(delay) { early.add() }
                recorder.add(delay)
            }
        }
        #expect(recorder.wait(for: 6))
        #expect(recorder.entries == [0, 5, 5, 25, 40, 60])
        #expect(early.value == 0)
    }

    @Test func `an earlier timer wakes a loop that sleeps until a later one`() {
        let latch = Latch()
        let long = loop.schedule(after: .seconds(50)) {}
        #expect(!latch.wait(.milliseconds(10)))
        _ = loop.schedule(after: .milliseconds(5)) { latch.open() }
        #expect(latch.wait(.seconds(10)))
        long.cancel()
    }

    @Test func `a cancelled timer does not fire, and cancelling it again has no effect`() {
        let fired = Counter()
        let timer = loop.schedule(after: .milliseconds(10)) { fired.add() }
        timer.cancel()
        timer.cancel()
        let later = Latch()
        let last = loop.schedule(after: .milliseconds(30)) { later.open() }
        #expect(later.wait())
        last.cancel()
        #expect(fired.value == 0)
    }

    @Test func `a timer that is cancelled on the loop does not fire even when it is due`() {
        let fired = Counter()
        let done = Latch()
        loop.run { [loop] in
            let timer = loop.schedule(after: .zero) { fired.add() }
            timer.cancel()
            _ = loop.schedule(after: .milliseconds(1)) { done.open() }
        }
        #expect(done.wait())
        #expect(fired.value == 0)
    }

    /// Counts when it is freed.
    private final class Canary: Sendable {
        let freed: Counter

        init(_ freed: Counter) { self.freed = freed }

        deinit { freed.add() }
    }

    /// The memory of cancelled timers is freed long before their time.
    @Test func `many cancelled timers are removed from the heap`() {
        let freed = Counter()
        for _ in 0..<1000 {
            let canary = Canary(freed)
            loop.schedule(after: .seconds(3600)) { _ = canary }.cancel()
        }
        #expect(blockUntil { freed.value >= 1000 - 64 })
    }

    @Test func `a sleeping loop keeps no job alive`() {
        let freed = Counter()
        for round in 1...10 {
            let canary = Canary(freed)
            loop.run { _ = canary }
            withExtendedLifetime(canary) {}
            #expect(blockUntil { freed.value >= round - 1 })
        }
        #expect(blockUntil { freed.value == 10 })
    }

    @Test func `many wakeups, timers and jobs do not disturb each other`() {
        let jobs = Counter()
        let timers = Counter()
        let isGood = onThreads(4) { [loop] _ in
            for number in 0..<300 {
                loop.run { jobs.add() }
                let timer = loop.schedule(after: .milliseconds(number % 7)) { timers.add() }
                if number % 3 == 0 { timer.cancel() }
            }
        }
        #expect(isGood)
        #expect(blockUntil { jobs.value == 1200 && timers.value >= 800 })
    }

    @Test func `the loop's thread is named oyster-loop and blocks every signal`() {
        let names = Recorder<String>()
        let open = Recorder<Int32>()
        loop.run {
            var mask = sigset_t()
            pthread_sigmask(SIG_BLOCK, nil, &mask)
            for signal in [SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGCHLD, SIGUSR1, SIGALRM]
            where sigismember(&mask, signal) != 1 { open.add(signal) }
            var bytes = [UInt8](repeating: 0, count: 32)
            let file = Glibc.open("/proc/thread-self/comm", O_RDONLY)
            let count = read(file, &bytes, bytes.count)
            close(file)
            names.add(String(decoding: bytes.prefix(max(0, count - 1)), as: UTF8.self))
        }
        #expect(names.wait(for: 1))
        #expect(names.entries == ["oyster-loop"])
        #expect(open.entries == [])
    }

    @Test func `a parked loop runs no job and no timer`() {
        let ran = Counter()
        let before = Latch()
        loop.run { before.open() }
        before.wait()
        #expect(loop.park(timeout: .seconds(20)))
        loop.run { ran.add() }
        _ = loop.schedule(after: .zero) { ran.add() }
        #expect(loop.park(timeout: .seconds(20)))
        #expect(ran.value == 0)
        #expect(!loop.isCurrent)
    }

    @Test func `parking returns after its bound when a job blocks, and works on the loop itself`() {
        let (inside, gate) = (Latch(), Latch())
        loop.run {
            inside.open()
            gate.wait()
        }
        inside.wait()
        #expect(!loop.park(timeout: .milliseconds(20)))
        gate.open()
        #expect(loop.park(timeout: .seconds(20)))
    }

    @Test func `the loop's clocks are those of the system`() {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        #expect(abs(loop.wallClockMs - Int64(time.tv_sec) * 1000) < 60_000)
        let first = loop.now
        #expect(first <= loop.now)
        #expect(first > .zero)
    }
}
