// SPDX-License-Identifier: Apache-2.0
internal import CLinux
import Glibc

/// A descriptor that is readable while something waits.
final class EventDescriptor: Sendable {
    let number: Int32

    init?() {
        number = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
        if number < 0 { return nil }
    }

    deinit { close(number) }

    func set(_ isReadable: Bool) {
        var value: UInt64 = 1
        if isReadable {
            write(number, &value, MemoryLayout<UInt64>.size)
        } else {
            read(number, &value, MemoryLayout<UInt64>.size)
        }
    }
}
