// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterTestSupport
import Testing

@testable import OysterSessionServer

/// A client of the store in a test.
struct ModelClient {
    let id: String
    let bearer: String
    let ticket: String
    let epoch: String
    let answer: JSONValue
    /// The number of its next request.
    var next = 1
    var stream: EventStreamID?

    var authorization: String { "Bearer " + bearer }
}

/// A store with one session, a clock that the test moves, and the effects of all calls.
struct ModelFixture {
    static let key = "demo"
    static let secret = ProjectSecret(keyID: "a", Secret(String(repeating: "s", count: 32)))
    static let serverSecret = Secret(String(repeating: "z", count: 32))
    static let wallStart: Int64 = 1_790_000_000_000

    var store: SessionStore
    var session = ""
    var now: Duration = .seconds(100)
    var journal: [JournalRecord] = []
    var ended: [EventStreamID: EndedEventStream] = [:]
    var ready: [EventStreamID] = []
    var reports: [IssueReport] = []
    private var generator = SplitMix(1)

    static func configuration() -> StoreConfiguration {
        StoreConfiguration(
            projects: [Project(key: key, secrets: [secret])],
            serverSecret: serverSecret
        )
    }

    init(
        _ configuration: StoreConfiguration = ModelFixture.configuration(),
        options: JSONObject = [:],
        isComplete: Bool = true
    ) throws {
        let start = StoreTime(now: .seconds(100), wallMs: ModelFixture.wallStart + 100_000)
        store = SessionStore(
            configuration,
            restoring: isComplete ? SessionState(isComplete: true) : nil,
            at: start
        )
        session = try newSession(options)
    }

    var time: StoreTime {
        StoreTime(now: now, wallMs: ModelFixture.wallStart + now.wholeMilliseconds)
    }

    mutating func fresh() throws -> FreshBytes {
        let bytes = (0..<FreshBytes.count).map { _ in
            UInt8.random(in: 0...255, using: &generator)
        }
        return try #require(FreshBytes(bytes))
    }

    // MARK: Tokens and sessions

    func claims(_ scope: SessionToken.Scope, _ role: Role = .publisher) -> SessionToken {
        var token = SessionToken(
            issuer: ModelFixture.key,
            scope: scope,
            sessionID: scope == .connect ? session : nil,
            expiresAt: time.wallMs / 1000 + 3600
        )
        token.role = role
        return token
    }

    func token(_ role: Role = .publisher, data: String = "") throws -> String {
        var claims = claims(.connect, role)
        claims.connectionData = data
        return try #require(claims.signed(with: ModelFixture.secret)).exposed
    }

    mutating func newSession(_ options: JSONObject = [:]) throws -> String {
        let token = try #require(claims(.create).signed(with: ModelFixture.secret))
        let outcome = store.createSession(
            authorization: "Bearer " + token.exposed,
            body: try #require(JSONCodec.bytes(.object(options))),
            fresh: try fresh(),
            at: time
        )
        return try outcome.answer.get().sessionID
    }

    // MARK: Calls

    /// Notes the effects of a call.
    mutating func note(_ effects: Effects) {
        journal += effects.records
        ready += effects.ready
        reports += effects.reports
        for stream in effects.ended { ended[stream.stream] = stream }
    }

    mutating func tryConnect(_ body: JSONObject) throws -> Result<ConnectAnswer, Refusal> {
        let outcome = store.connect(
            session: session,
            body: try #require(JSONCodec.bytes(.object(body))),
            fresh: try fresh(),
            at: time
        )
        note(outcome.effects)
        return outcome.answer
    }

    /// A client that has connected and has not opened its event stream.
    mutating func connect(
        _ role: Role = .publisher,
        data: String = "",
        suppressing: Bool = false
    ) throws -> ModelClient {
        let answer = try tryConnect([
            "token": .string(try token(role, data: data)),
            "suppressConnectionEvents": .bool(suppressing), "encryption": true,
        ])
        return try client(try answer.get().json)
    }

