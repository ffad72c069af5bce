// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

extension SessionState {
    /// Executes a request of the request lane, and keeps its answer.
    mutating func execute(
        _ key: ConnectionKey,
        _ number: Int,
        _ request: ExecutedRequest,
        _ changes: inout StateChanges
    ) -> Bool {
        guard let connection = self[key], connection.isVisible, connection.nextRequest == number
        else { return false }
        var outcome = StoredAnswer.Outcome.done
        if case .refused(let code, let message) = request {
            outcome = .refused(code, message: message)
        }
        if request == .reportIssue {
            outcome = .reported(issueID: IssueReport.id(of: key.connection, number))
        }
        let answer = StoredAnswer(number: number, outcome: outcome)
        changes.answer = answer
        // Before the effect, because the connection may be over afterwards.
        let limit = changes.limits.storedAnswers
        sessions[key.session]?.connections[key.connection]?.keep(answer, limit: limit)
        return perform(request, of: connection, number, in: key.session, &changes)
    }

    private mutating func perform(
        _ request: ExecutedRequest,
        of connection: StoredConnection,
        _ number: Int,
        in session: String,
        _ changes: inout StateChanges
    ) -> Bool {
        switch request {
        case .signal(let target, let type, let data):
            let event = signal(type, data, from: connection, number)
            sessions[session]?.send(.signal, event, session, &changes) { receiver in
                target.map { $0 == receiver.id } ?? true
            }
        case .forceMuteAll(let excluded): muteAll(in: session, excluding: excluded, &changes)
        case .disableForceMute:
            sessions[session]?.isMuteForced = false
            sessions[session]?.send(.muteForced, ["active": false], session, &changes)
        case .forceMuteStream(let stream):
            guard let index = sessions[session]?.index(of: stream) else { return false }
            sessions[session]?.forceMute(index, session, &changes)
        case .forceDisconnect(let target, let atMs):
            let key = ConnectionKey(session: session, connection: target)
            return end(key, .forced, atMs, &changes)
        case .leave(let atMs):
            let key = ConnectionKey(session: session, connection: connection.id)
            return end(key, .client, atMs, &changes)
        case .reportIssue, .none, .refused: break
        }
        return true
    }

    private mutating func muteAll(
        in session: String,
        excluding excluded: [String],
        _ changes: inout StateChanges
    ) {
        sessions[session]?.isMuteForced = true
        sessions[session]?.send(.muteForced, ["active": true], session, &changes)
        let spared = Set(excluded)
        for (index, stream) in (sessions[session]?.streams ?? []).enumerated()
        where !spared.contains(stream.id) {
            sessions[session]?.forceMute(index, session, &changes)
        }
    }

    private func signal(
        _ type: String?,
        _ data: String?,
        from sender: StoredConnection,
        _ number: Int
    ) -> JSONValue {
        var event = JSONObject()
        event["type"] = type.map(JSONValue.string)
        event["data"] = data.map(JSONValue.string)
        event["from"] = sender.json
        event["number"] = JSONValue(number)
        return .object(event)
    }
}
