// SPDX-License-Identifier: Apache-2.0
internal import CLinux

/// The environment of the process.
enum Environment {
    /// The value of a variable; nil when it is not set, empty or no UTF-8, and in a process with the
    /// rights of another user.
    static func text(_ name: String) -> String? {
        guard let value = oyster_secure_getenv(name), value.pointee != 0 else { return nil }
        return String(validatingCString: value)
    }
}
