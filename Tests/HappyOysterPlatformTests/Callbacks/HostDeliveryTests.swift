// SPDX-License-Identifier: Apache-2.0
import Glibc
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterTestSupport
import HappyOysterThreading
import Synchronization
import Testing

/// `DeliveryQueue` in host delivery.
@Suite(.blocking) struct HostDeliveryTests {
    private func makeQueue(_ pool: any CallbackRunner = makePool()) -> DeliveryQueue {
        let queue = DeliveryQueue(pool: pool)
        queue.setHostDelivery(true)
        return queue
    }

    private func isReadable(_ descriptor: Int32?) -> Bool {
        guard let descriptor else { return false }
        var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return Glibc.poll(&poll, 1, 0) == 1
    }

    /// The code of a refusal, or 0.
    private func dispatchCode(_ queue: DeliveryQueue, _ timeout: Duration = .zero) -> Int {
        do {
            _ = try queue.dispatch(timeout: timeout)
            return 0
        } catch {
            return error.code
        }
    }

    @Test func `callbacks run in order on the thread that dispatches`() throws {
        let queue = makeQueue()
        let recorder = Recorder<Int>()
        let threads = Lock<Set<UInt>>([])
        for number in 0..<300 {
            queue.deliver(
                DeliveryItem(.status) {
                    threads.withLock { _ = $0.insert(SystemThread.current) }
                    recorder.add(number)
                }
            )
        }
        #expect(recorder.count == 0)
        #expect(try queue.dispatch(timeout: .zero) == 300)
        #expect(recorder.entries == Array(0..<300))
        #expect(threads.withLock { $0 } == [SystemThread.current])
    }

    @Test func `one dispatch runs at most 1024 callbacks`() throws {
        let queue = makeQueue()
        for _ in 0..<1500 { queue.deliver(DeliveryItem(.essential) {}) }
        #expect(try queue.dispatch(timeout: .zero) == DeliveryQueue.mostPerDispatch)
        #expect(try queue.dispatch(timeout: .zero) == 1500 - DeliveryQueue.mostPerDispatch)
    }

