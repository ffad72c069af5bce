// SPDX-License-Identifier: Apache-2.0

/// Counts its owner as alive, from its creation to its end.
///
/// A class that must not leak stores one, named after the class. Tests compare
/// ``LiveObjects/counts`` before and after; hosts do not see the counts.
package struct LiveObject: ~Copyable, Sendable {
    private let name: String

    package init(_ name: String) {
        self.name = name
        LiveObjects.add(1, to: name)
    }

    deinit { LiveObjects.add(-1, to: name) }
}

/// The numbers of live objects of this process, by class.
package enum LiveObjects {
    private static let table = Lock<[String: Int]>([:])

    /// Every class that ever had an object, also those that have none now.
    package static var counts: [String: Int] { table.withLock { $0 } }

    fileprivate static func add(_ number: Int, to name: String) {
        table.withLock { $0[name, default: 0] += number }
    }
}
