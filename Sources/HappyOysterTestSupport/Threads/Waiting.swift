// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterThreading

/// How long a test waits for what must come.
private let patience: Duration = .seconds(10)

/// Waits until a condition holds, at most ten seconds, and says whether it does.
package func eventually(_ condition: () throws -> Bool) async rethrows -> Bool {
    let limit = SystemClock.monotonic + patience
    while SystemClock.monotonic < limit {
        if try condition() { return true }
        try? await Task.sleep(for: .milliseconds(1))
    }
    return try condition()
}

/// The same as `eventually`, for code that must not suspend.
package func blockUntil(_ condition: () throws -> Bool) rethrows -> Bool {
    let limit = SystemClock.monotonic + patience
    while SystemClock.monotonic < limit {
        if try condition() { return true }
    }
    return try condition()
}
