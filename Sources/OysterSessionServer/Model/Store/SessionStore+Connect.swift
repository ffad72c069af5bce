// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

extension SessionStore {
    /// `POST /v1/sessions`.
    ///
    /// `authorization` is the value of the header of that name, here and below.
    package mutating func createSession(
        authorization: String?,
        body: [UInt8],
        fresh: FreshBytes,
        at time: StoreTime
    ) -> Outcome<CreatedSession> {
        outcome { store, _ throws(Refusal) in
            let text = try SessionStore.bearer(authorization)
            let token = try store.token(text, .create, at: time)
            let body = try RequestBody(body, limit: store.configuration.limits.bodyBytes)
            let options = SessionProperties(
                isEncrypted: try body.flag("encrypted") ?? false,
                isHardMute: try body.flag("hardMute") ?? false
            )
            guard let id = options.newID(fresh, of: token.issuer, store.signer) else {
                throw .internalFault
            }
            store.counters.sessionsCreated += 1
            return CreatedSession(sessionID: id)
        }
    }

    /// `POST /v1/sessions/{session}/connections`.
    package mutating func connect(
        session: String,
        body: [UInt8],
        fresh: FreshBytes,
        at time: StoreTime
    ) -> Outcome<ConnectAnswer> {
        outcome { store, effects throws(Refusal) in
            guard let options = SessionProperties(id: session) else {
                throw .sessionUnknown("The session id is malformed.")
            }
            let body = try RequestBody(body, limit: store.configuration.limits.bodyBytes)
            guard let text = try body.text("token") else { throw .malformed("token is missing.") }
            let token = try store.token(text, .connect, at: time)
            guard SameText.isSame(token.sessionID, session) else {
                throw .sessionUnknown("The token is for another session.")
            }
            guard SessionProperties.isSigned(session, of: token.issuer, store.signer) else {
                throw .sessionUnknown("The session belongs to another project.")
            }
            let isSuppressing = try body.flag("suppressConnectionEvents") ?? false
            guard try body.flag("encryption") ?? false || !options.isEncrypted else {
                throw Refusal(
                    403,
                    .encryptionSecretMissing,
                    "The session is encrypted: set an encryption secret."
                )
            }
            try store.checkCapacity(of: session)
            let connection = StoredConnection(
                id: Base64URL.text(fresh.name),
                createdAtMs: time.wallMs,
                data: token.connectionData,
                role: token.role,
                bearerHash: fresh.bearerHash,
                epoch: fresh.epoch,
                isSuppressingEvents: isSuppressing,
                nextRequest: 1
            )
            try store.add(connection, to: session, &effects, at: time)
            store.counters.connects += 1
            var answer = try store.answer(session, connection.id, fresh.bearer, at: time)
            answer.tokenName = token.name
            return answer
        }
    }

    /// `POST /v1/sessions/{session}/connections/{connection}/resume`.
    package mutating func resume(
        session: String,
        connection: String,
        body: [UInt8],
        fresh: FreshBytes,
        at time: StoreTime
    ) -> Outcome<ConnectAnswer> {
        outcome { store, effects throws(Refusal) in
            let key = try store.named(session, connection)
            let body = try RequestBody(body, limit: store.configuration.limits.bodyBytes)
            let next = try SessionStore.nextRequest(body)
            let isSuppressing = try body.flag("suppressConnectionEvents")
            let ticket = try store.ticket(of: key, body, at: time)
            if let reason = store.state.ended.reason(of: key) { throw .over(reason) }
            if store.state[key] != nil {
                try store.renew(key, isSuppressing, fresh, &effects, at: time)
            } else {
                // All connections of a predecessor have returned, or had the time for it.
                guard !store.state.isComplete else { throw .over(.lost) }
                try store.checkCapacity(of: session)
                let restored = StoredConnection(
                    id: connection,
                    createdAtMs: ticket.createdAtMs,
                    data: ticket.data,
                    role: ticket.role,
                    bearerHash: fresh.bearerHash,
                    epoch: fresh.epoch,
                    isSuppressingEvents: isSuppressing ?? false,
                    nextRequest: next
                )
                try store.add(restored, to: session, &effects, at: time)
            }
            store.counters.resumes += 1
            return try store.answer(session, connection, fresh.bearer, at: time)
        }
    }
}

