// SPDX-License-Identifier: Apache-2.0

/// One change of the state, as a line of the journal.
package enum JournalRecord: Equatable, Sendable {
    /// All connections have had the time to return after a restart without a journal.
    case completed
}
