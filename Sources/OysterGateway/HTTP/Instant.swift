// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// Monotonic time in nanoseconds, for waiting.
struct Instant: Comparable, Sendable {
    var nanoseconds: Int64

    static func now() -> Instant {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Instant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    var absolute: timespec {
        timespec(
            tv_sec: Int(nanoseconds / 1_000_000_000),
            tv_nsec: Int(nanoseconds % 1_000_000_000)
        )
    }

    static func < (left: Instant, right: Instant) -> Bool { left.nanoseconds < right.nanoseconds }

    static func + (instant: Instant, time: Duration) -> Instant {
        Instant(nanoseconds: instant.nanoseconds + time.milliseconds * 1_000_000)
    }
}
