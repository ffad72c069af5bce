// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Whole lines on the process's standard error.
enum StandardError {
    /// Writes a line; false when it was not written.
    ///
    /// With `atOnce`, a line for which the descriptor would block is not written.
    static func write(_ line: String, atOnce: Bool) -> Bool {
        if atOnce, !DescriptorWriter.isReady(for: line, STDERR_FILENO) { return false }
        return DescriptorWriter.write(line, to: STDERR_FILENO)
    }
}

/// Whole texts on a descriptor.
enum DescriptorWriter {
    /// Whether a text can be written without blocking.
    ///
    /// A pipe that is ready takes `PIPE_BUF` bytes, which are 4096.
    static func isReady(for text: String, _ descriptor: Int32) -> Bool {
        var descriptors = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return text.utf8.count <= 4096 && poll(&descriptors, 1, 0) == 1
            && descriptors.revents == Int16(POLLOUT)
    }

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
