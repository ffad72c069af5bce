// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

extension SessionServer {
    /// The answer of `/metrics`: off without a token, except in development.
    func metrics(_ request: HTTPRequest) throws(Refusal) -> HTTPAnswer {
        if let token = settings.metricsToken {
            let given = Array((request.bearer ?? "").utf8)
            guard Digest.isEqual(given, Array(token.exposed.utf8)) else {
                throw own(Refusal(401, .notAuthorised, "The metrics need the operator's token."))
            }
        } else if !showsMetrics {
            throw own(Refusal(404, .invalid, "The server has no such path."))
        }
        var answer = HTTPAnswer(
            status: 200,
            contentType: MetricsText.contentType,
            body: Array(metricsText.utf8)
        )
        answer.headers = [("Cache-Control", "no-store")]
        return answer
    }

    private var metricsText: String {
        var text = MetricsText()
        addSessions(&text)
        addRequests(&text)
        addServer(&text)
        return text.text
    }

    private func addSessions(_ text: inout MetricsText) {
        let gauges = store.gauges
        text.gauge("oyster_session_sessions", "Sessions with connections.", gauges.sessions)
        text.series(
            "oyster_session_connections",
            "gauge",
            "Connections.",
            label: "state",
            [
                "connected": gauges.connections - gauges.lostConnections,
                "lost": gauges.lostConnections,
            ]
        )
        var roles: [String: Int] = [:]
        for role in Role.allCases { roles[role.rawValue] = 0 }
        for connection in store.state.sessions.values.lazy.flatMap(\.connections.values) {
            roles[connection.role.rawValue, default: 0] += 1
        }
        text.series(
            "oyster_session_connections_by_role",
            "gauge",
            "Connections by role.",
            label: "role",
            roles
        )
        text.gauge("oyster_session_streams", "Streams.", gauges.streams)
        text.gauge(
            "oyster_session_event_streams",
            "Open event streams and waiting long polls.",
            gauges.openEventStreams
        )
        text.gauge("oyster_session_waiting_events", "Waiting events.", gauges.waitingEvents)
        text.gauge(
            "oyster_session_waiting_bytes",
            "Bytes of waiting events.",
            gauges.waitingBytes
        )
    }

    private func addRequests(_ text: inout MetricsText) {
        let counters = store.counters
        let numbers: [(String, String, Int)] = [
            ("sessions_created", "Sessions created.", counters.sessionsCreated),
            ("connects", "Connects.", counters.connects),
            ("resumes", "Resumes with a ticket.", counters.resumes),
            ("requests", "Executed requests of the request lane.", counters.requests),
            ("signals", "Signals among them.", counters.signals),
            ("repeats", "Requests answered from store.", counters.repeats),
            ("rate_limited", "Requests refused with 429.", counters.rateLimited),
            ("events", "Events queued for connections.", counters.events),
            ("events_delivered", "Events handed to HTTP connections.", figures.delivered),
            ("overflows", "Connections whose waiting events were dropped.", counters.overflows),
            ("lost", "Connections that became lost.", counters.lost),
            ("issues", "Reports of issues.", figures.reports),
            ("issues_not_stored", "Reports that could not be stored.", figures.lostReports),
        ]
        for (name, help, value) in numbers {
            text.counter("oyster_session_\(name)_total", help, value)
        }
        text.series(
            "oyster_session_refusals_total",
            "counter",
            "Refusals by code.",
            label: "code",
            Dictionary(
                uniqueKeysWithValues:
                    counters.refusals.merging(figures.refusals, uniquingKeysWith: +)
                    .map { (String($0), $1) }
            )
        )
        text.series(
            "oyster_session_ended_total",
            "counter",
            "Connections that are over, by reason.",
            label: "reason",
            Dictionary(uniqueKeysWithValues: counters.ended.map { ($0.rawValue, $1) })
        )
    }

    private func addServer(_ text: inout MetricsText) {
        text.gauge("oyster_session_http_connections", "HTTP connections.", http?.count ?? 0)
        text.series(
            "oyster_session_http_answers_total",
            "counter",
            "Answers by HTTP status.",
            label: "status",
            Dictionary(uniqueKeysWithValues: figures.answers.map { (String($0), $1) })
        )
        text.counter(
            "oyster_session_http_connections_refused_total",
            "HTTP connections beyond the limits.",
            figures.refusedConnections
        )
        text.counter(
            "oyster_session_http_timeouts_total",
            "HTTP connections of clients that were too slow.",
            figures.timeouts
        )
        if let journal {
            text.gauge("oyster_session_journal_bytes", "Size of the journal.", journal.size)
        }
        text.counter(
            "oyster_session_journal_failures_total",
            "Failed writes of the journal.",
            journal?.failures ?? 0
        )
        text.histogram(
            "oyster_session_delivery_seconds",
            "Time from an event until it is handed to its HTTP connection.",
            figures.delay
        )
    }
}
