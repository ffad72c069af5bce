// SPDX-License-Identifier: Apache-2.0

/// Lets at most one error of the same code through per second.
struct ErrorThrottle {
    static let interval: Duration = .seconds(1)

    private var lastTold: [Int: Duration] = [:]

    mutating func allows(_ code: Int, at now: Duration) -> Bool {
        if let last = lastTold[code], now - last < ErrorThrottle.interval { return false }
        lastTold[code] = now
        return true
    }
}
