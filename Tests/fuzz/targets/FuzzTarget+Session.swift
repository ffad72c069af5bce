// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import OysterSessionServer

extension FuzzTarget {
    /// A session with a moderator and a listener, whose ids and bearer the inputs do not know.
    private struct Prepared {
        let store: SessionStore
        let session: String
        let connection: String
        let authorization: String
        let ticket: String

        init() {
            let secret = ProjectSecret(Secret(String(repeating: "s", count: 32)))
            let configuration = StoreConfiguration(
                projects: [Project(key: "demo", secrets: [secret])],
                serverSecret: Secret(String(repeating: "z", count: 32))
            )
            let state = SessionState(isComplete: true)
            var store = SessionStore(configuration, restoring: state, at: FuzzTarget.time)
            var claims = SessionToken(issuer: "demo", scope: .create, expiresAt: 1_790_000_100)
            let create = claims.signed(with: secret)?.exposed ?? ""
            let created = store.createSession(
                authorization: "Bearer \(create)",
                body: [],
                fresh: FuzzTarget.fresh(1),
                at: FuzzTarget.time
            )
            session = (try? created.answer.get())?.sessionID ?? ""
            claims.scope = .connect
            claims.sessionID = session
            claims.role = .moderator
            let token = claims.signed(with: secret)?.exposed ?? ""
            var last: JSONValue = .null
            for number: UInt8 in 2...3 {
                let answer = store.connect(
                    session: session,
                    body: JSONCodec.bytes(["token": .string(token)]) ?? [],
                    fresh: FuzzTarget.fresh(number),
                    at: FuzzTarget.time
                )
                last = (try? answer.answer.get())?.json ?? .null
                _ = store.openEvents(
                    session: session,
                    connection: last["connection"]?["id"]?.stringValue ?? "",
                    authorization: "Bearer " + (last["bearer"]?.stringValue ?? ""),
                    lastEventID: nil,
                    kind: .stream,
                    at: FuzzTarget.time
                )
            }
            connection = last["connection"]?["id"]?.stringValue ?? ""
            authorization = "Bearer " + (last["bearer"]?.stringValue ?? "")
            ticket = last["resumeTicket"]?.stringValue ?? ""
            self.store = store
            precondition(store.gauges.openEventStreams == 2)
        }
    }

    private static let time = StoreTime(now: .seconds(1), wallMs: 1_790_000_000_000)
    private static let prepared = Prepared()

    private static func fresh(_ number: UInt8) -> FreshBytes {
        guard let fresh = FreshBytes([UInt8](repeating: number, count: FreshBytes.count)) else {
            preconditionFailure("no fresh bytes")
        }
        return fresh
    }

    /// What a client may send to the session server; the first byte chooses where it stands.
    ///
    /// Answers and events can be written, and the journal's records give the same state again.
    static func session(_ input: [UInt8]) {
        let prepared = Self.prepared
        var store = prepared.store
        let rest = Array(input.dropFirst())
        let records = call(&store, prepared, Int(input.first ?? 0) % 6, rest)
        let limits = store.configuration.limits
        guard var journal = JournalText.text(of: prepared.store.state) else {
            preconditionFailure("no journal")
        }
        for record in records {
            guard let line = JournalText.line(record) else { preconditionFailure("no line") }
            journal += line
        }
        let contents = try? JournalText.read(journal, limits)
        precondition(contents?.state == store.state)
        // All are lost, then over.
        _ = store.tick(at: StoreTime(now: .seconds(60), wallMs: 1_790_000_060_000))
        _ = store.tick(at: StoreTime(now: .seconds(90), wallMs: 1_790_000_090_000))
        precondition(store.gauges.connections == 0)
    }

    private static func call(
        _ store: inout SessionStore,
        _ prepared: Prepared,
        _ place: Int,
        _ input: [UInt8]
    ) -> [JournalRecord] {
        let text = String(decoding: input, as: UTF8.self)
        let (session, connection) = (prepared.session, prepared.connection)
        switch place {
        case 0:
            let outcome = store.post(
                session: session,
                connection: connection,
                authorization: prepared.authorization,
                body: input,
                at: time
            )
            return shown(outcome, \.json)
        case 1:
            let outcome = store.connect(session: session, body: input, fresh: fresh(9), at: time)
            return shown(outcome, \.json)
        case 2:
            // The ticket is right, so that the other members are read.
            let mark = Array("TICKET".utf8)
            let body = input.split(separator: mark, omittingEmptySubsequences: false)
            let outcome = store.resume(
                session: session,
                connection: connection,
                body: Array(body.joined(separator: Array(prepared.ticket.utf8))),
                fresh: fresh(9),
                at: time
            )
            return shown(outcome, \.json)
        case 3:
            let outcome = store.openEvents(
                session: session,
                connection: connection,
                authorization: prepared.authorization,
                lastEventID: text,
                kind: .poll,
                at: time
            )
            return shown(outcome, \.hello)
        case 4:
            let body = JSONCodec.bytes(["token": .string(text)]) ?? []
            let outcome = store.connect(session: text, body: body, fresh: fresh(9), at: time)
            return shown(outcome, \.json)
        default:
            let outcome = store.createSession(
                authorization: text,
                body: input,
                fresh: fresh(9),
                at: time
            )
            return shown(outcome, \.json)
        }
    }

    /// Checks that the answer can be written.
    private static func shown<Answer>(
        _ outcome: Outcome<Answer>,
        _ json: (Answer) -> JSONValue
    ) -> [JournalRecord] {
        let answer =
            switch outcome.answer {
            case .success(let answer): json(answer)
            case .failure(let refusal): refusal.json
            }
        precondition(JSONCodec.bytes(answer) != nil)
        for ended in outcome.effects.ended {
            for event in ended.last {
                precondition((try? JSONCodec.parse(event.payload.data)) != nil)
            }
        }
        return outcome.effects.records
    }

    /// Lines of a journal, whose checksums are made right.
    ///
    /// A state that was read can be written, and if it is read again, it is the same.
    static func journal(_ input: [UInt8]) {
        let parts = input.split(separator: UInt8(ascii: "\n"))
        let text = parts.flatMap { JournalText.line(json: Array($0)) }
        let limits = SessionLimits()
        guard let contents = try? JournalText.read(text, limits) else { return }
        guard let again = JournalText.text(of: contents.state) else {
            preconditionFailure("not written")
        }
        if let read = try? JournalText.read(again, limits) {
            precondition(read.state == contents.state)
        }
        let configuration = prepared.store.configuration
        var store = SessionStore(configuration, restoring: contents.state, at: time)
        _ = store.tick(at: StoreTime(now: .seconds(60), wallMs: 1_790_000_060_000))
    }
}
