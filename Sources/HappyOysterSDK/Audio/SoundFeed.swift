// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterStream

/// Brings the sound of one travel to any number of streams.
final class SoundFeed: Sendable {
    /// Most streams at a time.
    private static let limit = 64
    /// Pieces that wait in a stream for whoever reads it.
    private static let depth = 64

    private let queue: AudioCallbackQueue
    private let streams: Broadcast<OysterAudioChunk>

    init(pool: any CallbackRunner, clock: MediaClock) {
        let queue = AudioCallbackQueue(pool: pool, clock: clock)
        self.queue = queue
        streams = Broadcast(capacity: SoundFeed.depth, limit: SoundFeed.limit) { send in
            guard let send else {
                queue.setHandler(nil)
                return
            }
            queue.setHandler { send(OysterAudioChunk($0)) }
        }
    }

    var feed: AudioBuffer { queue.buffer }

    /// What waits in a stream when a resume or a rewind begins to play anew is not read any more.
    func stream() -> AsyncStream<OysterAudioChunk> {
        let (waiting, feed) = (streams.stream(), feed)
        return AsyncStream {
            var iterator = waiting.makeAsyncIterator()
            while let chunk = await iterator.next() {
                if chunk.join >= feed.join { return chunk }
            }
            return nil
        }
    }

    /// Finishes all streams.
    func close() {
        streams.finish()
        queue.close()
    }
}
