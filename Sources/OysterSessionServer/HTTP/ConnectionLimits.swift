// SPDX-License-Identifier: Apache-2.0

/// Counts HTTP connections and refuses those beyond the limits.
struct ConnectionLimits {
    /// Most HTTP connections; 0 for any number.
    let total: Int
    /// Most HTTP connections of one address; 0 for any number.
    let perAddress: Int
    private(set) var count = 0
    private var counts: [PeerAddress: Int] = [:]

    /// Descriptors that the server needs besides those of HTTP connections: files, and sockets that linger.
    private static let otherDescriptors = 192

    /// The limit, or what the process may open if that is less.
    static func total(_ wanted: Int, openFiles: Int) -> Int {
        let possible = max(openFiles - otherDescriptors, 1)
        return wanted == 0 ? possible : min(wanted, possible)
    }

    init(total: Int, perAddress: Int) {
        self.total = total
        self.perAddress = perAddress
    }

    /// Counts a new HTTP connection; false when it is one too many.
    mutating func add(_ address: PeerAddress) -> Bool {
        guard total == 0 || count < total else { return false }
        let used = counts[address, default: 0]
        guard perAddress == 0 || used < perAddress else { return false }
        counts[address] = used + 1
        count += 1
        return true
    }

    /// Forgets an HTTP connection that `add` counted.
    mutating func remove(_ address: PeerAddress) {
        guard let used = counts[address] else { return }
        counts[address] = used > 1 ? used - 1 : nil
        count -= 1
    }
}
