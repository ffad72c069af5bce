// SPDX-License-Identifier: Apache-2.0
import Glibc
import HappyOysterThreading

/// Stops the library's threads when the process exits, before other libraries free their state.
package enum ExitGuard {
    private static let jobs = Lock<[@Sendable () -> Void]>([])

    /// Runs a job at exit, once, and not in a forked child; a later job runs before an earlier one.
    ///
    /// `atexit` handlers run in reverse order of registration. This one is registered after libcurl
    /// and OpenSSL were initialised, so it runs before theirs.
    package static func atExit(_ run: @escaping @Sendable () -> Void) {
        let isFirst = jobs.withLock { jobs in
            jobs.append(run)
            return jobs.count == 1
        }
        guard isFirst else { return }
        atexit {
            guard !ForkGuard.isForked else { return }
            for job in ExitGuard.jobs.withLock({ $0.reversed() }) { job() }
        }
    }
}
