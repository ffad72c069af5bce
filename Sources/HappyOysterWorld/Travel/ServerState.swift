// SPDX-License-Identifier: Apache-2.0

/// Counts the polls in which the server reports another state than the travel has.
///
/// Only polls count that were sent while no operation was in flight: an earlier poll may report the
/// state from before the operation.
struct ServerState {
    /// States in which a travel stays without an operation in flight.
    enum Settled: Equatable {
        case running
        /// A pause that was accepted and not confirmed in time.
        case pausing
        case paused
    }

    /// Polls in a row after which the server's state is adopted.
    static let polls = 2

    private(set) var settled: Settled?
    /// Since when the travel is in that state without an operation in flight.
    private(set) var since: Duration = .zero
    /// Polls in a row that reported another state.
    private(set) var contrary = 0

    /// Notes the travel's own state after an input.
    mutating func note(_ current: Settled?, at now: Duration) {
        guard current != settled else { return }
        settled = current
        since = now
        contrary = 0
    }

    /// Takes a poll; returns whether enough polls contradict the travel to adopt the server's state.
    mutating func polled(isContrary: Bool, asked: Duration, isUncertain: Bool) -> Bool {
        guard settled != nil, asked >= since else { return false }
        contrary = isContrary ? min(contrary + 1, ServerState.polls) : 0
        return contrary >= (isUncertain ? 1 : ServerState.polls)
    }
}
