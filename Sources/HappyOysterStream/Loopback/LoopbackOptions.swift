// SPDX-License-Identifier: Apache-2.0

/// How a loopback stream behaves; tests script failures with it.
package struct LoopbackOptions: Sendable {
    /// How far a stream gets.
    package enum Outcome: Sendable, CaseIterable {
        case plays
        /// Stays connecting.
        case neverJoins
        /// Joins and brings no frame.
        case neverPlays
        /// Fails instead of joining.
        case failsToJoin
    }

    package var outcome: Outcome
    /// From join to joined, or to the failure.
    package var joinDelay: Duration
    /// From joined to the first frame; with the gateway, the travel runs by then.
    package var firstFrameDelay: Duration

    package init(
        outcome: Outcome = .plays,
        joinDelay: Duration = .milliseconds(20),
        firstFrameDelay: Duration = .milliseconds(60)
    ) {
        self.outcome = outcome
        self.joinDelay = joinDelay
        self.firstFrameDelay = firstFrameDelay
    }
}
