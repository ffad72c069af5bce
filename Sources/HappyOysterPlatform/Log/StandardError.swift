// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Whole lines on the process's standard error.
enum StandardError {
    static func write(_ line: String) { _ = DescriptorWriter.write(line, to: STDERR_FILENO) }
}

/// Whole texts on a descriptor.
enum DescriptorWriter {
    /// False when a part of the text could not be written; `errno` says why.
    static func write(_ text: String, to descriptor: Int32) -> Bool {
        let bytes = Array(text.utf8)
        var start = 0
        while start < bytes.count {
            let written = bytes.withUnsafeBytes { buffer in
                Glibc.write(
                    descriptor,
                    buffer.baseAddress.map { $0 + start },
                    bytes.count - start
                )
            }
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { return false }
            start += written
        }
        return true
    }
}
