// SPDX-License-Identifier: Apache-2.0
import Glibc
import HappyOysterThreading

/// Stops the library's threads when the process exits, before other libraries tear down.
package enum ExitGuard {
    private static let job = Lock<(@Sendable () -> Void)?>(nil)

    /// Runs a job at exit, once, and not in a forked child.
    ///
    /// Handlers run last registered first: registering after libcurl and OpenSSL were initialised
    /// makes this one run before theirs.
    package static func atExit(_ run: @escaping @Sendable () -> Void) {
        let isFirst = job.withLock { job in
            defer { job = run }
            return job == nil
        }
        guard isFirst else { return }
        atexit {
            guard !ForkGuard.isForked else { return }
            ExitGuard.job.withLock { $0 }?()
        }
    }
}
