// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The file descriptors of this process.
enum ProcessDescriptors {
    /// The open descriptors, as `/proc` lists them; empty where there is no `/proc`.
    static var open: Set<Int32> {
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

    /// Opens `/dev/null` for each of the descriptors 0 to 2 that the host has closed.
    ///
    /// Otherwise one of the library's sockets could get the number of standard error, and text
    /// written to standard error, the library's log included, would go to the server.
    static func fillStandard() {
        for number: Int32 in 0...2 where fcntl(number, F_GETFD) == -1 {
            // `open` takes the lowest free number, which is this one.
            _ = Glibc.open("/dev/null", O_RDWR)
        }
    }
}
