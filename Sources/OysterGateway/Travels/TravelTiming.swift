// SPDX-License-Identifier: Apache-2.0

/// The times of one Travel, fixed when it is created.
struct TravelTiming: Equatable, Sendable {
    /// From creation until `pending`.
    var initLasts: Duration
    /// From creation until `running`.
    var startsAfter: Duration
    /// From an accepted pause until `paused`.
    var pauseConfirm: Duration
    /// From `paused` until the old room is gone.
    var roomTeardown: Duration
    /// Running time after which the platform ends the Travel.
    var experience: Duration?
    /// From creation until the platform gives up, because no stream will ever come.
    var noStream: Duration?
    /// Running time without a poll after which the platform ends the Travel.
    var clientVanished: Duration?
}
