// SPDX-License-Identifier: Apache-2.0

/// The open event streams and the long polls that wait.
struct EventStreams {
    /// A long poll that waits for events.
    struct Poll {
        let exchange: HTTPExchange
        let epoch: String
        let deadline: Duration
    }

    /// An open event stream.
    struct Open {
        let body: EventStreamBody
        var nextHeartbeat: Duration
        /// When the store reported events that the body has not taken yet.
        var readySince: Duration?
    }

    var open: [EventStreamID: Open] = [:]
    var polls: [EventStreamID: Poll] = [:]
    /// Bodies that are still being sent although their event stream is over.
    var ending: [ObjectIdentifier: EventStreamBody] = [:]

    /// Whether a body is still being sent.
    var isEmpty: Bool { open.isEmpty && ending.isEmpty && polls.isEmpty }

    /// The earliest time at which a heartbeat or the answer to a poll is due.
    ///
    /// Takes time in proportion to the event streams; the server asks a few times a second.
    var deadline: Duration? {
        let heartbeats = open.values.lazy.map(\.nextHeartbeat).min()
        let polls = polls.values.lazy.map(\.deadline).min()
        return [heartbeats, polls].compactMap { $0 }.min()
    }
}