    @Test func `dispatch waits for one callback and not for a second`() throws {
        let queue = makeQueue()
        let time = elapsed { #expect(dispatchCode(queue, .milliseconds(30)) == 0) }
        #expect(time >= .milliseconds(29))
        let recorder = Recorder<Int>()
        let started = Latch()
        let thread = TestThread {
            started.open()
            queue.deliver(DeliveryItem(.status) { recorder.add(1) })
        }
        started.wait()
        #expect(try queue.dispatch(timeout: .seconds(20)) == 1)
        #expect(recorder.entries == [1])
        #expect(thread.join())
    }

    @Test func `one dispatch also runs the callbacks that its callbacks cause`() throws {
        let queue = makeQueue()
        let recorder = Recorder<Int>()
        queue.deliver(
            DeliveryItem(.status) {
                recorder.add(1)
                queue.deliver(DeliveryItem(.status) { recorder.add(2) })
            }
        )
        #expect(try queue.dispatch(timeout: .zero) == 2)
        #expect(recorder.entries == [1, 2])
    }

    @Test func `dispatch is refused in thread delivery and inside a callback`() {
        let queue = DeliveryQueue(pool: makePool())
        #expect(dispatchCode(queue) == OysterErrorCode.unsupported)
        let codes = Recorder<Int>()
        queue.deliver(DeliveryItem(.status) { codes.add(dispatchCode(queue)) })
        #expect(codes.wait(for: 1))
        queue.setHostDelivery(true)
        queue.deliver(DeliveryItem(.status) { codes.add(dispatchCode(queue)) })
        #expect(blockUntil { dispatchCode(queue) == 0 && codes.count == 2 })
        #expect(codes.entries == Array(repeating: OysterErrorCode.wouldDeadlock, count: 2))
    }

    @Test func `a second thread that dispatches is refused with 109004`() {
        let queue = makeQueue()
        let codes = Recorder<Int>()
        let (inside, gate) = (Latch(), Latch())
        queue.deliver(
            DeliveryItem(.status) {
                inside.open()
                gate.wait()
            }
        )
        let thread = TestThread { codes.add(dispatchCode(queue)) }
        inside.wait()
        let time = elapsed {
            #expect(dispatchCode(queue, .seconds(20)) == OysterErrorCode.wouldDeadlock)
        }
        #expect(time < .seconds(10))
        gate.open()
        #expect(thread.join())
        #expect(codes.entries == [0])
    }

    @Test func `dispatch inside a callback is refused even while the pool still has the queue`() {
        let pool = ManualPool()
        let queue = DeliveryQueue(pool: pool)
        let codes = Recorder<Int>()
        let (inside, gate) = (Latch(), Latch())
        queue.deliver(
            DeliveryItem(.status) {
                inside.open()
                gate.wait()
            }
        )
        queue.setHostDelivery(true)
        let thread = TestThread { codes.add(dispatchCode(queue)) }
        inside.wait()
        #expect(dispatchCode(queue) == OysterErrorCode.wouldDeadlock)
        gate.open()
        #expect(thread.join())
        #expect(codes.entries == [0])
    }

    @Test func `the descriptor is readable exactly while something waits`() throws {
        let queue = DeliveryQueue(pool: ManualPool())
        let descriptor = queue.eventDescriptor()
        #expect(descriptor != nil && descriptor == queue.eventDescriptor())
        queue.deliver(DeliveryItem(.status) {})
        #expect(!isReadable(descriptor))
        queue.setHostDelivery(true)
        #expect(isReadable(descriptor))
        for _ in 0..<5 { queue.deliver(DeliveryItem(.status) {}) }
        #expect(isReadable(descriptor))
        #expect(try queue.dispatch(timeout: .zero) == 6)
        #expect(!isReadable(descriptor))
        queue.deliver(DeliveryItem(.status) {})
        queue.setHostDelivery(false)
        #expect(!isReadable(descriptor))
        queue.setHostDelivery(true)
        #expect(isReadable(descriptor))
        for _ in 0..<2000 { queue.deliver(DeliveryItem(.essential) {}) }
        _ = try queue.dispatch(timeout: .zero)
        #expect(isReadable(descriptor))
        _ = try queue.dispatch(timeout: .zero)
        #expect(!isReadable(descriptor))
        _ = queue.close()
        #expect(!isReadable(descriptor))
    }

    @Test func `a descriptor that is created late is readable when callbacks wait`() {
        let queue = makeQueue()
        queue.deliver(DeliveryItem(.status) {})
        #expect(isReadable(queue.eventDescriptor()))
    }

    @Test func `waiting callbacks are delivered in order in the new delivery mode`() throws {
        let pool = ManualPool()
        let queue = DeliveryQueue(pool: pool)
        let recorder = Recorder<Int>()
        for number in 0..<4 { queue.deliver(DeliveryItem(.status) { recorder.add(number) }) }
        queue.setHostDelivery(true)
        pool.run()
        #expect(recorder.entries == [])
        #expect(try queue.dispatch(timeout: .zero) == 4)
        for number in 4..<8 { queue.deliver(DeliveryItem(.status) { recorder.add(number) }) }
        queue.setHostDelivery(false)
        pool.run()
        #expect(recorder.entries == Array(0..<8))
    }

    @Test func `switching to thread delivery inside dispatch leaves the rest to the pool`() throws {
        let pool = ManualPool()
        let queue = makeQueue(pool)
        let recorder = Recorder<Int>()
        queue.deliver(
            DeliveryItem(.status) {
                recorder.add(0)
                queue.setHostDelivery(false)
            }
        )
        for number in 1..<4 { queue.deliver(DeliveryItem(.status) { recorder.add(number) }) }
        #expect(try queue.dispatch(timeout: .zero) == 1)
        #expect(recorder.entries == [0])
        pool.run()
        #expect(recorder.entries == [0, 1, 2, 3])
    }

    /// The pool runs the queue while a thread of the host is inside a callback.
    @Test func `switching while another thread dispatches never runs two callbacks at once`() {
        let pool = ManualPool()
        let queue = DeliveryQueue(pool: pool)
        let codes = Recorder<Int>()
        let (inside, gate) = (Latch(), Latch())
        let recorder = Recorder<Int>()
        queue.deliver(
            DeliveryItem(.status) {
                inside.open()
                gate.wait()
                recorder.add(1)
            }
        )
        queue.deliver(DeliveryItem(.status) { recorder.add(2) })
        queue.setHostDelivery(true)
        let thread = TestThread { codes.add(dispatchCode(queue)) }
        inside.wait()
        queue.setHostDelivery(false)
        pool.run()
        #expect(recorder.entries == [])
        gate.open()
        #expect(thread.join())
        #expect(codes.entries == [0])
        pool.run()
        #expect(recorder.entries == [1, 2])
    }

    @Test func `switching the delivery back and forth loses no callback and keeps the order`() {
        let queue = DeliveryQueue(pool: makePool())
        let recorder = Recorder<Int>()
        let isInside = Atomic(false)
        let overlaps = Counter()
        let writer = TestThread {
            for number in 0..<900 {
                queue.deliver(
                    DeliveryItem(.essential) {
                        if isInside.exchange(true, ordering: .acquiringAndReleasing) {
                            overlaps.add()
                        }
                        recorder.add(number)
                        isInside.store(false, ordering: .releasing)
                    }
                )
            }
        }
        let isDone = blockUntil {
            queue.setHostDelivery(recorder.count % 2 == 0)
            _ = dispatchCode(queue)
            return recorder.count == 900
        }
        #expect(isDone)
        #expect(writer.join())
        #expect(recorder.entries == Array(0..<900))
        #expect(overlaps.value == 0)
    }

    @Test func `closing in host delivery runs the completions on the closing thread`() {
        let queue = makeQueue()
        let threads = Recorder<UInt>()
        queue.deliver(DeliveryItem(.status) { threads.add(0) })
        for _ in 0..<3 {
            queue.deliver(DeliveryItem(.essential) { threads.add(SystemThread.current) })
        }
        #expect(queue.close() == .complete)
        #expect(threads.entries == Array(repeating: SystemThread.current, count: 3))
    }

    @Test func `closing inside dispatch leaves the completions to that dispatch`() throws {
        let queue = makeQueue()
        let recorder = Recorder<String>()
        queue.deliver(
            DeliveryItem(.status) {
                queue.deliver(DeliveryItem(.essential) { recorder.add("completion") })
                queue.deliver(DeliveryItem(.status) { recorder.add("status") })
                recorder.add(queue.close() == .deferred ? "deferred" : "complete")
            }
        )
        #expect(try queue.dispatch(timeout: .zero) == 2)
        #expect(recorder.entries == ["deferred", "completion"])
        #expect(queue.close() == .complete)
    }

    @Test func `closing wakes a thread that waits in dispatch`() {
        let queue = makeQueue()
        let counts = Recorder<Int>()
        let thread = TestThread { counts.add((try? queue.dispatch(timeout: .seconds(60))) ?? -1) }
        #expect(blockUntil { queue.close(waiting: .zero) == .complete })
        #expect(thread.join())
        #expect(counts.count == 1 && counts.entries.allSatisfy { $0 <= 0 })
    }
}
