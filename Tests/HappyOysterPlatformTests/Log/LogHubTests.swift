// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterTestSupport
import HappyOysterThreading
import Testing

@Suite(.blocking) struct LogHubTests {
    /// A hub that is attached to a pool and writes to a recorder.
    private func makeHub(_ pool: any CallbackRunner, _ recorder: Recorder<String>) -> LogHub {
        let hub = LogHub()
        hub.attach(to: pool)
        hub.setHandler { _, _, message in recorder.add(message) }
        return hub
    }

    @Test func `the handler gets records in order with level and tag`() {
        let recorder = Recorder<String>()
        let hub = LogHub()
        hub.attach(to: makePool())
        hub.setHandler { level, tag, message in recorder.add("\(level) \(tag) \(message)") }
        hub.setMinimumLevel(.debug)
        hub.log(.debug, .core, "a")
        hub.log(.error, .network, "b")
        #expect(recorder.wait(for: 2))
        #expect(recorder.entries == ["debug core a", "error network b"])
    }

    @Test(arguments: OysterLogLevel.allCases) func `only records at or above the level are wanted`(
        minimum: OysterLogLevel
    ) {
        let hub = LogHub()
        hub.setMinimumLevel(minimum)
        for level in OysterLogLevel.allCases { #expect(hub.wants(level) == (level >= minimum)) }
    }

    @Test func `a configuration without a level sets warning, unless the host has set a level`() {
        let hub = LogHub()
        hub.configure(.debug)
        #expect(hub.wants(.debug))
        hub.configure(nil)
        #expect(hub.wants(.warning) && !hub.wants(.info))
        hub.setMinimumLevel(.info)
        for level in [nil, .error, .debug] as [OysterLogLevel?] {
            hub.configure(level)
            #expect(hub.wants(.info) && !hub.wants(.debug))
        }
    }

    @Test(arguments: ["debug", "INFO", "Warning", "error"])
    func `the environment's level overrides a configuration, and the host's level overrides both`(
        word: String
    ) throws {
        let hub = LogHub(LogEnvironment(level: word))
        let lowest = try #require(OysterLogLevel.allCases.first { "\($0)" == word.lowercased() })
        for level in [nil] + OysterLogLevel.allCases.map(Optional.init) {
            hub.configure(level)
            for level in OysterLogLevel.allCases { #expect(hub.wants(level) == (level >= lowest)) }
        }
        hub.setMinimumLevel(.warning)
        hub.configure(nil)
        #expect(hub.wants(.warning) && !hub.wants(.info))
    }

    @Test func `the level none in the environment turns the log off`() {
        let hub = LogHub(LogEnvironment(level: "none"))
        hub.configure(.debug)
        #expect(!hub.wants(.error))
        hub.setMinimumLevel(.error)
        #expect(hub.wants(.error))
    }

    @Test(arguments: ["verbose", "0", "debug,info", "dbg\n"])
    func `an unknown level in the environment is one warning that lists the accepted words`(
        word: String
    ) {
        let pool = ManualPool()
        let recorder = Recorder<String>()
        let hub = LogHub(LogEnvironment(level: word))
        hub.attach(to: pool)
        hub.setHandler { level, _, message in recorder.add("\(level) \(message)") }
        hub.configure(nil)
        pool.run()
        #expect(hub.wants(.warning) && !hub.wants(.info))
        #expect(recorder.entries.count == 1)
        let line = recorder.entries.first ?? ""
        #expect(line.hasPrefix("warning HAPPYOYSTER_LOG is \""))
        #expect(line.hasSuffix("which is not one of debug, info, warning, error, none"))
        #expect(!line.contains("\n"))
    }

    @Test func `the level is warning at first`() {
        #expect(LogHub().wants(.warning))
        #expect(!LogHub().wants(.info))
    }

    @Test func `records written before the pool exists are delivered once it does`() {
        let hub = LogHub()
        let recorder = Recorder<String>()
        hub.setHandler { _, _, message in recorder.add(message) }
        for number in 0..<3 { hub.write(.warning, .core, "\(number)") }
        #expect(recorder.count == 0)
        hub.attach(to: makePool())
        #expect(recorder.wait(for: 3))
        #expect(recorder.entries == ["0", "1", "2"])
    }

    @Test func `no record is lost when many threads write`() {
        let recorder = Recorder<String>()
        let hub = makeHub(makePool(), recorder)
        #expect(
            onThreads(4) { thread in
                for number in 0..<200 { hub.write(.warning, .core, "\(thread) \(number)") }
            }
        )
        #expect(recorder.wait(for: 800))
        for thread in 0..<4 {
            let own = recorder.entries.filter { $0.hasPrefix("\(thread) ") }
            #expect(own == (0..<200).map { "\(thread) \($0)" })
        }
    }

    @Test func `records beyond the capacity are dropped and counted`() {
        let pool = ManualPool()
        let recorder = Recorder<String>()
        let hub = makeHub(pool, recorder)
        for number in 0..<(LogHub.capacity + 7) { hub.write(.warning, .core, "\(number)") }
        pool.run()
        #expect(recorder.entries.count == LogHub.capacity + 1)
        #expect(recorder.entries.last == "7 log records were dropped")
        hub.write(.warning, .core, "again")
        pool.run()
        #expect(recorder.entries.last == "again")
    }

    @Test func `a record that the handler writes is dropped`() {
        let pool = ManualPool()
        let recorder = Recorder<String>()
        let hub = LogHub()
        hub.attach(to: pool)
        hub.setHandler { _, _, message in
            recorder.add(message)
            hub.write(.error, .core, "echo")
        }
        hub.write(.warning, .core, "1")
        hub.write(.warning, .core, "2")
        pool.run()
        #expect(recorder.entries == ["1", "2"])
    }

    @Test func `a handler that is replaced while it runs gets no further records`() {
        let (first, second) = (Recorder<String>(), Recorder<String>())
        let (inside, gate) = (Latch(), Latch())
        let hub = LogHub()
        hub.attach(to: makePool())
        hub.setHandler { _, _, message in
            first.add(message)
            inside.open()
            gate.wait()
        }
        hub.write(.warning, .core, "1")
        inside.wait()
        hub.write(.warning, .core, "2")
        hub.setHandler { _, _, message in second.add(message) }
        gate.open()
        #expect(second.wait(for: 1))
        #expect(first.entries == ["1"])
        #expect(second.entries == ["2"])
    }

    @Test func `a handler that blocks does not block writers`() {
        let (inside, gate) = (Latch(), Latch())
        let hub = LogHub()
        hub.attach(to: makePool())
        hub.setHandler { _, _, _ in
            inside.open()
            gate.wait()
        }
        hub.write(.warning, .core, "1")
        inside.wait()
        let time = elapsed { for _ in 0..<5000 { hub.write(.warning, .core, "more") } }
        #expect(time < .seconds(10))
        gate.open()
    }
}
