// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import HappyOysterThreading

/// How long a test waits for what must come.
package let testTimeout: Duration = .seconds(20)

/// Waits until a condition holds, at most `testTimeout`, and says whether it does.
package func eventually(_ condition: () throws -> Bool) async rethrows -> Bool {
    let limit = SystemClock.monotonic + testTimeout
    while SystemClock.monotonic < limit {
        if try condition() { return true }
        try? await Task.sleep(for: .milliseconds(1))
    }
    return try condition()
}

/// The same as `eventually`, for code that must not suspend.
package func blockUntil(
    within limit: Duration = testTimeout,
    _ condition: () throws -> Bool
) rethrows -> Bool {
    let deadline = SystemClock.monotonic + limit
    while SystemClock.monotonic < deadline {
        if try condition() { return true }
        usleep(500)
    }
    return try condition()
}
