// SPDX-License-Identifier: Apache-2.0

/// The keys of one object, compared byte by byte.
///
/// A few are compared one by one: most objects have few members, and a server may send hundreds of
/// thousands of objects.
struct JSONKeySet {
    private static let few = 16
    private var list: [String] = []
    private var table: Set<[UInt8]> = []

    /// Adds a key; false when it is there already.
    mutating func insert(_ key: String) -> Bool {
        if table.isEmpty {
            guard !list.contains(where: { JSONText.same($0, key) }) else { return false }
            list.append(key)
            if list.count == JSONKeySet.few { table = Set(list.map { Array($0.utf8) }) }
            return true
        }
        return table.insert(Array(key.utf8)).inserted
    }
}
