// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterStream
import HappyOysterThreading

/// Brings the sound of one travel to any number of streams.
final class SoundFeed: Sendable {
    private typealias Continuation = AsyncStream<OysterAudioChunk>.Continuation

    private struct State {
        var subscribers: [UInt64: Continuation] = [:]
        var lastID: UInt64 = 0
        var isClosed = false
    }

    /// Most streams at a time.
    private static let limit = 64
    /// Pieces that wait in a stream for whoever reads it.
    private static let depth = 64

    private let lane: AudioLane
    private let state = Lock(State())

    init(pool: any CallbackRunner, clock: MediaClock) { lane = AudioLane(pool: pool, clock: clock) }

    var feed: AudioFeed { lane.feed }

    func stream() -> AsyncStream<OysterAudioChunk> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: OysterAudioChunk.self,
            bufferingPolicy: .bufferingNewest(SoundFeed.depth)
        )
        let id = state.withLock { state -> UInt64? in
            guard !state.isClosed, state.subscribers.count < SoundFeed.limit else { return nil }
            state.lastID += 1
            state.subscribers[state.lastID] = continuation
            if state.subscribers.count == 1 {
                lane.setHandler { [weak self] sound in self?.deliver(sound) }
            }
            return state.lastID
        }
        guard let id else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in self?.remove(id) }
        return stream
    }

    /// Finishes all streams.
    func close() {
        let subscribers = state.withLock { state in
            defer {
                state.subscribers = [:]
                state.isClosed = true
            }
            return Array(state.subscribers.values)
        }
        lane.close()
        for continuation in subscribers { continuation.finish() }
    }

    private func remove(_ id: UInt64) {
        state.withLock { state in
            guard state.subscribers.removeValue(forKey: id) != nil else { return }
            if state.subscribers.isEmpty { lane.setHandler(nil) }
        }
    }

    private func deliver(_ sound: TimedAudio) {
        let subscribers = state.withLock { $0.subscribers.values.map { $0 } }
        for continuation in subscribers { continuation.yield(OysterAudioChunk(sound)) }
    }
}
