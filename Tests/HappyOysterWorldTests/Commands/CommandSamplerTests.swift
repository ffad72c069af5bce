// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import HappyOysterWorld

/// The first command at once, then at most one per 42 ms.
@Suite struct CommandSamplerTests {
    private let start: Duration = .seconds(5)

    @Test func `the first command is sent at once`() {
        let sampler = CommandSampler()
        #expect(sampler.decide(isWaiting: true, isFlush: false, at: start) == .send)
    }

    @Test func `without a waiting command the sampler rests`() {
        let sampler = CommandSampler()
        #expect(sampler.decide(isWaiting: false, isFlush: false, at: start) == .rest)
        #expect(sampler.decide(isWaiting: false, isFlush: true, at: start) == .rest)
    }

    @Test(arguments: [0, 1, 20, 41])
    func `a command within 42 ms of the last waits for its end`(_ ms: Int) {
        var sampler = CommandSampler()
        sampler.sent(at: start)
        let now = start + .milliseconds(ms)
        #expect(
            sampler.decide(isWaiting: true, isFlush: false, at: now)
                == .wait(.milliseconds(42 - ms))
        )
    }

    @Test(arguments: [42, 43, 5000])
    func `a command 42 ms after the last is sent at once`(_ ms: Int) {
        var sampler = CommandSampler()
        sampler.sent(at: start)
        let now = start + .milliseconds(ms)
        #expect(sampler.decide(isWaiting: true, isFlush: false, at: now) == .send)
    }

    @Test func `a flush sends the waiting command at once`() {
        var sampler = CommandSampler()
        sampler.sent(at: start)
        #expect(sampler.decide(isWaiting: true, isFlush: true, at: start) == .send)
    }

    @Test func `the sampler looks once more when the interval ends, then rests`() {
        var sampler = CommandSampler()
        sampler.sent(at: start)
        let decision = sampler.decide(isWaiting: false, isFlush: false, at: start)
        #expect(decision == .wait(.milliseconds(42)))
        let later = start + .milliseconds(42)
        #expect(sampler.decide(isWaiting: false, isFlush: false, at: later) == .rest)
    }
}

/// At most one error of the same code per second.
@Suite struct ErrorThrottleTests {
    @Test func `an error code is allowed once per second, independent of other codes`() {
        var throttle = ErrorThrottle()
        #expect(throttle.allows(103_002, at: .zero) == true)
        #expect(throttle.allows(103_002, at: .milliseconds(999)) == false)
        #expect(throttle.allows(103_003, at: .milliseconds(999)) == true)
        #expect(throttle.allows(103_002, at: .seconds(1)) == true)
        #expect(throttle.allows(103_002, at: .milliseconds(1999)) == false)
    }
}
