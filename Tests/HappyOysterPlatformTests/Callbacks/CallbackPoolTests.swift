// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterTestSupport
import HappyOysterThreading
import Synchronization
import Testing

@Suite(.blocking) struct CallbackPoolTests {
    /// A queue with a number of runs to do.
    private final class TestQueue: SerialQueue {
        private let left: Atomic<Int>
        private let isBusy = Atomic(false)
        private let body: @Sendable () -> Void
        let overlaps = Counter()

        init(runs: Int = 1, _ body: @escaping @Sendable () -> Void) {
            left = Atomic(runs)
            self.body = body
        }

        func runNext() -> Bool {
            if isBusy.exchange(true, ordering: .acquiringAndReleasing) { overlaps.add() }
            body()
            isBusy.store(false, ordering: .releasing)
            return left.subtract(1, ordering: .acquiringAndReleasing).newValue > 0
        }
    }

    @Test func `a pool without work has no thread`() {
        #expect(makePool().threadCount == 0)
    }

    @Test func `two threads serve hundreds of queues`() {
        // This pool adds no threads for blocked callbacks: on a busy machine a slow callback looks
        // blocked.
        let pool = CallbackPool { _, _ in }
        let runs = Counter()
        let threads = Lock<Set<UInt>>([])
        let queues = (0..<400).map { _ in
            TestQueue(runs: 10) {
                threads.withLock { _ = $0.insert(SystemThread.current) }
                runs.add()
            }
        }
        for queue in queues { pool.schedule(queue) }
        #expect(blockUntil { runs.value == 4000 })
        #expect(queues.allSatisfy { $0.overlaps.value == 0 })
        #expect(pool.threadCount <= CallbackPool.usualThreads)
        #expect(threads.withLock { $0.count } <= CallbackPool.usualThreads)
    }

    @Test func `blocked queues do not delay others, and the extra threads end afterwards`() {
        let pool = makePool()
        let gate = Latch()
        let (inside, runs) = (Counter(), Counter())
        for _ in 0..<20 {
            pool.schedule(
                TestQueue {
                    inside.add()
                    gate.wait()
                }
            )
        }
        for _ in 0..<50 { pool.schedule(TestQueue(runs: 3) { runs.add() }) }
        #expect(blockUntil { runs.value == 150 && inside.value == 20 })
        #expect(pool.threadCount > 20)
        gate.open()
        #expect(blockUntil { pool.threadCount == CallbackPool.usualThreads })
        pool.schedule(TestQueue { runs.add() })
        #expect(blockUntil { runs.value == 151 })
    }

    @Test func `a pool has at most 64 threads`() {
        let pool = makePool()
        let gate = Latch()
        let inside = Counter()
        for _ in 0..<80 {
            pool.schedule(
                TestQueue {
                    inside.add()
                    gate.wait()
                }
            )
        }
        #expect(blockUntil { inside.value == CallbackPool.mostThreads })
        #expect(pool.threadCount == CallbackPool.mostThreads)
        gate.open()
        #expect(blockUntil { inside.value == 80 })
        #expect(blockUntil { pool.threadCount == CallbackPool.usualThreads })
    }

    @Test func `closing a pool waits for running callbacks and starts no more`() {
        let pool = makePool()
        let (inside, gate) = (Latch(), Latch())
        pool.schedule(
            TestQueue {
                inside.open()
                gate.wait()
            }
        )
        inside.wait()
        #expect(!pool.close(waiting: .milliseconds(20)))
        let late = Counter()
        pool.schedule(TestQueue { late.add() })
        gate.open()
        #expect(pool.close(waiting: .seconds(20)))
        #expect(late.value == 0)
    }

    @Test func `closing a pool inside a callback does not wait for that callback`() {
        let pool = makePool()
        let answers = Recorder<Bool>()
        pool.schedule(TestQueue { answers.add(pool.close(waiting: .seconds(20))) })
        #expect(answers.wait(for: 1))
        #expect(answers.entries == [true])
    }
}
