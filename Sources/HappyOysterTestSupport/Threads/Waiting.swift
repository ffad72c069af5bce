// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import HappyOysterThreading

/// The longest time that a test waits for a condition.
package let testTimeout: Duration = .seconds(20)

/// Waits until a condition holds, at most `testTimeout`; returns whether it holds.
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

/// Whether a descriptor is readable now.
package func isReadable(_ descriptor: Int32) -> Bool {
    waitUntilReadable(descriptor, .zero)
}

/// Waits in poll until a descriptor is readable; false when the limit passed first.
package func waitUntilReadable(_ descriptor: Int32, _ limit: Duration = testTimeout) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let milliseconds = Int32(limit.components.seconds * 1000)
    return poll(&entry, 1, milliseconds) == 1 && entry.revents & Int16(POLLIN) != 0
}

/// Whether an executed child does not inherit a descriptor.
package func isCloseOnExec(_ descriptor: Int32) -> Bool {
    fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0
}
