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
package final class AudioBuffer: Sendable {
    private let live = LiveObject("AudioBuffer")
    /// Most sound that waits.
    package static let longestWait: Duration = .seconds(1)
    /// Most pieces that wait.
    package static let mostPieces = 256

    private let state: Condition<AudioBufferState>
    private let wake: @Sendable () -> Void
    private let now: @Sendable () -> Duration

    /// Makes a buffer; `wake` is called from the stream's thread, without a lock held.
    ///
    /// `now` gives the time at which the host reads.
    package init(
        clock: MediaClock = MediaClock(),
        now: @escaping @Sendable () -> Duration = { SystemClock.monotonic },
        wake: @escaping @Sendable () -> Void
    ) {
        state = Condition(AudioBufferState(clock: clock))
        self.now = now
        self.wake = wake
    }

    package var counters: AudioCounters { state.withLock { $0.counters } }

    // MARK: The stream's side

    /// Begins a join, numbered by its caller: sound of earlier ones is never handed out again,
    /// whether it waits here or is still to come.
    package func begin(join: UInt64) { state.withLock { $0.begin(join: join) } }

    /// The join is left: what it still brings is refused.
    ///
    /// What waits can be read.
    package func leave() { state.withLock { $0.leave() } }

    /// The join that began last.
    package var join: UInt64 { state.withLock { $0.join } }

    /// Whether the host wants sound; no means that the stream decodes none.
    package func isWanted(at now: Duration) -> Bool { state.withLock { $0.wantsSound(at: now) } }

    /// Takes in sound of a join that arrived now.
    package func submit(_ chunk: AudioChunk, of join: UInt64 = 0, at now: Duration) {
        if state.update({ $0.submit(chunk, of: join, at: now) }) { wake() }
    }

    /// No sound comes any more: threads that wait for it are woken.
    package func finish() { state.update { $0.finish() } }

    // MARK: The host's side

    /// Starts or stops delivery to a callback; what waits for a former one is forgotten.
    package func setDelivery(_ isWanted: Bool) { state.update { $0.setCallback(isWanted) } }

    /// The oldest sound that waits, or nil; called on the delivery thread.
    package func takeForDelivery() -> TimedAudio? { state.withLock { $0.takeForDelivery() } }

    package var hasSoundForDelivery: Bool { state.withLock { $0.hasCallback && $0.hasSound } }

    /// What reading led to.
    package enum Reading: Sendable {
        case sound(TimedAudio)
        case timedOut
        /// The stream is over: no sound will come.
        case over
        /// The buffer was closed.
        case closed
        /// A callback takes the sound.
        case hasCallback
        /// The number of samples is less than that of channels.
        case tooSmall
    }

    /// The oldest sound, at most so many samples, blocking until a time (monotonic) when none
    /// waits; makes the caller a consumer.
    package func read(most samples: Int, until deadline: Duration) -> Reading {
        state.withLock { $0.wait(true) }
        defer { state.withLock { $0.wait(false) } }
        let reading = state.wait(until: deadline) { $0.read(most: samples, at: now()) }
        return reading ?? .timedOut
    }

    /// The descriptor that is readable while sound waits to be read; nil when the system refuses
    /// one, or the buffer is closed.
    ///
    /// Valid until `close`. Asking makes the caller a consumer.
    package func descriptor() -> Int32? { state.withLock { $0.descriptor() } }

    package var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Ends everything: nothing is kept, taken in or wanted any more.
    package func close() { state.update { $0.close() } }
}
