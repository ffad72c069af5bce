// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterThreading

/// An answer that somebody else will give, within a time.
final class LateAnswer: Sendable {
    private struct State {
        var outgoing: Outgoing?
        var isDecided = false
        var bell: (@Sendable () -> Void)?
    }

    /// Monotonic time at which the wait is over.
    let deadline: Duration
    private let expire: @Sendable () -> Outgoing
    private let state = Condition(State())
    private let live = LiveObject("LateAnswer")

    /// Waits for a time; then `expire` tells what to answer instead.
    init(within limit: Duration, expire: @escaping @Sendable () -> Outgoing) {
        deadline = SystemClock.monotonic + limit
        self.expire = expire
    }

    /// Gives the answer, unless it is too late or there is one.
    func fulfil(_ make: () -> Outgoing) {
        guard decide() else { return }
        let outgoing = make()
        let bell = state.withLock { state in
            state.outgoing = outgoing
            return state.bell
        }
        bell?()
    }

    /// Whether the answer is there.
    var isReady: Bool { state.withLock { $0.outgoing != nil } }

    /// The answer, nil when it is still to be waited for.
    func outgoing(at now: Duration) -> Outgoing? {
        if let outgoing = state.withLock({ $0.outgoing }) { return outgoing }
        guard now >= deadline, decide() else { return nil }
        return expire()
    }

    /// Has a bell rung when the answer is there, at once if it is.
    func ring(_ bell: @escaping @Sendable () -> Void) {
        state.withLock { $0.bell = bell }
        if isReady { bell() }
    }

    /// Whether the caller is the one to give the answer.
    private func decide() -> Bool {
        state.withLock { state in
            defer { state.isDecided = true }
            return !state.isDecided
        }
    }
}
