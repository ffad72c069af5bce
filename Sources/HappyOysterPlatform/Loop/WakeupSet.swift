// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import Synchronization

/// The wakeups of a loop, one bit each: any thread sets a bit, the loop collects the bits.
///
/// Setting a bit takes no lock and allocates nothing.
///
/// `@unchecked Sendable`: the words are atomics that are never freed; `jobs` belongs to the loop.
final class WakeupSet: @unchecked Sendable {
    static let capacity = 4096
    private static let wordCount = capacity / 64

    private let words: UnsafeMutablePointer<Atomic<UInt64>>
    /// Bit i is set when word i may have set bits.
    ///
    /// An idle loop reads this one word to learn that no wakeup was triggered.
    private let summary = Atomic<UInt64>(0)
    private let nextIndex = Atomic(0)
    private let wakeLoop: @Sendable () -> Void
    /// Loop only.
    private var jobs: [Int: @Sendable () -> Void] = [:]

    init(wakeLoop: @escaping @Sendable () -> Void) {
        self.wakeLoop = wakeLoop
        words = .allocate(capacity: WakeupSet.wordCount)
        for index in 0..<WakeupSet.wordCount { (words + index).initialize(to: Atomic(0)) }
    }

    /// The index of a new wakeup; nil when all are in use.
    func makeIndex() -> Int? {
        let index = nextIndex.add(1, ordering: .relaxed).oldValue
        return index < WakeupSet.capacity ? index : nil
    }

    /// Sets the bit of a wakeup, and wakes the loop if the bit was clear; from any thread.
    func wake(_ index: Int) {
        let bit: UInt64 = 1 << UInt64(index % 64)
        let old = words[index / 64].bitwiseOr(bit, ordering: .acquiringAndReleasing).oldValue
        guard old & bit == 0 else { return }
        summary.bitwiseOr(1 << UInt64(index / 64), ordering: .acquiringAndReleasing)
        wakeLoop()
    }

    func setJob(_ job: (@Sendable () -> Void)?, at index: Int) { jobs[index] = job }

    /// Clears all bits and returns the indices of those that were set.
    ///
    /// The loop calls this before it takes its own jobs. A job that was set before a wakeup was
    /// triggered is then among the loop's jobs, and in place when `run` looks it up.
    func collect() -> [Int] {
        var pending = summary.exchange(0, ordering: .acquiringAndReleasing)
        var triggered: [Int] = []
        while pending != 0 {
            let word = pending.trailingZeroBitCount
            pending &= pending - 1
            var bits = words[word].exchange(0, ordering: .acquiringAndReleasing)
            while bits != 0 {
                triggered.append(word * 64 + bits.trailingZeroBitCount)
                bits &= bits - 1
            }
        }
        return triggered
    }

    /// Runs the jobs of wakeups that were triggered; on the loop.
    func run(_ triggered: [Int]) {
        for index in triggered { jobs[index]?() }
    }
}

/// One wakeup of the set.
struct LoopWakeup: Wakeup {
    let index: Int
    let set: WakeupSet
    let onLoop: @Sendable (@escaping @Sendable () -> Void) -> Void

    func wake() { set.wake(index) }

    func setJob(_ job: (@Sendable () -> Void)?) {
        let (set, index) = (set, index)
        onLoop { set.setJob(job, at: index) }
    }
}
