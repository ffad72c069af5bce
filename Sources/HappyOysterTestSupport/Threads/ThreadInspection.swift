// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// Properties of the calling thread.
package enum CurrentThread {
    /// The name that debuggers show.
    package static var name: String {
        let file = open("/proc/thread-self/comm", O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 32)
        let count = read(file, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count - 1)), as: UTF8.self)
    }

    /// The numbers of the signals that it blocks.
    package static var blockedSignals: [Int32] {
        var mask = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &mask)
        return (1...64).filter { sigismember(&mask, $0) == 1 }
    }
}

/// The threads of this process, from `/proc`.
package enum ThreadCensus {
    package static func count(named name: String) -> Int { names().count { $0 == name } }

    package static func names() -> [String] {
        guard let folder = opendir("/proc/self/task") else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let id = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if let name = read("/proc/self/task/\(id)/comm") { names.append(name) }
        }
        return names
    }

    private static func read(_ path: String) -> String? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = Glibc.read(file, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count - 1)), as: UTF8.self)
    }
}
