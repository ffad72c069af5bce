// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterTestSupport
import HappyOysterThreading
import Testing

@Suite(.blocking) struct BellTests {
    private let loop: CurlLoop

    init() throws { loop = try #require(CurlLoop()) }

    @Test func `a ring runs the job on the loop`() throws {
        let bell = try #require(loop.makeBell())
        let journal = Journal<Bool>()
        bell.setJob { [loop] in journal.add(loop.isCurrent) }
        bell.ring()
        #expect(journal.wait(for: 1))
        #expect(journal.entries == [true])
    }

    @Test func `a deaf bell does nothing`() throws {
        let bell = try #require(loop.makeBell())
        let rings = Counter()
        bell.setJob { rings.add() }
        bell.setJob(nil)
        bell.ring()
        let done = Latch()
        _ = loop.schedule(after: .milliseconds(5)) { done.open() }
        #expect(done.wait())
        #expect(rings.value == 0)
    }

    /// The loop is in the middle of a round when job and ring arrive.
    @Test func `a job that was set before a ring hears it`() throws {
        let bell = try #require(loop.makeBell())
        let (inside, gate) = (Latch(), Latch())
        loop.run {
            inside.open()
            gate.wait()
        }
        inside.wait()
        let heard = Latch()
        bell.setJob { heard.open() }
        bell.ring()
        gate.open()
        #expect(heard.wait())
    }

    @Test func `no ring is lost when many threads ring at once`() throws {
        let bells = try (0..<8).map { _ in try #require(loop.makeBell()) }
        let lost = Counter()
        let isGood = onThreads(8) { thread in
            let said = Counter()
            let heard = Condition(0)
            bells[thread].setJob {
                let newest = said.value
                heard.update { $0 = newest }
            }
            for round in 1...500 {
                said.add()
                bells[thread].ring()
                let isHeard: Bool? = heard.wait(until: SystemClock.monotonic + .seconds(10)) {
                    $0 >= round ? true : nil
                }
                if isHeard == nil {
                    lost.add()
                    return
                }
            }
        }
        #expect(isGood)
        #expect(lost.value == 0)
    }

    @Test func `rings of one bell by many threads are heard at least once after the last`() throws {
        let bell = try #require(loop.makeBell())
        let sent = Counter()
        let seen = Condition(0)
        bell.setJob {
            let now = sent.value
            seen.update { $0 = now }
        }
        let isGood = onThreads(6) { _ in
            for _ in 0..<2000 {
                sent.add()
                bell.ring()
            }
        }
        #expect(isGood)
        #expect(
            seen.wait(until: SystemClock.monotonic + .seconds(10)) { $0 == 12_000 ? true : nil }
                == true
        )
    }

    @Test func `there are as many bells as promised`() throws {
        var count = 0
        while loop.makeBell() != nil { count += 1 }
        #expect(count == 4096)
        #expect(loop.makeBell() == nil)
    }
}
