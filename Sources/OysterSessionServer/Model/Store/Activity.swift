// SPDX-License-Identifier: Apache-2.0

/// What the store knows of a connection while the process runs.
///
/// The journal has nothing of it: timers, the open event stream, the rate.
struct Activity: Sendable {
    /// An event stream, or a long poll that waits.
    struct OpenStream {
        let id: EventStreamID
        let kind: EventStreamKind
        /// The number of the last event that the stream has taken.
        var cursor: Int
        /// The server knows that events wait, and has not taken them all.
        var isAnnounced = false
    }

    var stream: OpenStream?
    var lastPost: Duration
    /// Until when the connection is alive without an event stream.
    var absentUntil: Duration
    var lostSince: Duration?
    var rate = RequestRate()
    /// When the newest ticket was issued, in milliseconds since 1970; nil after a restart.
    var ticketMs: Int64?

    /// A client that has connected or resumed, and now opens its event stream.
    init(at now: Duration, openTime: Duration) {
        lastPost = now
        absentUntil = now + openTime
    }

    /// When something is due if nothing happens before.
    func deadline(isVisible: Bool, _ configuration: StoreConfiguration) -> Duration {
        guard isVisible else { return absentUntil }
        if let lostSince { return lostSince + configuration.graceTime }
        let silent = lastPost + configuration.limits.silentTime
        return stream == nil ? min(silent, absentUntil) : silent
    }
}

/// The rate limit of a connection: a token bucket, kept as the time at which it is full again.
struct RequestRate: Sendable {
    private var fullAt: Duration = .zero

    /// Takes tokens; nil when there were enough, else the time until there are.
    ///
    /// More tokens than the bucket holds count as a whole bucket.
    mutating func take(_ cost: Int, at now: Duration, _ limits: SessionLimits) -> Duration? {
        let interval = Duration.seconds(1) / max(limits.signalsPerSecond, 1)
        let size = max(limits.signalsAtOnce, 1)
        let full = max(fullAt, now) + interval * min(cost, size)
        let excess = full - now - interval * size
        guard excess <= .zero else { return excess }
        fullAt = full
        return nil
    }
}
