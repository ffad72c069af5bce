// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The descriptors of this process, as `/proc` lists them.
enum OpenDescriptors {
    /// Empty where there is no `/proc`.
    static var all: Set<Int32> {
        guard let folder = opendir("/proc/self/fd") else { return [] }
        defer { closedir(folder) }
        let own = dirfd(folder)
        var numbers: Set<Int32> = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if let number = Int32(name), number != own { numbers.insert(number) }
        }
        return numbers
    }
}