extension SessionStore {
    /// The number of the first request without an answer.
    ///
    /// Its bound leaves room to count on.
    private static func nextRequest(_ body: RequestBody) throws(Refusal) -> Int {
        guard let number = body.value("nextRequest")?.integerValue, (1...(1 << 52)).contains(number)
        else { throw .malformed("nextRequest is no number from 1 on.") }
        return Int(number)
    }

    /// Reads the ticket of a connection.
    private func ticket(
        of key: ConnectionKey,
        _ body: RequestBody,
        at time: StoreTime
    ) throws(Refusal) -> ResumeTicket {
        guard let text = try body.text("ticket") else { throw .malformed("ticket is missing.") }
        guard let ticket = ResumeTicket(text, signer), ticket.session == key.session,
            ticket.connection == key.connection
        else { throw .notAuthorised("The ticket is not this connection's.") }
        guard time.wallMs < ticket.expiresAtMs else {
            throw .notAuthorised("The ticket has expired.")
        }
        let isSigned = configuration.projects.contains { project in
            SessionProperties.isSigned(key.session, of: project.key, signer)
        }
        guard isSigned else { throw .sessionUnknown("The session belongs to another project.") }
        return ticket
    }

    private mutating func add(
        _ connection: StoredConnection,
        to session: String,
        _ effects: inout Effects,
        at time: StoreTime
    ) throws(Refusal) {
        try commit(.connected(session: session, connection), &effects, at: time)
        let openTime = configuration.limits.openTime
        let key = ConnectionKey(session: session, connection: connection.id)
        activities[key] = Activity(at: time.now, openTime: openTime)
        schedule(time.now + openTime)
    }

    /// Gives a known connection a new bearer and epoch.
    private mutating func renew(
        _ key: ConnectionKey,
        _ isSuppressing: Bool?,
        _ fresh: FreshBytes,
        _ effects: inout Effects,
        at time: StoreTime
    ) throws(Refusal) {
        endStream(key, &effects)
        let record = JournalRecord.resumed(
            key,
            bearerHash: fresh.bearerHash,
            epoch: fresh.epoch,
            isSuppressingEvents: isSuppressing ?? state[key]?.isSuppressingEvents ?? false
        )
        try commit(record, &effects, at: time)
        let openTime = configuration.limits.openTime
        activities[key]?.lostSince = nil
        activities[key]?.lastPost = time.now
        activities[key]?.absentUntil = time.now + openTime
        schedule(time.now + openTime)
    }

    private mutating func answer(
        _ session: String,
        _ connection: String,
        _ bearer: Secret,
        at time: StoreTime
    ) throws(Refusal) -> ConnectAnswer {
        let key = ConnectionKey(session: session, connection: connection)
        guard let stored = state[key], let ticket = newTicket(for: key, at: time) else {
            throw .internalFault
        }
        let snapshot = state.sessions[session]?.snapshot(
            for: connection,
            upTo: stored.backlog.newest,
            isComplete: state.isComplete
        )
        let json: JSONValue = [
            "connection": stored.json,
            "bearer": .string(bearer.exposed),
            "resumeTicket": .string(ticket.exposed),
            "epoch": .string(stored.epoch),
            "nextRequest": JSONValue(stored.nextRequest),
            "capabilities": stored.role.capabilities,
            "graceTimeMs": .integer(configuration.graceTime.wholeMilliseconds),
            "heartbeatMs": .integer(configuration.heartbeat.wholeMilliseconds),
            "iceServers": .array(configuration.iceServers),
            "snapshot": snapshot ?? .null,
        ]
        return ConnectAnswer(json: json, connection: connection, role: stored.role)
    }

    /// A ticket that is valid from now on; nil when libcrypto has no memory.
    mutating func newTicket(for key: ConnectionKey, at time: StoreTime) -> Secret? {
        guard let stored = state[key] else { return nil }
        let ticket = ResumeTicket(
            session: key.session,
            connection: key.connection,
            role: stored.role,
            createdAtMs: stored.createdAtMs,
            expiresAtMs: time.wallMs &+ configuration.limits.ticketTime.wholeMilliseconds,
            data: stored.data
        )
        activities[key]?.ticketMs = time.wallMs
        return ticket.text(signer)
    }
}
