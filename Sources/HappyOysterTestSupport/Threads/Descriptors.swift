// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// Whether poll says at once that a descriptor is readable.
package func isReadable(_ descriptor: Int32) -> Bool {
    waitUntilReadable(descriptor, .zero)
}

/// Waits in poll until a descriptor is readable; false when the limit passed first.
package func waitUntilReadable(_ descriptor: Int32, _ limit: Duration = testTimeout) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let milliseconds = Int32(limit.components.seconds * 1000)
    return poll(&entry, 1, milliseconds) == 1 && entry.revents & Int16(POLLIN) != 0
}

/// Whether a child that is executed would not inherit a descriptor.
package func isCloseOnExec(_ descriptor: Int32) -> Bool {
    fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0
}
