// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import Testing

@testable import HappyOysterWorld

/// Failed polls are reported once, then in summaries; Retry-After delays the next poll and the next
/// request.
@Suite struct TravelOutageTests {
    /// Lets polls fail, two seconds apart.
    private func fail(_ bench: inout Bench, for seconds: Int, _ code: Int = 106_001) {
        for _ in 0..<(seconds / 2) {
            bench.pass(.seconds(2))
            bench.pollFailed(code)
        }
    }

    private func updates(_ bench: Bench) -> Int {
        bench.actions.count { if case .emit(.updated) = $0 { true } else { false } }
    }

    @Test(arguments: [Situation.running, .pausing, .paused, .reconnecting, .connecting])
    func `failed polls are reported at once, then at most every 30 s`(
        _ situation: Situation
    ) throws {
        var bench = try situation.bench(.directing)
        let status = bench.machine.status
        fail(&bench, for: 28)
        #expect(bench.errors.map(\.code) == [106_001])
        guard situation != .connecting, situation != .reconnecting else { return }
        fail(&bench, for: 92)
        #expect(bench.errors.map(\.code) == Array(repeating: 106_001, count: 4))
        #expect(bench.errors.allSatisfy { !$0.endsTravel })
        #expect(bench.machine.status == status)
        #expect(bench.statuses.isEmpty)
    }

    @Test func `a summary has the number of failed polls and how long they have failed`() throws {
        var bench = try Situation.running.bench(.adventure)
        fail(&bench, for: 32)
        #expect(bench.errors.count == 2)
        let message = try #require(bench.errors.last?.message)
        #expect(message.contains("16 polls"))
        #expect(message.contains("30 s"))
    }

    @Test func `a failed poll with another code is reported at once, up to 4 codes`() throws {
        var bench = try Situation.running.bench(.adventure)
        fail(&bench, for: 4)
        fail(&bench, for: 4, 101_002)
        #expect(bench.errors.map(\.code) == [106_001, 101_002])
        for code in 400_000..<400_100 { bench.pollFailed(code) }
        #expect(bench.errors.count == 4)
    }

    @Test func `a poll that succeeds after failures is an event and a log line`() throws {
        var bench = try Situation.running.bench(.adventure)
        fail(&bench, for: 10)
        #expect(updates(bench) == 0)
        try bench.polled("running")
        #expect(updates(bench) == 1)
        #expect(
            bench.actions.contains { action in
                guard case .log(.info, let text) = action else { return false }
                return text.contains("5 failed polls")
            }
        )
        try bench.polled("running")
        #expect(updates(bench) == 1)
        fail(&bench, for: 2)
        #expect(bench.errors.count == 2)
    }

    // MARK: Retry-After

    private func held(_ bench: inout Bench, _ seconds: Int) {
        let raw = ErrorDiagnostics(retryAfter: .seconds(seconds))
        bench.send(.polled(asked: bench.now, .failure(OysterSDKError(106_003, diagnostics: raw))))
    }

    @Test(arguments: [(0, 2), (1, 2), (5, 5), (60, 60), (3600, 60)])
    func `the next poll waits for Retry-After, up to 60 s`(
        _ asked: Int,
        _ seconds: Int
    ) throws {
        var bench = try Situation.running.bench(.adventure)
        held(&bench, asked)
        bench.pass(.seconds(seconds) - .milliseconds(1))
        #expect(bench.polls == 0)
        bench.pass(.milliseconds(1))
        #expect(bench.polls == 1)
    }

    @Test func `409000 starts no poll before Retry-After has passed`() throws {
        var bench = try Situation.running.bench(.directing)
        held(&bench, 5)
        bench.send(.pause(1))
        bench.send(.pauseAnswered(OysterSDKError(409_000)))
        bench.pass(.milliseconds(4999))
        #expect(bench.polls == 0)
        bench.pass(.milliseconds(1))
        #expect(bench.polls == 1)
    }

    @Test func `the retry of a resume waits for Retry-After`() throws {
        var bench = try Situation.paused.bench(.directing)
        bench.send(.resume(1))
        let raw = ErrorDiagnostics(retryAfter: .seconds(20))
        bench.send(.resumeAnswered(OysterSDKError(500_000, diagnostics: raw)))
        bench.pass(.seconds(19))
        #expect(bench.count(.resume) == 1)
        bench.pass(.seconds(1))
        #expect(bench.count(.resume) == 2)
    }
}
