// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterTestSupport
import HappyOysterWorld
import Synchronization

@testable import HappyOysterSession

/// A session with a manual loop, a scripted transport and recorders.
final class SessionFixture: Sendable {
    static let token = "eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl"
    static let sessionId = "1_MX4"
    static let epoch = "5f0c1d2e3a4b5c6d"
    static let bearer = "bearer-0a1b2c3d"
    static let ticket = "ticket-9f8e7d6c"

    let loop = ManualLoop()
    let transport: ScriptedTransport
    let delivery = RecordingDelivery()
    let log = RecordingLog()
    let dependencies: EngineDependencies
    let engine: SessionEngine
    let session: Session
    private let recorded = Mutex<[SessionEvent]>([])

    init(_ change: (inout SessionOptions) -> Void = { _ in }) throws {
        let loop = loop
        transport = ScriptedTransport(loop: loop)
        dependencies = EngineDependencies(
            loop: loop,
            transport: transport,
            log: log,
            streams: ScriptedStreamEngine(),
            random: { 4 },
            workingFolder: { nil }
        )
        engine = SessionEngine(dependencies: dependencies, delivery: delivery)
        var options = SessionOptions(
            serverURL: "http://127.0.0.1:8090",
            key: "key",
            sessionId: SessionFixture.sessionId
        )
        change(&options)
        session = try engine.createSession(options, number: 1)
        _ = session.addListener(id: 1) { [self] event in recorded.withLock { $0.append(event) } }
        loop.run()
    }

    // MARK: What the host sees

    var events: [SessionEvent] { recorded.withLock { $0 } }
    var notices: [SessionNotice] { events.map(\.notice) }

    /// The notices since the last call.
    func takeNotices() -> [SessionNotice] {
        recorded.withLock { events in
            defer { events = [] }
            return events.map(\.notice)
        }
    }

    func operate(_ submit: (@escaping OperationCompletion) throws -> Void) throws -> Outcome {
        let outcome = Outcome()
        try submit { outcome.take($0) }
        loop.run()
        return outcome
    }

    func connect() throws -> Outcome {
        try operate { try session.connect(token: SessionFixture.token, $0) }
    }

    func disconnect() throws -> Outcome { try operate { try session.disconnect($0) } }

    func send(_ data: String, retries: Bool = true) throws {
        try session.send(SessionSignal(data: data, retriesAfterReconnect: retries))
        loop.run()
    }

    // MARK: What the server does

    /// Connects to the end.
    @discardableResult func connected(_ snapshot: JSONObject = [:], role: Role = .moderator) throws
        -> Outcome
    {
        let outcome = try connect()
        answerConnect(snapshot, role: role)
        openStream()
        return outcome
    }

    enum Role { case moderator, publisherOnly, subscriber }

    func answerConnect(_ snapshot: JSONObject = [:], role: Role = .moderator) {
        transport.answer(
            "sessions/\(SessionFixture.sessionId)/connections",
            .success(.json(SessionFixture.welcome(snapshot, role: role), status: 201))
        )
    }

    static func welcome(
        _ snapshot: JSONObject = [:],
        role: Role = .moderator,
        id: String = "own",
        epoch: String = SessionFixture.epoch,
        nextRequest: Int = 1
    ) -> JSONValue {
        var full: JSONObject = [
            "upTo": 0, "complete": true, "connections": [], "streams": [],
            "muteForced": ["active": false],
        ]
        for (key, value) in snapshot.members { full[key] = value }
        return [
            "connection": connection(id), "bearer": .string(bearer),
            "resumeTicket": .string(ticket), "epoch": .string(epoch),
            "nextRequest": JSONValue(nextRequest),
            "capabilities": [
                "canPublish": .bool(role != .subscriber),
                "canSubscribe": .bool(role != .publisherOnly),
                "canSignal": .bool(role != .publisherOnly),
                "canForceMute": .bool(role == .moderator),
                "canForceDisconnect": .bool(role == .moderator),
            ],
            "graceTimeMs": 20_000, "heartbeatMs": 5000, "iceServers": [],
            "snapshot": .object(full),
        ]
    }

    static func connection(_ id: String) -> JSONValue {
        ["id": .string(id), "createdAt": "2026-12-01T13:30:00.000Z", "data": "Ada"]
    }

    static func stream(_ id: String, of connection: String, hasAudio: Bool = true) -> JSONValue {
        [
            "id": .string(id), "name": "camera",
            "connection": SessionFixture.connection(connection),
            "createdAt": "2026-12-01T13:30:00.000Z", "hasAudio": .bool(hasAudio), "hasVideo": true,
            "width": 640, "height": 480, "videoType": "camera",
        ]
    }

    var route: String { "sessions/\(SessionFixture.sessionId)/connections/own" }

    /// The open event stream.
    var stream: SentRequest? { transport.openStreams.last }

    /// Opens the event stream that was requested, with `hello`.
    func openStream(epoch: String = SessionFixture.epoch) {
        pass(.head(HTTPStreamHead(status: 200, contentType: "text/event-stream; charset=utf-8")))
        let times = "\"heartbeatMs\":5000,\"graceTimeMs\":20000"
        push("event: hello\ndata: {\"epoch\":\"\(epoch)\",\(times)}\n\n")
    }

    func push(_ text: String) { pass(.piece(Array(text.utf8))) }

    /// Sends an event of the server.
    func event(_ number: Int, _ type: String, _ data: JSONValue, epoch: String = epoch) {
        push(
            "id: \(epoch)-\(number)\nevent: \(type)\ndata: \(JSONCodec.print(data) ?? "")\n\n"
        )
    }

    func pass(_ parts: HTTPStreamPart...) {
        if let stream { transport.pass(parts, to: stream) }
    }

    /// Fails the event stream.
    func cut() { pass(.end(.transport("the connection broke"))) }

    /// Refuses the event stream that was requested.
    func refuseStream(_ status: Int, _ error: JSONValue) {
        let body = JSONCodec.bytes(["error": error]) ?? []
        pass(
            .head(HTTPStreamHead(status: status, contentType: "application/json")),
            .piece(body),
            .end(nil)
        )
    }

    /// The posts of the request lane so far.
    var posts: [SentRequest] { transport.sent(to: "\(route)/requests") }

    /// The requests of the post in flight.
    var posted: [JSONValue] {
        transport.waiting(at: "\(route)/requests").last?.body?["requests"]?.arrayValue ?? []
    }

    /// Answers the post in flight: every request is executed but those with an error.
    func answerPost(_ errors: [Int: Int] = [:], results: [Int: JSONValue] = [:]) {
        guard let post = transport.waiting(at: "\(route)/requests").first else { return }
        let numbers = (post.body?["requests"]?.arrayValue ?? []).compactMap {
            $0["number"]?.integerValue.map(Int.init)
        }
        let answers = numbers.map { number -> JSONValue in
            var answer: JSONObject = ["number": JSONValue(number)]
            if let code = errors[number] {
                answer["error"] = ["code": JSONValue(code), "message": "No."]
            }
            answer["result"] = results[number]
            return .object(answer)
        }
        let next = (numbers.last ?? 0) + 1
        transport.answer(
            post,
            .success(.json(["answers": .array(answers), "nextRequest": JSONValue(next)]))
        )
    }
}
