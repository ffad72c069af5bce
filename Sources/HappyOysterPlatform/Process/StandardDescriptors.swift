// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Keeps the numbers 0 to 2 from becoming sockets of ours.
enum StandardDescriptors {
    /// Opens /dev/null in the place of each that the host has closed.
    ///
    /// Whoever writes to its standard error, this library's log included, would write into a
    /// connection otherwise.
    static func hold() {
        for number: Int32 in 0...2 where fcntl(number, F_GETFD) == -1 {
            // The lowest free number is taken, so this one.
            _ = open("/dev/null", O_RDWR)
        }
    }
}
