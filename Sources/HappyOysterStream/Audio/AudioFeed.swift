// SPDX-License-Identifier: Apache-2.0
import HappyOysterThreading

/// What became of a travel's sound, in pieces as they arrived.
package struct AudioCounters: Equatable, Sendable {
    package var received: UInt64 = 0
    package var delivered: UInt64 = 0
    /// Pieces that nobody wanted, or that waited too long.
    package var dropped: UInt64 = 0

    package init() {}
}

/// The sound of one travel: takes pieces from its stream, gives them to the host in order.
///
/// A slow host loses the oldest: at most a second waits. Like ``VideoView`` it owns no thread.
package final class AudioFeed: Sendable {
    /// Most sound that waits.
    package static let longestWait: Duration = .seconds(1)
    /// Most pieces that wait.
    package static let mostPieces = 256

    private struct State {
        var isWanted = false
        var isClosed = false
        var waiting: [TimedAudio] = []
        var length: Duration = .zero
        var counters = AudioCounters()

        mutating func removeFirst() -> TimedAudio {
            let first = waiting.removeFirst()
            length -= first.chunk.length
            return first
        }

        mutating func forget() {
            counters.dropped += UInt64(waiting.count)
            waiting = []
            length = .zero
        }
    }

    private let state = Lock(State())
    private let clock: MediaClock
    private let wake: @Sendable () -> Void

    /// Makes a feed; `wake` is called from the stream's thread, without a lock held.
    package init(clock: MediaClock = MediaClock(), wake: @escaping @Sendable () -> Void) {
        self.clock = clock
        self.wake = wake
    }

    package var counters: AudioCounters { state.withLock { $0.counters } }

    /// Whether the host wants sound; no means that the stream decodes none.
    package var isWanted: Bool { state.withLock { $0.isWanted } }

    /// Takes in sound that arrived now.
    package func submit(_ chunk: AudioChunk, at now: Duration) {
        let time = clock.place(chunk.presentationTime, arrival: now, on: .sound)
        let wakes = state.withLock { state in
            guard !state.isClosed else { return false }
            state.counters.received += 1
            guard state.isWanted else {
                state.counters.dropped += 1
                return false
            }
            state.waiting.append(
                TimedAudio(chunk: chunk, presentationTime: time, receivedAt: now)
            )
            state.length += chunk.length
            while state.waiting.count > 1,
                state.waiting.count > Self.mostPieces || state.length > Self.longestWait
            {
                _ = state.removeFirst()
                state.counters.dropped += 1
            }
            return true
        }
        if wakes { wake() }
    }

    /// Starts or stops delivery; what waits for a former callback is forgotten.
    package func setDelivery(_ isWanted: Bool) {
        state.withLock { state in
            guard !state.isClosed else { return }
            state.isWanted = isWanted
            state.forget()
        }
    }

    /// The oldest sound that waits, or nil; called on the delivery thread.
    package func takeForDelivery() -> TimedAudio? {
        state.withLock { state in
            guard !state.waiting.isEmpty else { return nil }
            state.counters.delivered += 1
            return state.removeFirst()
        }
    }

    package var hasSoundForDelivery: Bool { state.withLock { !$0.waiting.isEmpty } }

    /// Ends everything: nothing is kept, taken in or wanted any more.
    package func close() {
        state.withLock { state in
            state.isClosed = true
            state.isWanted = false
            state.forget()
        }
    }
}
