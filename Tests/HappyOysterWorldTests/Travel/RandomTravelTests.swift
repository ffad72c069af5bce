// SPDX-License-Identifier: Apache-2.0
import Glibc
import HappyOysterCore
import Testing

@testable import HappyOysterWorld

/// Rules that hold for every sequence of inputs.
@Suite struct RandomTravelTests {
    static let travels: UInt64 = 6000
    /// `OYSTER_RANDOM_TRAVELS` multiplies the number of travels, for a longer search.
    static let factor = getenv("OYSTER_RANDOM_TRAVELS").flatMap { UInt64(String(cString: $0)) } ?? 1
    static let steps = 90

    /// The statuses that can follow each status.
    static let edges: [OysterTravelStatus: Set<OysterTravelStatus>] = [
        .idle: [.prepare, .ended],
        // Back to idle when start failed before the server made a travel.
        // Pausing when the server had accepted a pause without an answer and closed the stream.
        .prepare: [.idle, .running, .pausing, .ended, .failed],
        .running: [.prepare, .pausing, .ended, .failed],
        // Running or prepare again when the server dropped a pause that it had accepted.
        .pausing: [.paused, .running, .prepare, .ended, .failed],
        .paused: [.prepare, .ended, .failed],
        .ended: [],
        .failed: [],
    ]

    /// Seeds in blocks, so that the test runs in parallel.
    @Test(arguments: 0..<UInt64(12))
    func `random travels keep the rules of events, completions and timers`(_ block: UInt64) throws {
        let script = try TestScript.script()
        let size = RandomTravelTests.travels * RandomTravelTests.factor / 12
        for seed in (block * size)..<((block + 1) * size) {
            var travel = RandomTravel(seed: seed, script: script)
            for _ in 0..<RandomTravelTests.steps {
                try travel.step()
                check(travel, seed)
            }
            travel.finish()
            check(travel, seed)
            #expect(travel.bench.machine.status.isTerminal, "seed \(seed)")
            for operation in travel.asked {
                #expect(
                    travel.bench.completions[operation]?.count == 1,
                    "seed \(seed): operation \(operation)"
                )
            }
            checkEvents(travel.bench, seed)
        }
    }

    /// After quiet polls the travel has the status that the server reports.
    @Test(arguments: ["running", "paused"], 0..<UInt64(6))
    func `after quiet polls a random travel has the status that the server reports`(
        _ word: String,
        _ block: UInt64
    ) throws {
        let script = try TestScript.script()
        var inFlight = 0
        let size = 500 * RandomTravelTests.factor
        for seed in (block * size)..<((block + 1) * size) {
            var travel = RandomTravel(seed: seed, script: script)
            for _ in 0..<RandomTravelTests.steps { try travel.step() }
            try travel.quieten(word)
            let status = travel.bench.machine.status
            if status.isTerminal || status == .idle { continue }
            inFlight += 1
            #expect(status.rawValue == word, "seed \(seed)")
            travel.finish()
            checkEvents(travel.bench, seed)
        }
        #expect(inFlight > 20)
    }

    @Test func `a later end of a random travel completes as confirmed`() throws {
        let script = try TestScript.script()
        var confirmed = 0
        for seed in 0..<(1500 * RandomTravelTests.factor) {
            var travel = RandomTravel(seed: seed, script: script)
            for _ in 0..<RandomTravelTests.steps { try travel.step() }
            travel.finish()
            let wasEntered = travel.bench.machine.snapshot.info != nil
            let isRefused = travel.bench.isEndRefused
            let data = try #require(try travel.confirmEnd(), "seed \(seed)")
            if wasEntered, !isRefused {
                #expect(data.confirmed, "seed \(seed)")
                confirmed += 1
            }
            #expect(travel.bench.machine.status == data.status, "seed \(seed)")
        }
        #expect(confirmed > 100)
    }

    @Test func `random travels reach every status`() throws {
        let script = try TestScript.script()
        var reached: Set<OysterTravelStatus> = [.idle]
        for seed in 0..<UInt64(400) {
            var travel = RandomTravel(seed: seed, script: script)
            for _ in 0..<RandomTravelTests.steps { try travel.step() }
            travel.finish()
            reached.formUnion(travel.bench.statuses)
        }
        #expect(reached == Set(OysterTravelStatus.allCases))
    }

    /// Checks what holds after every step.
    private func check(_ travel: RandomTravel, _ seed: UInt64) {
        let bench = travel.bench
        if bench.completions.contains(where: { $0.value.count != 1 }) {
            Issue.record("seed \(seed): an operation completed twice")
        }
        guard bench.machine.status.isTerminal else { return }
        // The request to end is repeated, and a later end() has its bound.
        let left = Set(bench.timers.keys).subtracting([.endRetry])
        if !left.isSubset(of: bench.pendingEnds ? [.end] : []) {
            Issue.record("seed \(seed): a timer outlived the travel")
        }
        if bench.completions.count != travel.asked.count, !bench.pendingEnds {
            Issue.record("seed \(seed): an operation is pending after the end")
        }
    }

    /// Checks what holds for the sequence of all events.
    private func checkEvents(_ bench: Bench, _ seed: UInt64) {
        var status = OysterTravelStatus.idle
        var endingErrors = 0
        var lastWasEnding = false
        for case .reportUnexpected(let text) in bench.actions {
            Issue.record("seed \(seed): \(text)")
        }
        for case .emit(let notice) in bench.actions {
            if status.isTerminal {
                Issue.record("seed \(seed): an event after \(status)")
            }
            switch notice {
            case .statusChanged(let next):
                if RandomTravelTests.edges[status]?.contains(next) != true {
                    Issue.record("seed \(seed): \(status) became \(next)")
                }
                if next == .failed, !lastWasEnding {
                    Issue.record("seed \(seed): failed without its error right before")
                }
                status = next
                lastWasEnding = false
            case .error(let error):
                if error.endsTravel { endingErrors += 1 }
                lastWasEnding = error.endsTravel
            default: lastWasEnding = false
            }
        }
        #expect(endingErrors == (status == .failed ? 1 : 0), "seed \(seed)")
    }
}
