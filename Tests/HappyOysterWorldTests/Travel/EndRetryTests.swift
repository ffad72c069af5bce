// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import Testing

@testable import HappyOysterWorld

/// When the request to end is repeated.
@Suite struct EndRetryTests {
    @Test func `the delays between requests to end are 1, 2, 3, then 5 s, until 60 s have passed`()
    {
        var retry = EndRetry(since: .seconds(100))
        var now: Duration = .seconds(100)
        var delays: [Duration] = []
        while case .again(let delay) = retry.failed(OysterSDKError(106_001), at: now) {
            delays.append(delay)
            now += delay
        }
        #expect(
            delays.prefix(5) == [.seconds(1), .seconds(2), .seconds(3), .seconds(5), .seconds(5)]
        )
        #expect(now <= .seconds(160))
        #expect(now > .seconds(154))
    }

    @Test(arguments: [400_000, 401_010, 403_003, 404_000, 409_000])
    func `a refusal by the service stops the requests to end`(_ code: Int) {
        var retry = EndRetry(since: .zero)
        #expect(retry.failed(OysterSDKError(code), at: .zero) == .refused)
    }

    @Test(arguments: [
        101_001, 101_002, 105_005, 106_001, 106_002, 106_003, 429_001, 429_002, 500_000, 503_000,
    ])
    func `any other failure repeats the request to end`(_ code: Int) {
        var retry = EndRetry(since: .zero)
        #expect(retry.failed(OysterSDKError(code), at: .zero) == .again(after: .seconds(1)))
    }

    @Test(arguments: [105_005, 106_001, 106_002, 106_003])
    func `409000 after a lost answer counts as a confirmation`(_ code: Int) {
        var retry = EndRetry(since: .zero)
        _ = retry.failed(OysterSDKError(code), at: .zero)
        #expect(retry.failed(OysterSDKError(409_000), at: .seconds(1)) == .confirmed)
    }

    @Test(arguments: [(0, 1), (4, 4), (60, 60), (86_400, 60), (-5, 1)])
    func `Retry-After lengthens the delay of the next request to end, up to 60 s`(
        _ asked: Int,
        _ seconds: Int
    ) {
        var retry = EndRetry(since: .zero)
        let raw = ErrorDiagnostics(retryAfter: .seconds(asked))
        let verdict = retry.failed(OysterSDKError(429_001, diagnostics: raw), at: .zero)
        #expect(verdict == .again(after: .seconds(seconds)))
    }
}
