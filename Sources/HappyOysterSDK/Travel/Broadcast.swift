// SPDX-License-Identifier: Apache-2.0
import HappyOysterThreading

/// Sends elements to any number of streams, each with a buffer of its own.
final class Broadcast<Element: Sendable>: Sendable {
    private typealias Continuation = AsyncStream<Element>.Continuation

    private struct State {
        var continuations: [UInt64: Continuation] = [:]
        var lastID: UInt64 = 0
        var isFinished = false
    }

    /// Most elements that wait in one stream; then the oldest goes.
    private let capacity = 1024
    private let state = Lock(State())

    /// A stream of everything from now on; it is over when the broadcast is.
    func stream() -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Element.self,
            bufferingPolicy: .bufferingNewest(capacity)
        )
        let id = state.withLock { state -> UInt64? in
            guard !state.isFinished else { return nil }
            state.lastID += 1
            state.continuations[state.lastID] = continuation
            return state.lastID
        }
        guard let id else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.continuations.removeValue(forKey: id) }
        }
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

    deinit { finish() }
}
