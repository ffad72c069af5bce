// SPDX-License-Identifier: Apache-2.0
import HappyOysterStream
import HappyOysterTestSupport
import HappyOysterThreading
import Synchronization
import Testing

@Suite(.blocking) struct MediaThreadTests {
    /// Runs a closure.
    private final class Job: MediaJob {
        private let body: @Sendable (Duration) -> NextRun
        init(_ body: @escaping @Sendable (Duration) -> NextRun) { self.body = body }
        func run(at now: Duration) -> NextRun { body(now) }
    }

    @Test func `the media thread starts with the first job and ends with the last`() async {
        let thread = MediaThread()
        #expect(!thread.isAlive)
        let isDone = Mutex(false)
        let job = Job { _ in isDone.withLock { $0 } ? .never : .whenWoken }
        #expect(thread.add(job))
        #expect(thread.isAlive)
        isDone.withLock { $0 = true }
        thread.wake(job)
        #expect(await eventually { !thread.isAlive })
        #expect(thread.add(Job { _ in .never }))
        #expect(await eventually { !thread.isAlive })
    }

    @Test func `many jobs share one media thread`() async {
        let thread = MediaThread()
        let threads = Mutex<Set<UInt>>([])
        let runs = Counter()
        let isDone = Mutex(false)
        let anchor = Job { _ in isDone.withLock { $0 } ? .never : .whenWoken }
        #expect(thread.add(anchor))
        for _ in 0..<20 {
            let left = Mutex(3)
            let job = Job { now in
                threads.withLock { _ = $0.insert(SystemThread.current) }
                runs.add()
                let more = left.withLock { left in
                    left -= 1
                    return left > 0
                }
                return more ? .at(now + .milliseconds(2)) : .never
            }
            #expect(thread.add(job))
        }
        #expect(await eventually { runs.value == 60 })
        #expect(threads.withLock { $0.count } == 1)
        isDone.withLock { $0 = true }
        thread.wake(anchor)
        #expect(await eventually { !thread.isAlive })
    }

    @Test func `a job does not run before its time`() async {
        let thread = MediaThread()
        let due = Mutex<[Duration]>([])
        let early = Counter()
        let job = Job { now in
            due.withLock { due in
                if let last = due.last, now < last { early.add() }
                due.append(now + .milliseconds(3))
                return due.count == 20 ? .never : .at(now + .milliseconds(3))
            }
        }
        #expect(thread.add(job))
        #expect(await eventually { !thread.isAlive })
        #expect(due.withLock { $0.count } == 20)
        #expect(early.value == 0)
    }

    @Test func `a wake during a run is not lost`() async {
        let thread = MediaThread()
        let runs = Counter()
        let slot = Mutex<Job?>(nil)
        let job = Job { _ in
            runs.add()
            if runs.value < 100, let job = slot.withLock({ $0 }) { thread.wake(job) }
            return runs.value == 100 ? .never : .whenWoken
        }
        slot.withLock { $0 = job }
        #expect(thread.add(job))
        #expect(await eventually { runs.value == 100 })
        slot.withLock { $0 = nil }
    }

    @Test func `the media thread is named oyster-media`() async {
        let thread = MediaThread()
        let name = Mutex("")
        let job = Job { _ in
            name.withLock { $0 = CurrentThread.name }
            return .never
        }
        #expect(thread.add(job))
        #expect(await eventually { !thread.isAlive })
        #expect(name.withLock { $0 } == "oyster-media")
    }
}
