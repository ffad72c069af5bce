// SPDX-License-Identifier: Apache-2.0

/// The playing time of a Travel between the whole milliseconds that its lifecycle tells.
struct PlayClock: Sendable {
    /// A deviation beyond this is a jump of the gateway's clock, not a rounding.
    private static let tolerance: Duration = .milliseconds(50)

    /// Playing time at a monotonic time.
    private var anchor: (played: Duration, time: Duration)?
    private var last: Duration = .zero

    /// The playing time now; it never goes back.
    mutating func played(_ told: Duration, isPlaying: Bool, at now: Duration) -> Duration {
        var played = told
        if isPlaying {
            played = anchor.map { $0.played + (now - $0.time) } ?? told
            if anchor == nil || abs(of: played - told) > Self.tolerance {
                anchor = (told, now)
                played = told
            }
        } else {
            anchor = nil
        }
        last = max(last, played)
        return last
    }

    private func abs(of time: Duration) -> Duration { time < .zero ? .zero - time : time }
}
