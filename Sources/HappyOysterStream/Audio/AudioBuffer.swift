// SPDX-License-Identifier: Apache-2.0
import HappyOysterThreading

/// Counters of a travel's audio, in chunks as they arrived.
package struct AudioCounters: Equatable, Sendable {
    package var received: UInt64 = 0
    package var delivered: UInt64 = 0
    /// Chunks that arrived while the host wanted no audio, or that waited too long.
    package var dropped: UInt64 = 0

    package init() {}
}

/// The audio of one travel: accepts chunks from its stream and gives them to the host in order.
///
/// It buffers up to one second. When the host falls further behind, the oldest audio is dropped.
/// Like ``VideoView`` it owns no thread.
package final class AudioBuffer: Sendable {
    private let live = LiveObject("AudioBuffer")
    /// Most audio that waits.
    package static let longestWait: Duration = .seconds(1)
    /// Most chunks that wait.
    package static let mostChunks = 256

    private let state: Condition<AudioBufferState>
    private let wake: @Sendable () -> Void
    private let now: @Sendable () -> Duration

    /// Makes a buffer; `wake` is called from the stream's thread, without a lock held.
    ///
    /// `now` returns the time at which the host reads.
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

    /// Begins a join, numbered by the caller: the host gets no audio of an earlier join from now
    /// on.
    package func begin(join: UInt64) { state.withLock { $0.begin(join: join) } }

    /// Leaves the join: audio that still arrives is refused.
    ///
    /// Waiting audio can still be read.
    package func leave() { state.withLock { $0.leave() } }

    /// The join that began last.
    package var join: UInt64 { state.withLock { $0.join } }

    /// Whether the host wants audio; the stream decodes none when the answer is false.
    package func isWanted(at now: Duration) -> Bool { state.withLock { $0.wantsAudio(at: now) } }

    /// Accepts or refuses audio of a join that has just arrived.
    package func submit(_ chunk: AudioChunk, of join: UInt64 = 0, at now: Duration) {
        if state.update({ $0.submit(chunk, of: join, at: now) }) { wake() }
    }

    /// Notes that no more audio will arrive, and wakes the threads that wait for it.
    package func finish() { state.update { $0.finish() } }

    // MARK: The host's side

    /// Starts or stops delivery to a callback; audio that waits for a former callback is dropped.
    package func setDelivery(_ isWanted: Bool) { state.update { $0.setCallback(isWanted) } }

    /// The oldest waiting audio, or nil; called on the delivery thread.
    package func takeForDelivery() -> TimedAudio? { state.withLock { $0.takeForDelivery() } }

    package var hasAudioForDelivery: Bool { state.withLock { $0.hasCallback && $0.hasAudio } }

    /// The result of reading.
    package enum Reading: Sendable {
        case audio(TimedAudio)
        case timedOut
        /// The stream is over: no more audio will arrive.
        case over
        /// The buffer was closed.
        case closed
        /// A callback gets the audio.
        case hasCallback
        /// The wanted number of samples is less than the number of channels.
        case tooSmall
    }

    /// The oldest audio, at most so many samples; waits until `deadline` (monotonic) for some.
    ///
    /// The host counts as a consumer from now on.
    package func read(most samples: Int, until deadline: Duration) -> Reading {
        state.withLock { $0.wait(true) }
        defer { state.withLock { $0.wait(false) } }
        let reading = state.wait(until: deadline) { $0.read(most: samples, at: now()) }
        return reading ?? .timedOut
    }

    /// The descriptor that is readable while audio waits to be read; nil when the system refuses
    /// one, or the buffer is closed.
    ///
    /// Valid until `close`. The host counts as a consumer from now on.
    package func descriptor() -> Int32? { state.withLock { $0.descriptor() } }

    package var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Closes the buffer: audio is neither kept, nor accepted, nor wanted any more.
    package func close() { state.update { $0.close() } }
}
