// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterStream
import HappyOysterThreading
package import HappyOysterWorld

/// What runs once the library is used: the loop, the callback threads, and what engines depend on.
package final class LibraryRuntime: Sendable {
    package let loop: CurlLoop
    package let pool: CallbackPool
    package let dependencies: EngineDependencies

    /// Starts everything; nil when the system refuses a thread.
    package init?(log: LogHub) {
        ForkGuard.arm()
        StandardDescriptors.hold()
        guard let loop = CurlLoop() else { return nil }
        let pool = CallbackPool { delay, job in _ = loop.schedule(after: delay, job) }
        log.attach(to: pool)
        self.loop = loop
        self.pool = pool
        let streams = StreamEngines(loopback: LoopbackStreamEngine(), log: log)
        dependencies = EngineDependencies(
            loop: loop,
            transport: CurlTransport(loop: loop),
            log: log,
            streams: streams,
            random: { UInt64.random(in: .min ... .max) },
            workingFolder: { WorkingFolder.path },
            certificates: SystemCertificates()
        )
        ExitGuard.atExit {
            streams.close(until: SystemClock.monotonic + .seconds(2))
            _ = pool.close(waiting: .milliseconds(200))
            _ = loop.park(timeout: .milliseconds(500))
        }
    }

    /// Waits until every stream adapter has closed its streams, so that none of its functions and
    /// of the functions that it lent is called any more; false when the time is up before.
    package func waitForAdapters(until deadline: Duration) -> Bool {
        AdapterSinks.shared.waitUntilClosed(until: deadline)
    }
}
