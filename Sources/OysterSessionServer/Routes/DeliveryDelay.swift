// SPDX-License-Identifier: Apache-2.0

/// A histogram of the time from an event until its bytes are handed to the HTTP connection.
struct DeliveryDelay {
    /// Upper bounds of the buckets in microseconds.
    static let bounds = [100, 250, 500, 1000, 2500, 5000, 10_000, 50_000, 250_000, 1_000_000]

    private(set) var buckets = [Int](repeating: 0, count: bounds.count)
    private(set) var count = 0
    private(set) var sum: Duration = .zero

    mutating func add(_ delay: Duration) {
        count += 1
        sum += delay
        let first = Self.bounds.firstIndex { delay <= .microseconds($0) }
        guard let first else { return }
        buckets[first] += 1
    }
}
