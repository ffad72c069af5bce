// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterStream
import HappyOysterThreading

/// Passes the frames of one travel to any number of streams.
///
/// A stream buffers no frame, only the fact that a new one has arrived: after a resume or a rewind
/// no earlier frame may be read.
final class FrameStreams: Sendable {
    private let queue: FrameCallbackQueue
    private let arrivals: StreamFanOut<Void>

    init(pool: any CallbackRunner, clock: MediaClock) {
        let queue = FrameCallbackQueue(pool: pool, clock: clock)
        self.queue = queue
        // I420 is the stream's own format and needs no conversion.
        arrivals = StreamFanOut(capacity: 1, limit: 64) { send in
            if let send {
                queue.setHandler(.i420) { _ in send(()) }
            } else {
                queue.setHandler(.i420, nil)
            }
        }
    }

    var view: VideoView { queue.view }

    func latest(_ format: OysterPixelFormat) -> OysterVideoFrame? {
        view.acquire(format, at: SystemClock.monotonic).map(OysterVideoFrame.init)
    }

    func stream(_ format: OysterPixelFormat) -> AsyncStream<OysterVideoFrame> {
        let (arrivals, sequence) = (arrivals.stream(), Lock<UInt64>(0))
        return AsyncStream { [self] in
            var iterator = arrivals.makeAsyncIterator()
            while await iterator.next() != nil {
                guard let frame = latest(format) else { continue }
                let isNew = sequence.withLock { last in
                    defer { last = max(last, frame.sequence) }
                    return frame.sequence > last
                }
                if isNew { return frame }
            }
            return nil
        }
    }

    /// Ends all streams; the newest frame stays until `close`.
    func finish() { arrivals.finish() }

    func close() {
        finish()
        queue.close()
    }
}
