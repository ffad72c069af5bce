// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterTestSupport
import HappyOysterThreading
import Synchronization
import Testing

@testable import HappyOysterWorld

/// The command slot between host threads and the loop.
@Suite struct CommandSlotTests {
    typealias Command = OysterAdventureCommand

    /// Counts the calls of `wake`.
    final class CountingWakeup: Wakeup {
        let wakes = Atomic(0)

        func wake() { wakes.add(1, ordering: .relaxed) }
        func setJob(_ job: (@Sendable () -> Void)?) {}
    }

    private func slot(_ generation: UInt32 = 1) -> (CommandSlot, CountingWakeup) {
        let wakeup = CountingWakeup()
        let slot = CommandSlot(wakeup: wakeup)
        slot.open(generation: generation) {}
        return (slot, wakeup)
    }

    @Test func `the first submission wakes, the next ones do not`() {
        let (slot, wakeup) = slot()
        for _ in 0..<10 { #expect(slot.submit(Command(), generation: 1) == .taken) }
        #expect(wakeup.wakes.load(ordering: .relaxed) == 1)
    }

    @Test func `another generation is stale and changes nothing`() {
        let (slot, _) = slot(2)
        #expect(slot.submit(Command(interaction: .jump), generation: 1) == .stale)
        #expect(slot.flush(generation: 1) == .stale)
        #expect(slot.take(generation: 2) == nil)
        #expect(slot.waiting(generation: 1) == (false, false))
        slot.finish(generation: 1)
        #expect(slot.submit(Command(), generation: 2) == .taken)
    }

    @Test func `a reopened slot has no command of the former generation`() {
        let (slot, wakeup) = slot(1)
        _ = slot.submit(Command(interaction: .jump), generation: 1)
        slot.open(generation: 2) {}
        #expect(slot.submit(Command(translation: .front), generation: 1) == .stale)
        #expect(slot.submit(Command(translation: .left), generation: 2) == .taken)
        #expect(wakeup.wakes.load(ordering: .relaxed) == 2)
        #expect(slot.take(generation: 2)?.command == Command(translation: .left))
    }

    @Test func `a finished slot accepts no command`() {
        let (slot, _) = slot()
        _ = slot.submit(Command(interaction: .jump), generation: 1)
        slot.finish(generation: 1)
        #expect(slot.submit(Command(), generation: 1) == .over)
        #expect(slot.flush(generation: 1) == .over)
        #expect(slot.take(generation: 1) == nil)
    }

    @Test func `a retired generation is stale`() {
        let (slot, _) = slot()
        slot.retire(generation: 1)
        #expect(slot.submit(Command(), generation: 1) == .stale)
    }

    @Test(arguments: [(9, 0, 0), (0, 9, 0), (0, 0, 5), (UInt32.max, 0, 0), (0, 0, UInt32.max)])
    func `a submission with a number outside its enum is invalid and changes nothing`(
        _ numbers: (UInt32, UInt32, UInt32)
    ) {
        let (slot, wakeup) = slot()
        let outcome = slot.submit(
            translation: numbers.0,
            rotation: numbers.1,
            interaction: numbers.2,
            generation: 1
        )
        #expect(outcome == .invalid)
        #expect(slot.take(generation: 1) == nil)
        #expect(wakeup.wakes.load(ordering: .relaxed) == 0)
    }

    @Test func `a slot with a waiting command does not rest`() {
        let (slot, wakeup) = slot()
        _ = slot.submit(Command(), generation: 1)
        #expect(!slot.rest(generation: 1))
        _ = slot.take(generation: 1)
        #expect(slot.rest(generation: 1))
        _ = slot.submit(Command(), generation: 1)
        #expect(wakeup.wakes.load(ordering: .relaxed) == 2)
    }
}

/// The command slot under several threads at a time.
@Suite(.timeLimit(.minutes(1))) struct CommandSlotHammerTests {
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

    /// Takes commands until the other threads are done and no command waits.
    private func takeAll(
        _ slot: CommandSlot,
        _ generation: UInt32,
        until isDone: () -> Bool,
        _ body: (Command, Int) -> Void
    ) {
        while true {
            let wasDone = isDone()
            if let (command, submissions) = slot.take(generation: generation) {
                body(command, submissions)
            } else if wasDone {
                return
            }
        }
    }

    @Test func `concurrent submissions are each counted once`() {
        let (threads, each) = (4, 20_000)
        let slot = CommandSlot(wakeup: CommandSlotTests.CountingWakeup())
        slot.open(generation: 1) {}
        let done = Atomic(0)
        let taken = Atomic(0)
        let submit: @Sendable () -> Void = {
            for _ in 0..<each {
                _ = slot.submit(Command(translation: .front), generation: 1)
            }
            done.add(1, ordering: .sequentiallyConsistent)
        }
        let take: @Sendable () -> Void = {
            let isDone = { done.load(ordering: .sequentiallyConsistent) == threads }
            takeAll(slot, 1, until: isDone) { _, submissions in
                taken.add(submissions, ordering: .relaxed)
            }
        }
        race(Array(repeating: submit, count: threads) + [take])
        #expect(taken.load(ordering: .relaxed) == threads * each)
    }

    @Test func `a one-shot is not lost while other threads submit directions`() {
        let rounds = 4000
        let slot = CommandSlot(wakeup: CommandSlotTests.CountingWakeup())
        slot.open(generation: 1) {}
        let isDone = Atomic(false)
        let jumps = Atomic(0)
        let walk: @Sendable () -> Void = {
            while !isDone.load(ordering: .acquiring) {
                _ = slot.submit(Command(translation: .left), generation: 1)
            }
        }
        // The next jump is submitted once the former was taken, so that no two merge.
        let jump: @Sendable () -> Void = {
            for round in 0..<rounds {
                _ = slot.submit(Command(interaction: .jump), generation: 1)
                while jumps.load(ordering: .acquiring) <= round {}
            }
            isDone.store(true, ordering: .releasing)
        }
        let take: @Sendable () -> Void = {
            let mayStop = { isDone.load(ordering: .acquiring) }
            takeAll(slot, 1, until: mayStop) { command, _ in
                if command.interaction == .jump { jumps.add(1, ordering: .acquiringAndReleasing) }
            }
        }
        race([walk, jump, take])
        #expect(jumps.load(ordering: .relaxed) == rounds)
    }

    @Test func `a command of a former generation never reaches the next`() {
        let lives: UInt32 = 3000
        let slot = CommandSlot(wakeup: CommandSlotTests.CountingWakeup())
        slot.open(generation: 1) {}
        let life = Atomic<UInt32>(1)
        let strays = Atomic(0)
        // Even generations move to the front, odd ones to the back.
        let submit: @Sendable () -> Void = {
            while true {
                let now = life.load(ordering: .acquiring)
                if now > lives { return }
                let isEven = now.isMultiple(of: 2)
                _ = slot.submit(Command(translation: isEven ? .front : .back), generation: now)
            }
        }
        let live: @Sendable () -> Void = {
            for next in 2...(lives + 1) {
                let now = next - 1
                let mine: Command.Translation = now.isMultiple(of: 2) ? .front : .back
                for _ in 0..<20 {
                    if let (command, _) = slot.take(generation: now),
                        command.translation != mine
                    {
                        strays.add(1, ordering: .relaxed)
                    }
                }
                slot.open(generation: next) {}
                life.store(next, ordering: .releasing)
            }
        }
        race([submit, submit, submit, live])
        #expect(strays.load(ordering: .relaxed) == 0)
    }
}
