// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Why the dynamic loader refused, for a log: names of files, not where they are.
enum DynamicLoaderError {
    /// The reason of the calling thread's newest failure.
    static var last: String { dlerror().map { withoutFolders(String(cString: $0)) } ?? "no reason" }

    static func withoutFolders(_ text: String) -> String {
        text.split(separator: " ", omittingEmptySubsequences: false)
            .map { $0.split(separator: "/").last ?? $0 }
            .joined(separator: " ")
    }
}
