// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import Synchronization

/// One bit per bell, set by any thread and collected by the loop, without lock and allocation.
///
/// `@unchecked Sendable`: the words are atomics that are never freed; `jobs` belongs to the loop.
final class BellBoard: @unchecked Sendable {
    static let capacity = 4096
    private static let wordCount = capacity / 64

    private let words: UnsafeMutablePointer<Atomic<UInt64>>
    /// Bit i: word i may have bits.
    ///
    /// One look tells an idle loop that nothing rang.
    private let summary = Atomic<UInt64>(0)
    private let nextIndex = Atomic(0)
    private let wake: @Sendable () -> Void
    /// Loop only.
    private var jobs: [Int: @Sendable () -> Void] = [:]

    init(wake: @escaping @Sendable () -> Void) {
        self.wake = wake
        words = .allocate(capacity: BellBoard.wordCount)
        for index in 0..<BellBoard.wordCount { (words + index).initialize(to: Atomic(0)) }
    }

    func makeIndex() -> Int? {
        let index = nextIndex.add(1, ordering: .relaxed).oldValue
        return index < BellBoard.capacity ? index : nil
    }

    func ring(_ index: Int) {
        let bit: UInt64 = 1 << UInt64(index % 64)
        let old = words[index / 64].bitwiseOr(bit, ordering: .acquiringAndReleasing).oldValue
        guard old & bit == 0 else { return }
        summary.bitwiseOr(1 << UInt64(index / 64), ordering: .acquiringAndReleasing)
        wake()
    }

    func setJob(_ job: (@Sendable () -> Void)?, at index: Int) { jobs[index] = job }

    /// Takes the bells that rang; on the loop, before it takes its jobs.
    ///
    /// A job that was set before the ring is then among those jobs, and in place for `answer`.
    func collect() -> [Int] {
        var pending = summary.exchange(0, ordering: .acquiringAndReleasing)
        var rung: [Int] = []
        while pending != 0 {
            let word = pending.trailingZeroBitCount
            pending &= pending - 1
            var bits = words[word].exchange(0, ordering: .acquiringAndReleasing)
            while bits != 0 {
                rung.append(word * 64 + bits.trailingZeroBitCount)
                bits &= bits - 1
            }
        }
        return rung
    }

    /// Runs the jobs of bells that rang; on the loop.
    func answer(_ rung: [Int]) {
        for index in rung { jobs[index]?() }
    }
}

/// One bell of the board.
struct LoopBell: Bell {
    let index: Int
    let board: BellBoard
    let onLoop: @Sendable (@escaping @Sendable () -> Void) -> Void

    func ring() { board.ring(index) }

    func setJob(_ job: (@Sendable () -> Void)?) {
        let (board, index) = (board, index)
        onLoop { board.setJob(job, at: index) }
    }
}
