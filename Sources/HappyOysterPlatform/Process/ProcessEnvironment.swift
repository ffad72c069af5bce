// SPDX-License-Identifier: Apache-2.0
internal import CLinux
import Glibc

/// What the library reads of its process: variables and directories.
enum ProcessEnvironment {
    /// The value of an environment variable.
    ///
    /// Nil when the variable is not set, empty or not UTF-8, and in a set-user-ID process.
    static func variable(_ name: String) -> String? {
        guard let value = oyster_secure_getenv(name), value.pointee != 0 else { return nil }
        return String(validatingCString: value)
    }

    /// The absolute path of the working directory; nil when it was deleted, or lies outside of the
    /// process's root.
    static var workingFolder: String? {
        guard let bytes = getcwd(nil, 0) else { return nil }
        defer { free(bytes) }
        guard let path = String(validatingCString: bytes), path.hasPrefix("/") else { return nil }
        return path
    }

    /// The directory of the file that this code was loaded from.
    ///
    /// Nil when the loader knows a relative path only: the working directory may have changed.
    static let libraryFolder: String? = {
        var info = oyster_dl_info()
        guard oyster_dladdr(#dsohandle, &info) != 0, let file = info.file,
            file.pointee == UInt8(ascii: "/"), let resolved = realpath(file, nil)
        else { return nil }
        defer { free(resolved) }
        // Links are followed: what is installed beside the library is beside the file itself.
        guard let path = String(validatingCString: resolved), let end = path.lastIndex(of: "/")
        else { return nil }
        return String(path[..<end])
    }()
}
