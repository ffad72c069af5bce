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
}
