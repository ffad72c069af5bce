// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore
import Synchronization

/// Carries commands from any host thread to the loop: one atomic word, newest wins.
///
/// A submission takes no lock and allocates no memory. Slots are reused and never freed: each travel
/// has its own generation, and a submission of another generation changes nothing.
package final class CommandSlot: Sendable {
    /// The outcome of a submission.
    package enum Outcome: Equatable, Sendable {
        case taken
        /// The travel has reached a terminal status.
        case over
        /// The feature gate has ended the travel.
        case switchedOff
        /// The generation is not the current one.
        case stale
        /// A number is out of the range of its enum.
        case invalid
    }

    /// The highest generation; a slot that has used all of them, from 1 on, is not reused.
    package static let lastGeneration = CommandWord.lastGeneration

    private let word = Atomic<UInt64>(0)
    private let wakeup: any Wakeup

    package init(wakeup: any Wakeup) { self.wakeup = wakeup }

    /// Opens the slot for a new travel; the former generation is stale from now on.
    package func open(generation: UInt32, onWake: @escaping @Sendable () -> Void) {
        wakeup.setJob(onWake)
        word.store(CommandWord(generation: generation).bits, ordering: .sequentiallyConsistent)
    }

    /// Submits a command; from any thread.
    package func submit(_ command: OysterAdventureCommand, generation: UInt32) -> Outcome {
        submit(CommandWord.Packed(command), generation: generation)
    }

    /// Submits a command by the numbers of its enums; from any thread.
    package func submit(
        translation: UInt32,
        rotation: UInt32,
        interaction: UInt32,
        generation: UInt32
    ) -> Outcome {
        let packed = CommandWord.Packed(
            translation: translation,
            rotation: rotation,
            interaction: interaction
        )
        guard let packed else { return .invalid }
        return submit(packed, generation: generation)
    }

    private func submit(_ packed: CommandWord.Packed, generation: UInt32) -> Outcome {
        offer(generation) { $0.merge(packed) }
    }

    /// Requests that a waiting command is sent at once; has no effect without one.
    package func flush(generation: UInt32) -> Outcome {
        offer(generation) { $0.requestFlush() }
    }

    /// The travel is over, possibly by the feature gate; a waiting command is dropped.
    package func finish(generation: UInt32, isSwitchedOff: Bool = false) {
        _ = change(generation) { $0.finish(isSwitchedOff: isSwitchedOff) }
    }

    /// The host released the handle: the generation is stale from now on.
    package func retire(generation: UInt32) {
        _ = change(generation) { $0 = CommandWord(generation: 0) }
    }

    @inline(__always) private func offer(
        _ generation: UInt32,
        _ edit: (inout CommandWord) -> Bool
    ) -> Outcome {
        let outcome = change(generation) { word -> (outcome: Outcome, mustWake: Bool) in
            guard word.isOver else { return (.taken, edit(&word)) }
            return (word.isSwitchedOff ? .switchedOff : .over, false)
        }
        guard let outcome else { return .stale }
        if outcome.mustWake { wakeup.wake() }
        return outcome.outcome
    }

    // MARK: On the loop

    /// Whether a command waits, and whether it is sent at once.
    func waiting(generation: UInt32) -> (command: Bool, flush: Bool) {
        let now = CommandWord(bits: word.load(ordering: .acquiring))
        guard now.generation == generation else { return (false, false) }
        return (now.hasCommand, now.isFlushRequested)
    }

    /// Removes the waiting command; returns it with the number of submissions merged into it.
    func take(generation: UInt32) -> (command: OysterAdventureCommand, submissions: Int)? {
        change(generation) { $0.take() } ?? nil
    }

    /// Lets the next submission trigger the wakeup again; false when a command came in meanwhile.
    func rest(generation: UInt32) -> Bool {
        change(generation) { word in
            if !word.hasCommand { word.rest() }
            return !word.hasCommand
        } ?? true
    }

    /// Changes the word of a generation atomically; nil when another generation is current.
    @inline(__always) private func change<Result>(
        _ generation: UInt32,
        _ edit: (inout CommandWord) -> Result
    ) -> Result? {
        var old = word.load(ordering: .acquiring)
        while true {
            var next = CommandWord(bits: old)
            guard next.generation == generation else { return nil }
            let result = edit(&next)
            let (done, seen) = word.weakCompareExchange(
                expected: old,
                desired: next.bits,
                ordering: .acquiringAndReleasing
            )
            if done { return result }
            old = seen
        }
    }
}
