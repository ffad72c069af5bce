// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Whole lines on the process's standard error.
enum StandardError {
    static func write(_ line: String) {
        let bytes = Array(line.utf8)
        var start = 0
        while start < bytes.count {
            let written = bytes.withUnsafeBytes { buffer in
                Glibc.write(
                    STDERR_FILENO,
                    buffer.baseAddress.map { $0 + start },
                    bytes.count - start
                )
            }
            guard written > 0 else { return }
            start += written
        }
    }
}
