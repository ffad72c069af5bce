// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterStream

/// Passes the audio of one travel to any number of streams.
final class AudioStreams: Sendable {
    private let queue: AudioCallbackQueue
    private let streams: StreamFanOut<OysterAudioChunk>

    init(pool: any CallbackRunner, clock: MediaClock) {
        let queue = AudioCallbackQueue(pool: pool, clock: clock)
        self.queue = queue
        streams = StreamFanOut(capacity: 64, limit: 64) { send in
            guard let send else {
                queue.setHandler(nil)
                return
            }
            queue.setHandler { send(OysterAudioChunk($0)) }
        }
    }

    var buffer: AudioBuffer { queue.buffer }

    /// A stream of all audio from now on, but for audio from before a resume or a rewind.
    func stream() -> AsyncStream<OysterAudioChunk> {
        let (chunks, buffer) = (streams.stream(), buffer)
        return AsyncStream {
            var iterator = chunks.makeAsyncIterator()
            while let chunk = await iterator.next() {
                if chunk.join >= buffer.join { return chunk }
            }
            return nil
        }
    }

    /// Ends all streams.
    func close() {
        streams.finish()
        queue.close()
    }
}
