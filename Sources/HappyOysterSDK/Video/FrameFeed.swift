// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterStream
import HappyOysterThreading

/// Brings the frames of one travel to any number of streams.
final class FrameFeed: Sendable {
    private typealias Continuation = AsyncStream<OysterVideoFrame>.Continuation

    private struct Subscriber {
        let format: OysterPixelFormat
        let continuation: Continuation
        /// The newest frame that it got.
        var sequence: UInt64 = 0
    }

    private struct State {
        var subscribers: [UInt64: Subscriber] = [:]
        var lastID: UInt64 = 0
        var isClosed = false
    }

    /// Most streams at a time.
    private static let limit = 64

    private let lane: FrameLane
    private let state = Lock(State())

    init(pool: any CallbackRunner, clock: MediaClock) { lane = FrameLane(pool: pool, clock: clock) }

    var view: VideoView { lane.view }

    func latest(_ format: OysterPixelFormat) -> OysterVideoFrame? {
        view.acquire(format.core, at: SystemClock.monotonic).map {
            OysterVideoFrame($0, as: format)
        }
    }

    func stream(_ format: OysterPixelFormat) -> AsyncStream<OysterVideoFrame> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: OysterVideoFrame.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        let id = state.withLock { state -> UInt64? in
            guard !state.isClosed, state.subscribers.count < FrameFeed.limit else { return nil }
            state.lastID += 1
            state.subscribers[state.lastID] = Subscriber(
                format: format,
                continuation: continuation
            )
            follow(state)
            return state.lastID
        }
        guard let id else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in self?.remove(id) }
        return stream
    }

    /// Finishes all streams; the newest frame stays until `close`.
    func finish() {
        let subscribers = state.withLock { state in
            defer {
                state.subscribers = [:]
                state.isClosed = true
                follow(state)
            }
            return Array(state.subscribers.values)
        }
        for subscriber in subscribers { subscriber.continuation.finish() }
    }

    func close() {
        finish()
        lane.close()
    }

    private func remove(_ id: UInt64) {
        state.withLock { state in
            state.subscribers[id] = nil
            follow(state)
        }
    }

    /// Wants frames in the format of one subscriber, or none.
    private func follow(_ state: State) {
        let format = state.subscribers.min { $0.key < $1.key }?.value.format
        if let format {
            lane.setHandler(format.core) { [weak self] frame in self?.deliver(frame) }
        } else {
            lane.setHandler(.i420, nil)
        }
    }

    private func deliver(_ frame: NumberedFrame) {
        let subscribers = state.withLock { $0.subscribers }
        for (id, subscriber) in subscribers {
            let format = subscriber.format
            let shown =
                format.core == frame.frame.format
                ? frame : view.acquire(format.core, at: SystemClock.monotonic)
            // What was acquired may be newer than this frame, and come again.
            guard let shown, shown.sequence > subscriber.sequence else { continue }
            state.withLock { $0.subscribers[id]?.sequence = shown.sequence }
            subscriber.continuation.yield(OysterVideoFrame(shown, as: format))
        }
    }
}
