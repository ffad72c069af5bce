// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

extension SessionState {
    /// The state as lines of a journal.
    ///
    /// An event that waits for several connections is written once.
    var journalLines: [JSONValue] {
        var payloads = PayloadTable()
        var waiting: [JSONValue] = []
        var parts: [JSONValue] = []
        for (id, session) in sessions {
            parts.append(
                [
                    "state": "session", "id": .string(id),
                    "isMuteForced": .bool(session.isMuteForced),
                ]
            )
            for connection in session.connections.values {
                parts.append(
                    [
                        "state": "connection", "session": .string(id),
                        "connection": connection.journalJSON,
                    ]
                )
                let events = connection.backlog.events(after: connection.backlog.acknowledged)
                guard !events.isEmpty else { continue }
                let indices = events.map { JSONValue(payloads.index(of: $0.payload)) }
                waiting.append(
                    [
                        "state": "waiting", "session": .string(id),
                        "connection": .string(connection.id), "events": .array(indices),
                    ]
                )
            }
            for stream in session.streams {
                parts.append(
                    ["state": "stream", "session": .string(id), "stream": stream.journalJSON]
                )
            }
        }
        let first: JSONValue = ["state": "begin", "version": 1, "isComplete": .bool(isComplete)]
        return [first] + parts + payloads.lines + waiting + endedLines + [["state": "end"]]
    }

    private var endedLines: [JSONValue] {
        ended.inOrder.map { key, entry in
            [
                "state": "ended", "session": .string(key.session),
                "connection": .string(key.connection), "reason": .string(entry.reason.rawValue),
                "atMs": .integer(entry.atMs),
            ]
        }
    }
}

/// The events of a state, each once.
private struct PayloadTable {
    private var indices: [EventPayload: Int] = [:]
    private(set) var lines: [JSONValue] = []

    mutating func index(of payload: EventPayload) -> Int {
        if let index = indices[payload] { return index }
        let index = lines.count
        indices[payload] = index
        lines.append(
            [
                "state": "event", "type": .string(payload.type.rawValue),
                "data": .string(String(decoding: payload.data, as: UTF8.self)),
            ]
        )
        return index
    }
}

/// Reads the lines of a journal in order.
struct JournalReader {
    private enum Phase {
        case empty
        case state
        case records
    }

    private let limits: SessionLimits
    private var phase = Phase.empty
    private var current = SessionState(isComplete: false)
    private var payloads: [EventPayload] = []

    init(_ limits: SessionLimits) { self.limits = limits }

    /// The state after the lines so far; nil before the first state is complete.
    var state: SessionState? {
        switch phase {
        case .empty, .state: nil
        case .records: current
        }
    }

    /// Takes the next line.
    mutating func take(_ json: JSONValue) throws(JournalFlaw) {
        switch phase {
        case .empty: try begin(try JournalFields(json))
        case .state: try takePart(try JournalFields(json))
        case .records:
            let record = try JournalRecord(json: json)
            guard current.apply(record, limits) != nil else {
                throw JournalFlaw("the record does not fit the state")
            }
        }
    }

    private mutating func begin(_ fields: JournalFields) throws(JournalFlaw) {
        guard try fields.text("state") == "begin", try fields.count("version") == 1 else {
            throw JournalFlaw("the file is no journal of this version")
        }
        current = SessionState(isComplete: try fields.flag("isComplete"))
        phase = .state
    }

    private mutating func takePart(_ fields: JournalFields) throws(JournalFlaw) {
        switch try fields.text("state") {
        case "session":
            var session = StoredSession()
            session.isMuteForced = try fields.flag("isMuteForced")
            current.sessions[try fields.text("id")] = session
        case "connection":
            let connection = try StoredConnection(journal: fields.object("connection"))
            let session = try session(fields)
            current.sessions[session]?.connections[connection.id] = connection
        case "stream":
            let stream = try StoredStream(journal: fields.object("stream"))
            let session = try session(fields)
            current.sessions[session]?.streams.append(stream)
        case "event":
            let data = Array(try fields.text("data").utf8)
            payloads.append(EventPayload(type: try fields.word("type"), data: data))
        case "waiting": try takeWaiting(fields)
        case "ended":
            let atMs = try fields.number("atMs")
            _ = current.ended.add(
                try fields.key(),
                try fields.word("reason"),
                atMs: atMs,
                limit: limits.endedConnections
            )
        case "end": phase = .records
        default: throw JournalFlaw("state")
        }
    }

    private mutating func takeWaiting(_ fields: JournalFields) throws(JournalFlaw) {
        let key = try fields.key()
        guard current[key] != nil else { throw JournalFlaw("connection") }
        for value in try fields.array("events") {
            guard let index = value.integerValue, payloads.indices.contains(Int(index)) else {
                throw JournalFlaw("events")
            }
            current.sessions[key.session]?.connections[key.connection]?.backlog
                .add(payloads[Int(index)])
        }
    }

    /// The session of a part, which stands before it.
    private func session(_ fields: JournalFields) throws(JournalFlaw) -> String {
        let session = try fields.text("session")
        guard current.sessions[session] != nil else { throw JournalFlaw("session") }
        return session
    }
}
