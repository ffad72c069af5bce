// SPDX-License-Identifier: Apache-2.0

/// What the server counts besides the model's counters, for the metrics.
struct ServerFigures {
    /// Answers by HTTP status.
    var answers: [Int: Int] = [:]
    /// Requests that were refused before they reached the model, by error code.
    var refusals: [Int: Int] = [:]
    /// HTTP connections that were refused since there were too many.
    var refusedConnections = 0
    /// HTTP connections that were closed since a client was too slow.
    var timeouts = 0
    /// Events that were handed to an HTTP connection.
    var delivered = 0
    var delay = DeliveryDelay()
    var reports = 0
    var lostReports = 0
}
