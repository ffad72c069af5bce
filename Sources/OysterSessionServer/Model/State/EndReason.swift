// SPDX-License-Identifier: Apache-2.0

/// Why a connection or a stream is over.
package enum EndReason: String, CaseIterable, Sendable {
    /// The client left.
    case client
    /// A moderator disconnected it.
    case forced
    /// It was lost for longer than the grace time.
    case lost
    /// The operator stopped the server.
    case server
    /// Of streams only: its publisher withdrew it.
    case unpublished
}
