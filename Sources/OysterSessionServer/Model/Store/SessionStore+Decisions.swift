// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// What the store decided about a request.
struct RequestDecision {
    let request: ExecutedRequest
    var report: IssueReport?

    init(_ request: ExecutedRequest, report: IssueReport? = nil) {
        self.request = request
        self.report = report
    }

    static func refused(_ code: SessionErrorCode, _ message: String) -> RequestDecision {
        RequestDecision(.refused(code, message: message))
    }
}

extension SessionStore {
    /// Decides whether a request is executed; the role is looked at before the members.
    func decide(
        _ request: ClientRequest,
        _ key: ConnectionKey,
        at time: StoreTime
    ) -> RequestDecision {
        guard let role = state[key]?.role, request.op.utf8.count <= Identifier.longest else {
            return .refused(.invalid, "The server does not know this op.")
        }
        switch request.op {
        case "signal":
            guard role.canSignal else {
                return .refused(.cannotSignal, "The role does not include signals.")
            }
            return signal(request, key)
        case "forceMuteAll", "disableForceMute", "forceMuteStream":
            guard role.canForceMute else {
                return .refused(.cannotForceMute, "The role does not include force mute.")
            }
            return mute(request, key)
        case "forceDisconnect":
            guard role.canForceDisconnect else {
                return .refused(
                    .cannotForceDisconnect,
                    "The role does not include force disconnect."
                )
            }
            return forceDisconnect(request, key, at: time)
        case "reportIssue": return report(request, key, at: time)
        case "leave": return RequestDecision(.leave(atMs: time.wallMs))
        case "none": return RequestDecision(.none)
        default: return .refused(.invalid, "The server does not know this op.")
        }
    }

    private func signal(_ request: ClientRequest, _ key: ConnectionKey) -> RequestDecision {
        let limits = configuration.limits
        let type = request.value("type")
        if let type {
            guard let text = type.stringValue,
                (1...limits.signalTypeCharacters).contains(text.utf8.count),
                text.utf8.allSatisfy(Identifier.isNameCharacter)
            else {
                return .refused(
                    .signalType,
                    "type has 1 to \(limits.signalTypeCharacters) characters of A-Z a-z 0-9 - _ ~."
                )
            }
        }
        let data = request.value("data")
        if let data {
            guard let text = data.stringValue else {
                return .refused(.invalid, "data is no text, or has a NUL or a lone surrogate.")
            }
            guard text.utf8.count <= limits.signalDataBytes else {
                return .refused(
                    .signalDataTooLong,
                    "data has more than \(limits.signalDataBytes) bytes of UTF-8."
                )
            }
        }
        let target = request.value("to")
        if let target {
            guard let id = target.stringValue, isVisible(id, in: key.session) else {
                return .refused(.invalid, "to names no connection of the session.")
            }
        }
        return RequestDecision(
            .signal(to: target?.stringValue, type: type?.stringValue, data: data?.stringValue)
        )
    }

    private func mute(_ request: ClientRequest, _ key: ConnectionKey) -> RequestDecision {
        let session = state.sessions[key.session]
        switch request.op {
        case "forceMuteAll":
            let limit = configuration.limits.excludedStreams
            let excluded = request.value("excludedStreams") ?? []
            guard let ids = excluded.arrayValue, ids.count <= limit,
                ids.allSatisfy({ $0.stringValue != nil })
            else {
                return .refused(
                    .invalid,
                    "excludedStreams is an array of at most \(limit) ids of streams."
                )
            }
            let known = ids.compactMap(\.stringValue).filter { id in
                Identifier.isValid(id) && session?.index(of: id) != nil
            }
            return RequestDecision(.forceMuteAll(excluding: known))
        case "forceMuteStream":
            guard let id = request.value("stream")?.stringValue, Identifier.isValid(id),
                session?.index(of: id) != nil
            else {
                return .refused(.streamUnknown, "stream names no stream of the session.")
            }
            return RequestDecision(.forceMuteStream(id))
        default: return RequestDecision(.disableForceMute)
        }
    }

    private func forceDisconnect(
        _ request: ClientRequest,
        _ key: ConnectionKey,
        at time: StoreTime
    ) -> RequestDecision {
        guard let id = request.value("connection")?.stringValue, isVisible(id, in: key.session)
        else { return .refused(.invalid, "connection names no connection of the session.") }
        return RequestDecision(.forceDisconnect(id, atMs: time.wallMs))
    }

    private func report(
        _ request: ClientRequest,
        _ key: ConnectionKey,
        at time: StoreTime
    ) -> RequestDecision {
        let limit = configuration.limits.reportBytes
        var bytes: [UInt8]?
        if let value = request.value("report") {
            guard value.objectValue != nil, let text = JSONCodec.bytes(value), text.count <= limit
            else { return .refused(.invalid, "report is an object of at most \(limit) bytes.") }
            bytes = text
        }
        let report = IssueReport(
            id: IssueReport.id(of: key.connection, request.number),
            session: key.session,
            connection: key.connection,
            receivedAtMs: time.wallMs,
            report: bytes
        )
        return RequestDecision(.reportIssue, report: report)
    }

    /// Whether an id names a connection that others know.
    private func isVisible(_ id: String, in session: String) -> Bool {
        guard Identifier.isValid(id) else { return false }
        return state.sessions[session]?.connections[id]?.isVisible ?? false
    }
}

extension IssueReport {
    /// The id of the report that a request sends; the same when the request is repeated.
    static func id(of connection: String, _ number: Int) -> String { "\(connection).\(number)" }
}
