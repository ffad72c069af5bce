// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The working directory of the process.
enum WorkingFolder {
    /// An absolute path; nil when it was deleted, or is outside of the process's root.
    static var path: String? {
        guard let bytes = getcwd(nil, 0) else { return nil }
        defer { free(bytes) }
        guard let path = String(validatingCString: bytes), path.hasPrefix("/") else { return nil }
        return path
    }
}
