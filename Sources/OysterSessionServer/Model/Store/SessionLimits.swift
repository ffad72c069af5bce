// SPDX-License-Identifier: Apache-2.0

/// The limits of the session server, with the defaults of the protocol's page.
package struct SessionLimits: Equatable, Sendable {
    /// Connections of one session.
    package var connectionsPerSession = 200
    /// Connections of all sessions; beyond it a connect is 503.
    package var connections = 10_000
    /// Streams of one session.
    package var streamsPerSession = 64
    /// Requests of one connection in a second, except `none` and `leave`.
    package var signalsPerSecond = 100
    /// Requests of one connection at once.
    package var signalsAtOnce = 200
    /// For how many signals a report counts.
    package var reportCost = 50
    /// Requests in one POST.
    package var requestsPerPost = 64
    /// Bytes of a POST on the request lane.
    package var postBytes = 1 << 20
    /// Bytes of the other bodies.
    package var bodyBytes = 32 << 10
    /// Bytes of a report.
    package var reportBytes = 64 << 10
    /// Characters of a signal's type.
    package var signalTypeCharacters = 128
    /// UTF-8 bytes of a signal's data.
    package var signalDataBytes = 8192
    /// Ids in `excludedStreams`.
    package var excludedStreams = 256
    /// Events that wait for one connection.
    package var waitingEvents = 1000
    /// Bytes of the events that wait for one connection.
    package var waitingBytes = 4 << 20
    /// Bytes of the data of one event.
    package var eventBytes = 256 << 10
    /// Answers that are kept for repeated requests.
    package var storedAnswers = 128
    /// Connections that are over and remembered.
    package var endedConnections = 50_000
    /// How long a connect waits for its event stream.
    package var openTime: Duration = .seconds(10)
    /// How long a connection without a POST is alive.
    package var silentTime: Duration = .seconds(10)
    /// How long an answered long poll counts as an open event stream.
    package var pollTime: Duration = .seconds(10)
    /// How long a ticket is valid, and how long a connection that is over is remembered.
    package var ticketTime: Duration = .seconds(3600)
    /// How far in the future the expiry of a token lies at most.
    package var tokenTime: Duration = .seconds(30 * 24 * 3600)
    /// By how much clocks may differ.
    package var leeway: Duration = .seconds(30)

    package init() {}
}
