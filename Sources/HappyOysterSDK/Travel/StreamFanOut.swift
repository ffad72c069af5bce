// SPDX-License-Identifier: Apache-2.0
import HappyOysterThreading

/// Sends elements to any number of streams, each with its own buffer.
final class StreamFanOut<Element: Sendable>: Sendable {
    typealias Send = @Sendable (Element) -> Void
    private typealias Continuation = AsyncStream<Element>.Continuation

    private struct State {
        var continuations: [UInt64: Continuation] = [:]
        var lastID: UInt64 = 0
        var isFinished = false
    }

    /// Number of elements that a stream buffers; when one more is sent, the oldest is dropped.
    private let capacity: Int
    /// Number of streams at a time.
    private let limit: Int
    private let setSource: (@Sendable (Send?) -> Void)?
    private let state = Lock(State())

    /// `setSource` receives a function that sends when the first stream is added, and nil when the
    /// last one is removed.
    init(
        capacity: Int = 1024,
        limit: Int = .max,
        setSource: (@Sendable (Send?) -> Void)? = nil
    ) {
        self.capacity = capacity
        self.limit = limit
        self.setSource = setSource
    }

    /// A stream of all elements from now on; it ends with `finish`.
    func stream() -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Element.self,
            bufferingPolicy: .bufferingNewest(capacity)
        )
        let id = state.withLock { state -> UInt64? in
            guard !state.isFinished, state.continuations.count < limit else { return nil }
            state.lastID += 1
            state.continuations[state.lastID] = continuation
            if state.continuations.count == 1 { setSource? { [weak self] in self?.send($0) } }
            return state.lastID
        }
        guard let id else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in self?.remove(id) }
        return stream
    }

    func send(_ element: Element) {
        for continuation in state.withLock({ Array($0.continuations.values) }) {
            continuation.yield(element)
        }
    }

    /// Ends all streams and refuses new ones.
    func finish() {
        let continuations = state.withLock { state in
            let former = Array(state.continuations.values)
            state.continuations = [:]
            state.isFinished = true
            if !former.isEmpty { setSource?(nil) }
            return former
        }
        for continuation in continuations { continuation.finish() }
    }

    private func remove(_ id: UInt64) {
        state.withLock { state in
            guard state.continuations.removeValue(forKey: id) != nil else { return }
            if state.continuations.isEmpty { setSource?(nil) }
        }
    }

    deinit { finish() }
}
