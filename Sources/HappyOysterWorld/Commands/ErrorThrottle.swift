// SPDX-License-Identifier: Apache-2.0

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
