// SPDX-License-Identifier: Apache-2.0

/// The journal's file: appends records, compacts, and reads the state at the start.
///
/// Records are written before an answer leaves. They are not synchronised to the disk: they survive
/// the death of the process, not the death of the machine. The file has mode 0600 and is locked
/// while it is open. It holds no token, bearer or key, but signals that were not yet acknowledged.
package final class JournalFile {
    /// Why the journal cannot be used.
    package struct Failure: Error, Equatable {
        /// A sentence with path and line number.
        package let message: String
    }

    /// The state that the file held at the opening; nil when the file was new or empty.
    package let state: SessionState?

    /// Opens or creates a file, reads it, removes a torn last record, and compacts it.
    package init(path: String, limits: SessionLimits) throws(Failure) {
        state = nil
    }

    /// Appends records with one write.
    ///
    /// After a failure (a full disk) the file is empty, so that a later start does not continue
    /// with an old state, and stays closed until ``compact(_:)`` succeeds.
    package func append(_ records: [JournalRecord]) throws(Failure) {}

    /// Whether the file has grown so much that the server calls ``compact(_:)``.
    package var isLong: Bool { false }

    /// Replaces the file by one that holds only the state.
    package func compact(_ state: SessionState) throws(Failure) {}
}
