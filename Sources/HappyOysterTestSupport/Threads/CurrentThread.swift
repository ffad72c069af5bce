// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// What the system knows of the calling thread.
package enum CurrentThread {
    /// The name that debuggers show.
    package static var name: String {
        let file = open("/proc/thread-self/comm", O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 32)
        let count = read(file, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count - 1)), as: UTF8.self)
    }

    /// The numbers of the signals that it does not take.
    package static var blockedSignals: [Int32] {
        var mask = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &mask)
        return (1...64).filter { sigismember(&mask, $0) == 1 }
    }
}
