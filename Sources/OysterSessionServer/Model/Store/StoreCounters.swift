// SPDX-License-Identifier: Apache-2.0

/// Counts since the start of the process, for the metrics.
package struct StoreCounters: Equatable, Sendable {
    package var sessionsCreated = 0
    package var connects = 0
    package var resumes = 0
    /// Refused calls by error code, those of the request lane included.
    package var refusals: [Int: Int] = [:]
    package var ended: [EndReason: Int] = [:]
    /// Executed requests, refused ones included.
    package var requests = 0
    package var signals = 0
    /// Requests that were answered from store.
    package var repeats = 0
    package var rateLimited = 0
    /// Events that were queued for a connection.
    package var events = 0
    /// Connections whose backlog was dropped.
    package var overflows = 0
    /// Connections that became lost.
    package var lost = 0
}

/// Sizes at present, for the metrics.
package struct StoreGauges: Equatable, Sendable {
    package var sessions = 0
    package var connections = 0
    package var lostConnections = 0
    package var streams = 0
    package var waitingEvents = 0
    package var waitingBytes = 0
    package var openEventStreams = 0
}
