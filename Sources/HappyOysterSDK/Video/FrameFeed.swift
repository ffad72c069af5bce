// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterStream
import HappyOysterThreading

/// Brings the frames of one travel to any number of streams.
///
/// A stream keeps no frame for its reader, only the news that there is one: a resume or a rewind
/// takes back what was not read.
final class FrameFeed: Sendable {
    private typealias Continuation = AsyncStream<Void>.Continuation

    private struct Subscriber {
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

    private let queue: FrameCallbackQueue
    private let state = Lock(State())

    init(pool: any CallbackRunner, clock: MediaClock) {
        queue = FrameCallbackQueue(pool: pool, clock: clock)
    }

    var view: VideoView { queue.view }

    func latest(_ format: OysterPixelFormat) -> OysterVideoFrame? {
        view.acquire(format.core, at: SystemClock.monotonic).map {
            OysterVideoFrame($0, as: format)
        }
    }

    func stream(_ format: OysterPixelFormat) -> AsyncStream<OysterVideoFrame> {
        let (news, continuation) = AsyncStream.makeStream(
            of: Void.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        let id = state.withLock { state -> UInt64? in
            guard !state.isClosed, state.subscribers.count < FrameFeed.limit else { return nil }
            state.lastID += 1
            state.subscribers[state.lastID] = Subscriber(continuation: continuation)
            follow(state)
            return state.lastID
        }
        guard let id else {
            continuation.finish()
            return AsyncStream { nil }
        }
        continuation.onTermination = { [weak self] _ in self?.remove(id) }
        return AsyncStream { [self] in
            while true {
                var iterator = news.makeAsyncIterator()
                guard await iterator.next() != nil else { return nil }
                if let frame = newest(format, for: id) { return frame }
            }
        }
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
        queue.close()
    }

    private func remove(_ id: UInt64) {
        state.withLock { state in
            state.subscribers[id] = nil
            follow(state)
        }
    }

    /// Wants frames, or none; in the stream's own format, which costs no conversion.
    private func follow(_ state: State) {
        if state.subscribers.isEmpty {
            queue.setHandler(.i420, nil)
        } else {
            queue.setHandler(.i420) { [weak self] _ in self?.ring() }
        }
    }

    private func ring() {
        let subscribers = state.withLock { Array($0.subscribers.values) }
        for subscriber in subscribers { subscriber.continuation.yield() }
    }

    /// The newest frame, unless the subscriber had it before.
    private func newest(_ format: OysterPixelFormat, for id: UInt64) -> OysterVideoFrame? {
        guard let frame = view.acquire(format.core, at: SystemClock.monotonic) else { return nil }
        let isNew = state.withLock { state in
            guard let former = state.subscribers[id]?.sequence else { return true }
            state.subscribers[id]?.sequence = max(former, frame.sequence)
            return frame.sequence > former
        }
        return isNew ? OysterVideoFrame(frame, as: format) : nil
    }
}
