// SPDX-License-Identifier: Apache-2.0

/// What the application of a record led to, besides the state.
struct StateChanges {
    /// A connection that is over.
    struct Ended {
        let key: ConnectionKey
        let reason: EndReason
        let epoch: String
        /// Its events up to `disconnected`.
        let backlog: Backlog
    }

    let limits: SessionLimits
    /// Connections that have new events, possibly several times.
    var delivered: [ConnectionKey] = []
    /// Connections whose events were dropped.
    var overflowed: [ConnectionKey] = []
    var ended: [Ended] = []
    /// The answer to an executed request.
    var answer: StoredAnswer?

    init(_ limits: SessionLimits) { self.limits = limits }
}
