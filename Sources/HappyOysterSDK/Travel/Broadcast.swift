// SPDX-License-Identifier: Apache-2.0
import HappyOysterThreading

/// Sends elements to any number of streams, each with a buffer of its own.
final class Broadcast<Element: Sendable>: Sendable {
    typealias Send = @Sendable (Element) -> Void
    private typealias Continuation = AsyncStream<Element>.Continuation

    private struct State {
        var continuations: [UInt64: Continuation] = [:]
        var lastID: UInt64 = 0
        var isFinished = false
    }

    /// Most elements that wait in one stream; then the oldest goes.
    private let capacity: Int
    /// Most streams at a time.
    private let limit: Int
    private let follow: (@Sendable (Send?) -> Void)?
    private let state = Lock(State())

    /// `follow` gets a way to send when the first stream comes, and nil when the last one goes.
    init(
        capacity: Int = 1024,
        limit: Int = .max,
        follow: (@Sendable (Send?) -> Void)? = nil
    ) {
        self.capacity = capacity
        self.limit = limit
        self.follow = follow
    }

    /// A stream of everything from now on; it is over when the broadcast is.
    func stream() -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Element.self,
            bufferingPolicy: .bufferingNewest(capacity)
        )
        let id = state.withLock { state -> UInt64? in
            guard !state.isFinished, state.continuations.count < limit else { return nil }
            state.lastID += 1
            state.continuations[state.lastID] = continuation
            if state.continuations.count == 1 { follow? { [weak self] in self?.send($0) } }
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

    func finish() {
        let continuations = state.withLock { state in
            defer { state.continuations = [:] }
            state.isFinished = true
            return Array(state.continuations.values)
        }
        for continuation in continuations { continuation.finish() }
    }

    private func remove(_ id: UInt64) {
        state.withLock { state in
            guard state.continuations.removeValue(forKey: id) != nil else { return }
            if state.continuations.isEmpty { follow?(nil) }
        }
    }

    deinit { finish() }
}
