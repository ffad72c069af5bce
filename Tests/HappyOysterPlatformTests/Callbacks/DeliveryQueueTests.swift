// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterTestSupport
import HappyOysterThreading
import Synchronization
import Testing

@Suite(.blocking) struct DeliveryQueueTests {
    private func add(_ numbers: Range<Int>, to queue: DeliveryQueue, _ recorder: Recorder<Int>) {
        for number in numbers {
            queue.deliver(DeliveryItem(.status) { recorder.add(number) })
        }
    }

    @Test func `the pool runs all callbacks of a queue in order`() {
        let queue = DeliveryQueue(pool: makePool())
        let recorder = Recorder<Int>()
        add(0..<900, to: queue, recorder)
        #expect(recorder.wait(for: 900))
        #expect(recorder.entries == Array(0..<900))
    }

    @Test func `callbacks of many threads run one at a time, each thread's in order`() {
        let queue = DeliveryQueue(pool: makePool())
        let recorder = Recorder<Int>()
        let (busy, overlaps) = (Counter(), Counter())
        let isInside = Atomic(false)
        let isGood = onThreads(4) { thread in
            for number in 0..<200 {
                queue.deliver(
                    DeliveryItem(.essential) {
                        if isInside.exchange(true, ordering: .acquiringAndReleasing) {
                            overlaps.add()
                        }
                        recorder.add(thread * 1000 + number)
                        busy.add()
                        isInside.store(false, ordering: .releasing)
                    }
                )
            }
        }
        #expect(isGood)
        #expect(recorder.wait(for: 800))
        for thread in 0..<4 {
            let own = recorder.entries.filter { $0 / 1000 == thread }
            #expect(own == Array(thread * 1000..<(thread * 1000 + 200)))
        }
        #expect(overlaps.value == 0)
    }

    @Test func `a full queue drops items and calls their drop handlers`() {
        let pool = ManualPool()
        let queue = DeliveryQueue(pool: pool)
        let (ran, dropped) = (Recorder<Int>(), Recorder<Int>())
        for number in 0..<(DeliveryBacklog.capacity + 5) {
            queue.deliver(
                DeliveryItem(.error, onDrop: { dropped.add(number) }, run: { ran.add(number) })
            )
        }
        #expect(dropped.entries == Array(0..<5))
        pool.run()
        #expect(ran.entries == Array(5..<(DeliveryBacklog.capacity + 5)))
    }

    @Test func `a queue knows whether the calling thread is inside its callback`() {
        let queue = DeliveryQueue(pool: makePool())
        let answers = Recorder<Bool>()
        queue.deliver(DeliveryItem(.status) { answers.add(queue.isInsideCallback) })
        #expect(answers.wait(for: 1))
        #expect(answers.entries == [true])
        #expect(!queue.isInsideCallback)
    }

    @Test func `closing drops all items that are not essential and completes`() {
        let pool = ManualPool()
        let queue = DeliveryQueue(pool: pool)
        let (ran, dropped) = (Recorder<String>(), Recorder<String>())
        for kind in ["status", "completion"] {
            queue.deliver(
                DeliveryItem(
                    kind == "completion" ? .essential : .status,
                    onDrop: { dropped.add(kind) },
                    run: { ran.add(kind) }
                )
            )
        }
        #expect(queue.close(waiting: .zero) == .deferred)
        #expect(dropped.entries == ["status"])
        pool.run()
        #expect(ran.entries == ["completion"])
        #expect(queue.close() == .complete)
        queue.deliver(
            DeliveryItem(.status, onDrop: { dropped.add("late") }, run: { ran.add("late") })
        )
        #expect(dropped.entries == ["status", "late"])
    }

    @Test func `closing inside a callback is deferred, and the completions run afterwards`() {
        let queue = DeliveryQueue(pool: makePool())
        let recorder = Recorder<String>()
        queue.deliver(
            DeliveryItem(.status) {
                queue.deliver(DeliveryItem(.essential) { recorder.add("completion") })
                queue.deliver(DeliveryItem(.status) { recorder.add("status") })
                recorder.add(queue.close() == .deferred ? "deferred" : "complete")
            }
        )
        #expect(recorder.wait(for: 2))
        #expect(recorder.entries == ["deferred", "completion"])
        #expect(blockUntil { queue.close(waiting: .zero) == .complete })
    }

    @Test func `a close returns after its bound when a callback blocks`() {
        let queue = DeliveryQueue(pool: makePool())
        let (inside, gate) = (Latch(), Latch())
        queue.deliver(
            DeliveryItem(.status) {
                inside.open()
                gate.wait()
            }
        )
        inside.wait()
        let time = elapsed { #expect(queue.close() == .deferred) }
        #expect(time >= .milliseconds(49) && time < .seconds(10))
        gate.open()
        #expect(queue.close(waiting: .seconds(20)) == .complete)
    }
}
