// SPDX-License-Identifier: Apache-2.0

/// Comparison of JSON's texts byte by byte.
///
/// Swift compares strings by canonical equivalence, which costs a server's long runs of combining
/// marks seconds.
enum JSONText {
    static func same(_ left: String, _ right: String) -> Bool {
        left.utf8.count == right.utf8.count && left.utf8.elementsEqual(right.utf8)
    }
}
