// SPDX-License-Identifier: Apache-2.0
import Glibc
import HappyOysterCore
import HappyOysterSession

/// The texts that C functions return: one copy of each, valid as long as the process.
///
/// All copies are made at the first use and never change, so reading takes no lock. A forked child
/// can therefore read them even if a thread of its parent held a lock at the time of the fork.
enum StaticText {
    private static let copies = Dictionary(
        uniqueKeysWithValues: Set(all).map { ($0, UInt(bitPattern: strdup($0))) }
    )

    /// The copy of a text; NULL only when memory ran out.
    static func of(_ text: String) -> UnsafePointer<CChar>? {
        UnsafePointer(bitPattern: copies[text] ?? copies[""] ?? 0)
    }

    /// Every text that a function of the C interface returns.
    private static var all: [String] {
        // All codes without an entry share the text of their range; one number stands for each
        // range.
        let codes = Array(ErrorCatalog.entries.keys) + [-1, 109_999, 499_999]
        let errors = codes.flatMap { code in
            [ErrorCatalog.name(code), ErrorCatalog.advice(code), OysterErrorKind(code: code).name]
        }
        let statuses =
            OysterTravelStatus.allCases.map(\.rawValue)
            + OysterConnectionStatus.allCases.map(\.rawValue)
        return ["", "none", "unknown", LibraryVersion.text] + errors + statuses
    }
}
