// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterStream
import HappyOysterThreading
import HappyOysterWorld

/// What runs once the library is used: the loop, the callback threads, and the engines' ports.
final class Machinery: Sendable {
    let loop: CurlLoop
    let pool: CallbackPool
    let ports: Ports

    /// Starts everything; nil when the system refuses a thread.
    init?(log: LogHub) {
        _ = StaticText.of("")  // before any fork that counts
        ForkGuard.arm()
        guard let loop = CurlLoop() else { return nil }
        let pool = CallbackPool { delay, job in _ = loop.schedule(after: delay, job) }
        log.attach(to: pool)
        self.loop = loop
        self.pool = pool
        ports = Ports(
            loop: loop,
            transport: CurlTransport(loop: loop),
            json: SystemJSON(),
            log: log,
            streams: StreamEngines(loopback: LoopbackStreamEngine(), log: log),
            random: { UInt64.random(in: .min ... .max) }
        )
        ExitGuard.atExit {
            _ = pool.close(waiting: .milliseconds(200))
            _ = loop.park(timeout: .milliseconds(500))
        }
    }
}

/// Counts down to zero, for one waiter.
final class IdleCount: Sendable {
    private let left: Condition<Int>

    init(_ count: Int) { left = Condition(count) }

    func countDown() { left.update { $0 -= 1 } }

    func wait(until deadline: Duration) -> Bool {
        left.wait(until: deadline) { $0 <= 0 ? true : nil } ?? false
    }
}
