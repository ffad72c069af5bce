// SPDX-License-Identifier: Apache-2.0
import Glibc
import HappyOysterCore

/// Texts that live as long as the process, one copy of each.
///
/// All are copied at the first use and never change, so that reading takes no lock: a forked child
/// may read, whatever its parent's threads were doing.
enum StaticText {
    private static let copies = Dictionary(
        uniqueKeysWithValues: Set(all).map { ($0, UInt(bitPattern: strdup($0))) }
    )

    /// The copy of a text; NULL only when memory ran out.
    static func of(_ text: String) -> UnsafePointer<CChar>? {
        UnsafePointer(bitPattern: copies[text] ?? copies[""] ?? 0)
    }

    /// Every text that the C interface tells.
    private static var all: [String] {
        // A number of each range that has no entry stands for all such numbers.
        let codes = Array(ErrorCatalog.entries.keys) + [-1, 109_999, 499_999]
        let errors = codes.flatMap { code in
            [ErrorCatalog.name(code), ErrorCatalog.advice(code), OysterErrorKind(code: code).name]
        }
        let statuses = OysterTravelStatus.allCases.map(\.rawValue)
        return ["", "none", "unknown", LibraryVersion.text] + errors + statuses
    }
}
