// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterTestSupport
import HappyOysterThreading
import Testing

@Suite(.blocking) struct CallbackRegistrationTests {
    /// A registration that counts its releases.
    private final class Subject: Sendable {
        let registration: CallbackRegistration
        private let releases: Counter

        init(onRelease: @escaping @Sendable () -> Void = {}) {
            let releases = Counter()
            self.releases = releases
            registration = CallbackRegistration {
                onRelease()
                releases.add()
            }
        }

        var released: Int { releases.value }
    }

    @Test
    func `closing an idle callback completes at once, and its release runs before the return`() {
        let subject = Subject()
        #expect(subject.registration.close() == .complete)
        #expect(subject.released == 1)
    }

    @Test func `a callback runs while open and never after its close`() {
        let subject = Subject()
        let runs = Counter()
        subject.registration.invoke { runs.add() }
        subject.registration.close()
        subject.registration.invoke { runs.add() }
        #expect(runs.value == 1)
        #expect(subject.registration.isClosed)
    }

    @Test func `a callback closed twice is released once`() {
        let subject = Subject()
        #expect(subject.registration.close() == .complete)
        #expect(subject.registration.close() == .complete)
        #expect(subject.released == 1)
    }

    @Test func `closing a callback inside itself is deferred, and its release runs after it`() {
        let subject = Subject()
        let registration = subject.registration
        registration.invoke {
            let time = elapsed {
                #expect(registration.close(waiting: .seconds(20)) == .deferred)
            }
            #expect(time < .seconds(10))
            #expect(subject.released == 0)
        }
        #expect(subject.released == 1)
    }

    @Test func `a close completes when the running callback ends in time`() {
        let subject = Subject()
        let (inside, leave) = (Latch(), Latch())
        let runner = TestThread {
            subject.registration.invoke {
                inside.open()
                leave.wait()
            }
        }
        inside.wait()
        let answers = Recorder<ReleaseOutcome>()
        let closer = TestThread {
            answers.add(subject.registration.close(waiting: .seconds(20)))
        }
        #expect(blockUntil { subject.registration.isClosed })
        leave.open()
        #expect(closer.join())
        #expect(runner.join())
        #expect(answers.entries == [.complete])
        #expect(subject.released == 1)
    }

    @Test func `a close returns deferred after its bound when the callback blocks`() {
        let subject = Subject()
        let (inside, leave) = (Latch(), Latch())
        let runner = TestThread {
            subject.registration.invoke {
                inside.open()
                leave.wait()
            }
        }
        inside.wait()
        let time = elapsed { #expect(subject.registration.close() == .deferred) }
        #expect(time >= .milliseconds(49) && time < .seconds(10))
        #expect(subject.released == 0)
        leave.open()
        #expect(runner.join())
        #expect(subject.released == 1)
    }

    /// A close that returns complete promises that the release function has run.
    @Test func `a close never returns complete before the release has run`() {
        for round in 0..<600 {
            let subject = Subject { for _ in 0..<200 { _ = SystemClock.monotonic } }
            let inside = Latch()
            let runner = TestThread {
                subject.registration.invoke {
                    inside.open()
                    for _ in 0..<(round % 50) { _ = SystemClock.monotonic }
                }
            }
            inside.wait()
            let outcome = subject.registration.close(waiting: .seconds(20))
            let released = subject.released
            #expect(outcome == .complete)
            #expect(released == 1, "round \(round)")
            #expect(runner.join())
            #expect(subject.released == 1)
            if released != 1 { return }
        }
    }

    @Test
    func `of many threads that close a callback, only those after its release return complete`() {
        let liars = Counter()
        for _ in 0..<100 {
            let subject = Subject { for _ in 0..<500 { _ = SystemClock.monotonic } }
            let isGood = onThreads(4) { _ in
                let outcome = subject.registration.close(waiting: .seconds(20))
                if outcome == .complete, subject.released != 1 { liars.add() }
            }
            #expect(isGood)
            #expect(subject.released == 1)
        }
        #expect(liars.value == 0)
    }

    @Test func `closing a callback inside its release function does not hang`() {
        let slot = Lock<CallbackRegistration?>(nil)
        let answers = Recorder<ReleaseOutcome>()
        let registration = CallbackRegistration {
            if let itself = slot.withLock({ $0 }) { answers.add(itself.close()) }
        }
        slot.withLock { $0 = registration }
        let time = elapsed { #expect(registration.close() == .complete) }
        #expect(time < .seconds(10))
        #expect(answers.entries == [.deferred])
        slot.withLock { $0 = nil }
    }
}
