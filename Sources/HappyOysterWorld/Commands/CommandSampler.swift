// SPDX-License-Identifier: Apache-2.0

/// Decides when a waiting command is sent: the first at once, then at most one per 42 ms.
///
/// Source: integration guides of the vendor's SDKs, `wire.md` 4.5.
struct CommandSampler {
    static let interval: Duration = .milliseconds(42)

    enum Decision: Equatable {
        case send
        /// Look again after this time.
        case wait(Duration)
        /// No command waits, and the interval since the last one has passed.
        case rest
    }

    private var lastSent: Duration?

    func decide(isWaiting: Bool, isFlush: Bool, at now: Duration) -> Decision {
        let due = lastSent.map { $0 + CommandSampler.interval } ?? now
        if isWaiting, isFlush || due <= now { return .send }
        return due > now ? .wait(due - now) : .rest
    }

    mutating func sent(at now: Duration) { lastSent = now }
}

/// Allows at most one error of the same code per second.
struct ErrorThrottle {
    static let interval: Duration = .seconds(1)

    private var lastReported: [Int: Duration] = [:]

    mutating func allows(_ code: Int, at now: Duration) -> Bool {
        if let last = lastReported[code], now - last < ErrorThrottle.interval { return false }
        lastReported[code] = now
        return true
    }
}