    /// The client that an answer describes.
    func client(_ json: JSONValue) throws -> ModelClient {
        ModelClient(
            id: try #require(json["connection"]?["id"]?.stringValue),
            bearer: try #require(json["bearer"]?.stringValue),
            ticket: try #require(json["resumeTicket"]?.stringValue),
            epoch: try #require(json["epoch"]?.stringValue),
            answer: json,
            next: Int(try #require(json["nextRequest"]?.integerValue))
        )
    }

    mutating func tryOpen(
        _ client: ModelClient,
        after number: Int? = nil,
        position: String? = nil,
        kind: EventStreamKind = .stream
    ) -> Result<OpenedEventStream, Refusal> {
        let outcome = store.openEvents(
            session: session,
            connection: client.id,
            authorization: client.authorization,
            lastEventID: position ?? number.map { "\(client.epoch)-\($0)" },
            kind: kind,
            at: time
        )
        note(outcome.effects)
        return outcome.answer
    }

    mutating func open(
        _ client: inout ModelClient,
        after number: Int? = nil,
        kind: EventStreamKind = .stream
    ) throws {
        client.stream = try tryOpen(client, after: number, kind: kind).get().stream
    }

    /// A client that has connected and opened its event stream.
    mutating func join(
        _ role: Role = .publisher,
        data: String = "",
        suppressing: Bool = false
    ) throws -> ModelClient {
        var client = try connect(role, data: data, suppressing: suppressing)
        try open(&client)
        return client
    }

    mutating func tryResume(
        _ client: ModelClient,
        nextRequest: JSONValue = 1,
        ticket: String? = nil,
        members: JSONObject = [:]
    ) throws -> Result<ConnectAnswer, Refusal> {
        var body: JSONObject = [
            "ticket": .string(ticket ?? client.ticket), "nextRequest": nextRequest,
        ]
        for member in members.members { body[member.key] = member.value }
        let outcome = store.resume(
            session: session,
            connection: client.id,
            body: try #require(JSONCodec.bytes(.object(body))),
            fresh: try fresh(),
            at: time
        )
        note(outcome.effects)
        return outcome.answer
    }

    mutating func resume(_ client: ModelClient, nextRequest: Int? = nil) throws -> ModelClient {
        let next = JSONValue(nextRequest ?? client.next)
        return try self.client(try tryResume(client, nextRequest: next).get().json)
    }

    mutating func post(
        _ client: ModelClient,
        _ requests: [JSONValue] = [],
        lastEvent: String? = nil
    ) throws -> Result<PostAnswer, Refusal> {
        var body: JSONObject = ["requests": .array(requests)]
        body["lastEvent"] = lastEvent.map(JSONValue.string)
        return post(client, body: try #require(JSONCodec.bytes(.object(body))))
    }

    mutating func post(_ client: ModelClient, body: [UInt8]) -> Result<PostAnswer, Refusal> {
        let outcome = store.post(
            session: session,
            connection: client.id,
            authorization: client.authorization,
            body: body,
            at: time
        )
        note(outcome.effects)
        return outcome.answer
    }

    /// Sends one request with the client's next number; the error code, nil when it was executed.
    @discardableResult
    mutating func send(
        _ client: inout ModelClient,
        _ op: String,
        _ members: JSONObject = [:]
    ) throws -> Int? {
        var request = members
        request["number"] = JSONValue(client.next)
        request["op"] = .string(op)
        let answer = try post(client, [.object(request)]).get()
        client.next += 1
        guard case .refused(let code, _) = try #require(answer.answers.first).outcome else {
            return nil
        }
        return code.rawValue
    }

    /// All events that a client has not taken.
    mutating func take(_ client: ModelClient) -> [WaitingEvent] {
        guard let stream = client.stream else { return [] }
        if let end = ended.removeValue(forKey: stream) { return end.last }
        return store.takeEvents(stream, count: .max, bytes: .max)
    }

    /// Moves the clock in small steps while some clients post.
    mutating func advance(_ time: Duration, keeping clients: [ModelClient] = []) throws {
        let end = now + time
        while now < end {
            now = min(now + .seconds(2), end)
            for client in clients { _ = try post(client) }
            note(store.tick(at: self.time))
        }
    }

    mutating func close(_ client: inout ModelClient) {
        guard let stream = client.stream else { return }
        note(store.closeEvents(stream, at: time))
        client.stream = nil
    }

    mutating func publish(
        _ client: ModelClient,
        hasAudio: Bool = true
    ) throws -> Result<StoredStream, Refusal> {
        let outcome = store.publish(
            ConnectionKey(session: session, connection: client.id),
            name: "camera",
            StreamProperties(
                hasAudio: hasAudio,
                hasVideo: true,
                width: 640,
                height: 480,
                videoType: .camera
            ),
            fresh: try fresh(),
            at: time
        )
        note(outcome.effects)
        return outcome.answer
    }

    /// A store that a new process makes of the journal, or without one.
    mutating func restart(withJournal: Bool) throws {
        let contents = try JournalText.read(journalText(), store.configuration.limits)
        let state = withJournal ? contents?.state : nil
        store = SessionStore(store.configuration, restoring: state, at: time)
        ended = [:]
        ready = []
    }

    /// The bytes of a journal that began with an empty state.
    func journalText(isComplete: Bool = true) throws -> [UInt8] {
        let start = try #require(JournalText.text(of: SessionState(isComplete: isComplete)))
        return try journal.reduce(into: start) { text, record in
            text += try #require(JournalText.line(record))
        }
    }
}

extension WaitingEvent {
    var type: EventType { payload.type }

    /// The data of the event.
    var data: JSONValue { (try? JSONCodec.parse(payload.data)) ?? .null }
}

extension Result where Failure == Refusal {
    var refusal: Refusal? {
        switch self {
        case .success: nil
        case .failure(let refusal): refusal
        }
    }

    /// Status and code of a refusal.
    var codes: [Int]? { refusal.map { [$0.status, $0.code.rawValue] } }
}
