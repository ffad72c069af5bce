// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterThreading

/// A response that another thread provides later, within a time limit.
final class DeferredResponse: Sendable {
    private struct State {
        var response: Response?
        var isClaimed = false
        var onReady: (@Sendable () -> Void)?
    }

    /// Monotonic time of the time-out.
    let deadline: Duration
    private let expire: @Sendable () -> Response
    private let state = Condition(State())
    private let live = LiveObject("DeferredResponse")

    /// After `limit` the response is that of `expire`.
    init(within limit: Duration, expire: @escaping @Sendable () -> Response) {
        deadline = SystemClock.monotonic + limit
        self.expire = expire
    }

    /// Provides the response, unless it is too late or already provided.
    func fulfil(_ make: () -> Response) {
        guard claim() else { return }
        let response = make()
        let onReady = state.withLock { state in
            state.response = response
            return state.onReady
        }
        onReady?()
    }

    /// Whether the response is available.
    var isReady: Bool { state.withLock { $0.response != nil } }

    /// The response, nil while it is pending.
    func response(at now: Duration) -> Response? {
        if let response = state.withLock({ $0.response }) { return response }
        guard now >= deadline, claim() else { return nil }
        return expire()
    }

    /// Sets the function that is called when the response is available, at once if it is.
    func notify(_ onReady: @escaping @Sendable () -> Void) {
        state.withLock { $0.onReady = onReady }
        if isReady { onReady() }
    }

    /// Whether the caller is the first, and so provides the response.
    private func claim() -> Bool {
        state.withLock { state in
            defer { state.isClaimed = true }
            return !state.isClaimed
        }
    }
}
