// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterStream
import HappyOysterThreading
package import HappyOysterWorld
import Synchronization

/// What runs once the library is used: the loop, the callback threads, and the engines'
/// dependencies.
package final class LibraryRuntime: Sendable {
    package let loop: CurlLoop
    package let pool: CallbackPool
    package let dependencies: EngineDependencies

    /// Starts the loop's thread; nil when the system refuses a thread.
    package init?(log: LogHub) {
        ForkGuard.arm()
        ProcessDescriptors.fillStandard()
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
            workingFolder: { ProcessEnvironment.workingFolder },
            certificates: SystemCertificates()
        )
        ExitGuard.atExit {
            streams.close(until: SystemClock.monotonic + .seconds(2))
            _ = pool.close(waiting: .milliseconds(200))
            _ = loop.park(timeout: .milliseconds(500))
            log.writeRemaining()
        }
    }

    /// Waits until every stream adapter has closed its streams; false when the time is up before.
    ///
    /// From then on neither a function of an adapter nor a function that an adapter passed in, such
    /// as a frame's release function, is called.
    package func waitForAdapters(until deadline: Duration) -> Bool {
        AdapterSinks.shared.waitUntilClosed(until: deadline)
    }
}

/// The runtime of a process, which starts at its first use, and the log that exists before it.
package final class LazyRuntime: Sendable {
    package let log: LogHub
    private let runtime = Lock<LibraryRuntime?>(nil)
    private let lastNumber = Atomic<UInt64>(0)

    /// Reads the log's settings from the environment; starts nothing.
    package init() { log = LogHub(.ofProcess) }

    /// A number that was not returned before.
    package func nextNumber() -> UInt64 { lastNumber.add(1, ordering: .relaxed).newValue }

    /// The runtime, started if this is the first use; nil when the system refuses a thread.
    package func start() -> LibraryRuntime? {
        runtime.withLock { runtime in
            if runtime == nil { runtime = LibraryRuntime(log: log) }
            return runtime
        }
    }

    /// The runtime; nil before the first use.
    package var running: LibraryRuntime? { runtime.withLock { $0 } }
}
