// SPDX-License-Identifier: Apache-2.0
internal import CLinux
import Glibc

/// Where the file stands that this code was loaded from.
enum LibraryFolder {
    /// The folder, or nil where only a relative path is known: it may mean another place by now.
    static let path: String? = {
        var info = oyster_dl_info()
        guard oyster_dladdr(#dsohandle, &info) != 0, let file = info.file,
            file.pointee == UInt8(ascii: "/"), let resolved = realpath(file, nil)
        else { return nil }
        defer { free(resolved) }
        // Links are followed: what lies beside the library lies beside the file itself.
        guard let path = String(validatingCString: resolved), let end = path.lastIndex(of: "/")
        else { return nil }
        return String(path[..<end])
    }()
}
