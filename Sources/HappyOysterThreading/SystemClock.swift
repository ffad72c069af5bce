// SPDX-License-Identifier: Apache-2.0
package import Glibc

/// The system's clocks, without Foundation.
package enum SystemClock {
    /// CLOCK_MONOTONIC.
    package static var monotonic: Duration { read(CLOCK_MONOTONIC) }

    /// Milliseconds since 1970, UTC.
    package static var wallMs: Int64 {
        let (seconds, attoseconds) = read(CLOCK_REALTIME).components
        return seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }

    private static func read(_ clock: clockid_t) -> Duration {
        var time = timespec()
        clock_gettime(clock, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}

extension Duration {
    /// The same as a C `timespec`; zero for a negative duration.
    package var timespec: Glibc.timespec {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return Glibc.timespec() }
        return Glibc.timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
    }
}
