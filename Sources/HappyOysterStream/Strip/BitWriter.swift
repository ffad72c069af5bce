// SPDX-License-Identifier: Apache-2.0

/// Collects numbers as bits, highest first.
struct BitWriter {
    private(set) var bits: [Bool] = []

    mutating func append(_ value: UInt64, bits count: Int) {
        for shift in (0..<count).reversed() { bits.append(value >> UInt64(shift) & 1 == 1) }
    }
}

/// Takes numbers from bits, highest first.
struct BitReader {
    private var rest: ArraySlice<Bool>

    init(bits: [Bool]) { rest = bits[...] }

    mutating func read(_ count: Int) -> UInt64 {
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count).reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
    }
}
