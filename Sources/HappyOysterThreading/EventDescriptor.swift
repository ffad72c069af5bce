// SPDX-License-Identifier: Apache-2.0
internal import CLinux
import Glibc

/// A close-on-exec file descriptor that is readable exactly while it is set.
package final class EventDescriptor: Sendable {
    package let number: Int32

    /// Creates a descriptor that is not readable; nil when the system refuses one.
    package init?() {
        number = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
        if number < 0 { return nil }
    }

    deinit { close(number) }

    package func set(_ isReadable: Bool) {
        var value: UInt64 = 1
        if isReadable {
            write(number, &value, MemoryLayout<UInt64>.size)
        } else {
            read(number, &value, MemoryLayout<UInt64>.size)
        }
    }
}

/// Whether an item waits for the host, shown by a descriptor once the host has asked for one.
///
/// Part of the state under its owner's lock. It makes a system call only when the answer changes.
package struct Readiness {
    private var descriptor: EventDescriptor?
    private var isReadable = false

    package init() {}

    /// Whether a host asked for the descriptor.
    package var isWatched: Bool { descriptor != nil }

    /// The descriptor's number, the same each time; nil when the system refuses one.
    package mutating func open() -> Int32? {
        if descriptor == nil { descriptor = EventDescriptor() }
        return descriptor?.number
    }

    package mutating func set(_ isReadable: Bool) {
        guard let descriptor, isReadable != self.isReadable else { return }
        self.isReadable = isReadable
        descriptor.set(isReadable)
    }

    /// Closes the descriptor.
    package mutating func close() {
        descriptor = nil
        isReadable = false
    }
}
