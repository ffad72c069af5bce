// SPDX-License-Identifier: Apache-2.0
private import Glibc

/// The journal's file: reads the state at the start, appends records, compacts.
///
/// Records are written before an answer leaves. They are not synchronised to the disk: they survive
/// the death of the process, not the death of the machine. The file has mode 0600 and is locked
/// while it is open. It holds no token, bearer or key, but the data of connections and signals that
/// were not acknowledged. One thread at a time may use it.
package final class JournalFile {
    /// Why the journal cannot be used.
    package struct Failure: Error, Equatable, CustomStringConvertible {
        /// A sentence with the path, and the line where there is one.
        package let description: String
    }

    /// A file that is shorter is not long.
    private static let shortest = 16 << 20

    /// The state that the file held at the opening; nil when the file was new or empty.
    package let state: SessionState?

    private let path: String
    /// -1 while the journal is out of use.
    private var descriptor: Int32 = -1
    private var length = 0
    private var compactLength = 0

    /// Opens or creates a file, reads it, and compacts it, which removes a torn last record.
    ///
    /// Fails when the file cannot be read and written, is in use by another process, or holds
    /// anything but a journal.
    package init(path: String, limits: SessionLimits) throws(Failure) {
        self.path = path
        let (file, bytes) = try JournalFile.read(path)
        descriptor = file
        do {
            state = try JournalText.read(bytes, limits)?.state
        } catch {
            close(file)
            throw Failure(description: "\(path), line \(error.line): \(error.reason).")
        }
        do {
            try compact(state ?? SessionState(isComplete: false))
        } catch {
            closeFile()
            throw error
        }
    }

    deinit { closeFile() }

    /// Appends records with one write.
    ///
    /// After a failure (a full disk) the file is empty, so that a later start does not continue
    /// with an old state, and all calls fail until ``compact(_:)`` succeeds.
    package func append(_ records: [JournalRecord]) throws(Failure) {
        guard !records.isEmpty else { return }
        guard descriptor >= 0 else {
            throw Failure(description: "\(path) is out of use after an error.")
        }
        var bytes: [UInt8] = []
        for record in records {
            guard let line = JournalText.line(record) else {
                throw abandon("a record cannot be written")
            }
            bytes += line
        }
        guard JournalFile.write(bytes, to: descriptor) else { throw abandon(JournalFile.reason()) }
        length += bytes.count
    }

    /// Whether the file has grown so much that the server calls ``compact(_:)``.
    package var isLong: Bool { length > max(JournalFile.shortest, compactLength * 4) }

    /// Replaces the file by one that holds only the state.
    ///
    /// The old file stays as it is when that fails.
    package func compact(_ state: SessionState) throws(Failure) {
        let newPath = path + ".new"
        guard let bytes = JournalText.text(of: state) else {
            throw Failure(description: "\(path): the state cannot be written.")
        }
        let file = open(newPath, O_RDWR | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw JournalFile.failure(newPath) }
        // Locked under its new name before it replaces the old file: no other process can take it.
        guard fchmod(file, 0o600) == 0, flock(file, LOCK_EX | LOCK_NB) == 0,
            JournalFile.write(bytes, to: file), rename(newPath, path) == 0
        else {
            let failure = JournalFile.failure(newPath)
            close(file)
            unlink(newPath)
            throw failure
        }
        closeFile()
        descriptor = file
        length = bytes.count
        compactLength = bytes.count
    }

    private func closeFile() {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }

    /// Empties the file after an error and stops using it.
    private func abandon(_ reason: String) -> Failure {
        _ = ftruncate(descriptor, 0)
        closeFile()
        return Failure(description: "\(path): \(reason).")
    }
}

extension JournalFile {
    /// Opens a file, locks it and reads all of it.
    private static func read(_ path: String) throws(Failure) -> (file: Int32, bytes: [UInt8]) {
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw failure(path) }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            close(file)
            throw Failure(description: "\(path) is in use by another process.")
        }
        var info = stat()
        guard fstat(file, &info) == 0, info.st_mode & S_IFMT == S_IFREG else {
            close(file)
            throw Failure(description: "\(path) is no regular file.")
        }
        // Between the opening and the lock another process may have replaced the file.
        var named = stat()
        guard stat(path, &named) == 0, named.st_ino == info.st_ino else {
            close(file)
            throw Failure(description: "\(path) is in use by another process.")
        }
        var bytes = [UInt8](repeating: 0, count: max(Int(info.st_size), 0))
        var count = 0
        while count < bytes.count {
            let got = bytes.withUnsafeMutableBytes { buffer in
                Glibc.read(file, buffer.baseAddress.map { $0 + count }, buffer.count - count)
            }
            if got < 0, errno == EINTR { continue }
            guard got > 0 else { break }
            count += got
        }
        guard count == bytes.count else {
            let failure = failure(path)
            close(file)
            throw failure
        }
        return (file, bytes)
    }

    /// Writes all bytes; false with `errno` when that fails.
    private static func write(_ bytes: [UInt8], to file: Int32) -> Bool {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                Glibc.write(file, buffer.baseAddress.map { $0 + written }, buffer.count - written)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            written += count
        }
        return true
    }

    private static func reason() -> String { String(cString: strerror(errno)) }

    private static func failure(_ path: String) -> Failure {
        Failure(description: "\(path): \(reason()).")
    }
}
