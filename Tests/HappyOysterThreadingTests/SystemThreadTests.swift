// SPDX-License-Identifier: Apache-2.0
import Glibc
import HappyOysterTestSupport
import HappyOysterThreading
import Testing

@Suite(.blocking) struct SystemThreadTests {
    private struct Facts {
        let name: String
        let blocked: [Int32]
        let identity: UInt
    }

    private func facts(of name: String) throws -> Facts {
        let facts = Condition<Facts?>(nil)
        let hasStarted = SystemThread.start(name) {
            facts.update {
                $0 = Facts(
                    name: CurrentThread.name,
                    blocked: CurrentThread.blockedSignals,
                    identity: SystemThread.current
                )
            }
        }
        try #require(hasStarted)
        return try #require(facts.wait(until: SystemClock.monotonic + .seconds(10)) { $0 })
    }

    @Test func `a thread has its name and its own identifier`() throws {
        let facts = try facts(of: "oyster-test")
        #expect(facts.name == "oyster-test")
        #expect(facts.identity != 0)
        #expect(facts.identity != SystemThread.current)
    }

    @Test func `a thread blocks all signals, and the caller's mask is unchanged`() throws {
        let before = CurrentThread.blockedSignals
        let blocked = try facts(of: "oyster-test").blocked
        #expect(before == CurrentThread.blockedSignals)
        for signal in [SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGCHLD, SIGUSR1, SIGALRM, SIGPROF] {
            #expect(blocked.contains(signal))
        }
    }

    @Test func `a thread frees its body after running it`() async throws {
        weak var weakCounter: Counter?
        do {
            let counter = Counter()
            weakCounter = counter
            try #require(SystemThread.start("oyster-test") { counter.add() })
        }
        #expect(await eventually { weakCounter == nil })
    }
}
