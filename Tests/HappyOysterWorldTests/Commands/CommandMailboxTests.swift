// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterTestSupport
import HappyOysterThreading
import Synchronization
import Testing

@testable import HappyOysterWorld

/// The mailbox between host threads and the loop.
@Suite struct CommandMailboxTests {
    typealias Command = OysterAdventureCommand

    /// Counts rings.
    final class CountingBell: Bell {
        let rings = Atomic(0)

        func ring() { rings.add(1, ordering: .relaxed) }
        func setJob(_ job: (@Sendable () -> Void)?) {}
    }

    private func mailbox(_ generation: UInt32 = 1) -> (CommandMailbox, CountingBell) {
        let bell = CountingBell()
        let mailbox = CommandMailbox(bell: bell)
        mailbox.open(generation: generation) {}
        return (mailbox, bell)
    }

    @Test func `the first submission rings, the next ones do not`() {
        let (mailbox, bell) = mailbox()
        for _ in 0..<10 { #expect(mailbox.submit(Command(), generation: 1) == .taken) }
        #expect(bell.rings.load(ordering: .relaxed) == 1)
    }

    @Test func `another generation is stale and changes nothing`() {
        let (mailbox, _) = mailbox(2)
        #expect(mailbox.submit(Command(interaction: .jump), generation: 1) == .stale)
        #expect(mailbox.flush(generation: 1) == .stale)
        #expect(mailbox.take(generation: 2) == nil)
        #expect(mailbox.waiting(generation: 1) == (false, false))
        mailbox.finish(generation: 1)
        #expect(mailbox.submit(Command(), generation: 2) == .taken)
    }

    @Test func `a new life has nothing of the former`() {
        let (mailbox, bell) = mailbox(1)
        _ = mailbox.submit(Command(interaction: .jump), generation: 1)
        mailbox.open(generation: 2) {}
        #expect(mailbox.submit(Command(translation: .front), generation: 1) == .stale)
        #expect(mailbox.submit(Command(translation: .left), generation: 2) == .taken)
        #expect(bell.rings.load(ordering: .relaxed) == 2)
        #expect(mailbox.take(generation: 2)?.command == Command(translation: .left))
    }

    @Test func `after the end nothing is taken`() {
        let (mailbox, _) = mailbox()
        _ = mailbox.submit(Command(interaction: .jump), generation: 1)
        mailbox.finish(generation: 1)
        #expect(mailbox.submit(Command(), generation: 1) == .over)
        #expect(mailbox.flush(generation: 1) == .over)
        #expect(mailbox.take(generation: 1) == nil)
    }

    @Test func `a retired generation is stale`() {
        let (mailbox, _) = mailbox()
        mailbox.retire(generation: 1)
        #expect(mailbox.submit(Command(), generation: 1) == .stale)
    }

    @Test(arguments: [(9, 0, 0), (0, 9, 0), (0, 0, 5), (UInt32.max, 0, 0), (0, 0, UInt32.max)])
    func `numbers outside the enums are invalid and change nothing`(
        _ numbers: (UInt32, UInt32, UInt32)
    ) {
        let (mailbox, bell) = mailbox()
        let outcome = mailbox.submit(
            translation: numbers.0,
            rotation: numbers.1,
            interaction: numbers.2,
            generation: 1
        )
        #expect(outcome == .invalid)
        #expect(mailbox.take(generation: 1) == nil)
        #expect(bell.rings.load(ordering: .relaxed) == 0)
    }

    @Test func `it does not rest while a command waits`() {
        let (mailbox, bell) = mailbox()
        _ = mailbox.submit(Command(), generation: 1)
        #expect(!mailbox.rest(generation: 1))
        _ = mailbox.take(generation: 1)
        #expect(mailbox.rest(generation: 1))
        _ = mailbox.submit(Command(), generation: 1)
        #expect(bell.rings.load(ordering: .relaxed) == 2)
    }
}

/// The mailbox under several threads at a time.
@Suite(.timeLimit(.minutes(1))) struct CommandMailboxHammerTests {
    typealias Command = OysterAdventureCommand

    /// Starts threads and waits for all of them.
    private func race(_ bodies: [@Sendable () -> Void]) {
        let left = Condition(bodies.count)
        for body in bodies {
            let isStarted = SystemThread.start("hammer") {
                body()
                left.update { $0 -= 1 }
            }
            #expect(isStarted)
        }
        let isDone = left.wait(until: SystemClock.monotonic + .seconds(50)) { $0 == 0 ? true : nil }
        #expect(isDone == true)
    }

    /// Takes until the others are done and nothing waits.
    private func takeAll(
        _ mailbox: CommandMailbox,
        _ generation: UInt32,
        until isDone: () -> Bool,
        _ body: (Command, Int) -> Void
    ) {
        while true {
            let wasDone = isDone()
            if let (command, submissions) = mailbox.take(generation: generation) {
                body(command, submissions)
            } else if wasDone {
                return
            }
        }
    }

    @Test func `no submission is lost or counted twice, whichever threads submit`() {
        let (threads, each) = (4, 20_000)
        let mailbox = CommandMailbox(bell: CommandMailboxTests.CountingBell())
        mailbox.open(generation: 1) {}
        let done = Atomic(0)
        let taken = Atomic(0)
        let submit: @Sendable () -> Void = {
            for _ in 0..<each {
                _ = mailbox.submit(Command(translation: .front), generation: 1)
            }
            done.add(1, ordering: .sequentiallyConsistent)
        }
        let take: @Sendable () -> Void = {
            let isDone = { done.load(ordering: .sequentiallyConsistent) == threads }
            takeAll(mailbox, 1, until: isDone) { _, submissions in
                taken.add(submissions, ordering: .relaxed)
            }
        }
        race(Array(repeating: submit, count: threads) + [take])
        #expect(taken.load(ordering: .relaxed) == threads * each)
    }

    @Test func `no one-shot is lost while others submit directions`() {
        let rounds = 4000
        let mailbox = CommandMailbox(bell: CommandMailboxTests.CountingBell())
        mailbox.open(generation: 1) {}
        let isDone = Atomic(false)
        let jumps = Atomic(0)
        let walk: @Sendable () -> Void = {
            while !isDone.load(ordering: .acquiring) {
                _ = mailbox.submit(Command(translation: .left), generation: 1)
            }
        }
        // The next jump is submitted only once the former was taken, so none may merge.
        let jump: @Sendable () -> Void = {
            for round in 0..<rounds {
                _ = mailbox.submit(Command(interaction: .jump), generation: 1)
                while jumps.load(ordering: .acquiring) <= round {}
            }
            isDone.store(true, ordering: .releasing)
        }
        let take: @Sendable () -> Void = {
            let mayStop = { isDone.load(ordering: .acquiring) }
            takeAll(mailbox, 1, until: mayStop) { command, _ in
                if command.interaction == .jump { jumps.add(1, ordering: .acquiringAndReleasing) }
            }
        }
        race([walk, jump, take])
        #expect(jumps.load(ordering: .relaxed) == rounds)
    }

    @Test func `a word of a former life never reaches the next`() {
        let lives: UInt32 = 3000
        let mailbox = CommandMailbox(bell: CommandMailboxTests.CountingBell())
        mailbox.open(generation: 1) {}
        let life = Atomic<UInt32>(1)
        let strays = Atomic(0)
        // Even lives walk to the front, odd ones to the back.
        let submit: @Sendable () -> Void = {
            while true {
                let now = life.load(ordering: .acquiring)
                if now > lives { return }
                let isEven = now.isMultiple(of: 2)
                _ = mailbox.submit(Command(translation: isEven ? .front : .back), generation: now)
            }
        }
        let live: @Sendable () -> Void = {
            for next in 2...(lives + 1) {
                let now = next - 1
                let mine: Command.Translation = now.isMultiple(of: 2) ? .front : .back
                for _ in 0..<20 {
                    if let (command, _) = mailbox.take(generation: now),
                        command.translation != mine
                    {
                        strays.add(1, ordering: .relaxed)
                    }
                }
                mailbox.open(generation: next) {}
                life.store(next, ordering: .releasing)
            }
        }
        race([submit, submit, submit, live])
        #expect(strays.load(ordering: .relaxed) == 0)
    }
}
