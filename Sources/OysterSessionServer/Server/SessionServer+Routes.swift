// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore
internal import HappyOysterThreading

extension SessionServer: HTTPHandler {
    func admit(_ request: HTTPRequest) -> Admission {
        if let refusal = RequestHead.refusal(request) {
            return .close(refused(own(refusal), request))
        }
        do throws(Refusal) {
            let route = try Route.find(request)
            try checkBearer(route, request)
            return .receive(limit: route.bodyLimit(settings.limits.session))
        } catch {
            return .refuse(refused(own(error), request))
        }
    }

    /// Refuses a long body before it is read, unless it is from a connection of a session.
    private func checkBearer(_ route: Route, _ request: HTTPRequest) throws(Refusal) {
        guard case .requests(let session, let connection) = route else { return }
        let length = request[.transferEncoding] == nil ? request.announcedLength ?? 0 : .max
        guard length > UInt64(settings.limits.session.bodyBytes) else { return }
        _ = try store.authorised(session, connection, request[.authorization])
    }

    func headers(_ request: HTTPRequest) -> [(name: String, value: String)] {
        crossOrigin.headers(request)
    }

    func note(_ observation: HTTPObservation) {
        switch observation {
        case .refusedConnection: figures.refusedConnections += 1
        case .tooLarge: figures.refusals[SessionErrorCode.invalid.rawValue, default: 0] += 1
        case .timedOut: figures.timeouts += 1
        case .answered(let status): figures.answers[status, default: 0] += 1
        }
    }

    func answer(_ exchange: HTTPExchange) {
        let request = exchange.request
        do throws(Refusal) {
            let route = try Route.find(request)
            if let answer = try answer(route, exchange) { exchange.send(answer) }
        } catch {
            exchange.send(refused(error, request))
        }
    }

    /// The answer to a request; nil when it is given later or is an event stream.
    private func answer(
        _ route: Route,
        _ exchange: HTTPExchange
    ) throws(Refusal) -> HTTPAnswer? {
        let request = exchange.request
        switch route {
        case .options: return CrossOrigin.preflight
        case .health: return health
        case .metrics: return try metrics(request)
        case .createSession, .connect, .resume, .requests, .events:
            guard ending == nil else {
                throw own(Refusal(503, .unavailable, "The server is stopping."))
            }
        }
        switch route {
        case .options, .health, .metrics: return nil
        case .createSession: return try createSession(request)
        case .connect(let session): return try connect(session, request)
        case .resume(let session, let connection):
            return try resume(session, connection, request)
        case .requests(let session, let connection):
            let outcome = store.post(
                session: session,
                connection: connection,
                authorization: request[.authorization],
                body: request.body,
                at: .now
            )
            return .private(200, try result(outcome).json)
        case .events(let session, let connection):
            return try openEvents(session, connection, exchange)
        }
    }

    private var health: HTTPAnswer {
        ending == nil
            ? HTTPAnswer(status: 200, json: ["status": "ok"])
            : HTTPAnswer(status: 503, json: ["status": "stopping"])
    }

    private func createSession(_ request: HTTPRequest) throws(Refusal) -> HTTPAnswer {
        let outcome = store.createSession(
            authorization: request[.authorization],
            body: request.body,
            fresh: try .random(),
            at: .now
        )
        let answer = try result(outcome)
        log.write("session", [("session", answer.sessionID)])
        return .private(201, answer.json)
    }

    private func connect(_ session: String, _ request: HTTPRequest) throws(Refusal) -> HTTPAnswer {
        let outcome = store.connect(
            session: session,
            body: request.body,
            fresh: try .random(),
            at: .now
        )
        let answer = try result(outcome)
        log.write(
            "connect",
            [
                ("session", session), ("connection", answer.connection),
                ("role", answer.role.rawValue), ("jti", answer.tokenName),
            ]
        )
        var reply = HTTPAnswer.private(201, answer.json)
        let path = "/v1/sessions/\(session)/connections/\(answer.connection)"
        reply.headers.append(("Location", path))
        return reply
    }

    private func resume(
        _ session: String,
        _ connection: String,
        _ request: HTTPRequest
    ) throws(Refusal) -> HTTPAnswer {
        let outcome = store.resume(
            session: session,
            connection: connection,
            body: request.body,
            fresh: try .random(),
            at: .now
        )
        let answer = try result(outcome)
        log.write("resume", [("session", session), ("connection", answer.connection)])
        return .private(200, answer.json)
    }

    private func openEvents(
        _ session: String,
        _ connection: String,
        _ exchange: HTTPExchange
    ) throws(Refusal) -> HTTPAnswer? {
        let request = exchange.request
        let wait: Int?
        do throws(Refusal) {
            wait = try RequestHead.wait(request.target)
        } catch {
            throw own(error)
        }
        let outcome = store.openEvents(
            session: session,
            connection: connection,
            authorization: request[.authorization],
            lastEventID: request[.lastEventID],
            kind: wait == nil ? .stream : .poll,
            at: .now
        )
        let opened = try result(outcome)
        guard let wait else {
            begin(opened, exchange)
            return nil
        }
        let now = SystemClock.monotonic
        let poll = EventStreams.Poll(
            exchange: exchange,
            epoch: opened.epoch,
            deadline: now + .seconds(wait)
        )
        if opened.hasEvents || wait == 0 {
            let events = takeForPoll(opened.stream)
            close(opened.stream)
            return .events(events, epoch: opened.epoch)
        }
        streams.polls[opened.stream] = poll
        exchange.onGone = { [weak self] in
            guard let self, self.streams.polls.removeValue(forKey: opened.stream) != nil else {
                return
            }
            self.close(opened.stream)
        }
        return nil
    }

    private func begin(_ opened: OpenedEventStream, _ exchange: HTTPExchange) {
        let body = EventStreamBody(opened, exchange, self)
        let now = SystemClock.monotonic
        streams.open[opened.stream] = EventStreams.Open(
            body: body,
            nextHeartbeat: now + settings.heartbeat,
            readySince: opened.hasEvents ? now : nil
        )
        var answer = HTTPAnswer(status: 200, contentType: "text/event-stream")
        answer.headers = [
            ("Cache-Control", "no-store, no-transform"), ("X-Accel-Buffering", "no"),
        ]
        exchange.stream(answer, body)
    }

    /// Counts a refusal that the model does not count.
    func own(_ refusal: Refusal) -> Refusal {
        figures.refusals[refusal.code.rawValue, default: 0] += 1
        return refusal
    }

    private func refused(_ refusal: Refusal, _ request: HTTPRequest) -> HTTPAnswer {
        log.writeRefusal(
            [
                ("status", String(refusal.status)), ("code", String(refusal.code.rawValue)),
                ("method", request.method), ("path", request.target?.segments.last ?? ""),
            ],
            refusal.message
        )
        var answer = HTTPAnswer(refusal: refusal)
        answer.headers.append(("Cache-Control", "no-store"))
        return answer
    }
}

extension HTTPAnswer {
    /// An answer that no cache may keep.
    fileprivate static func `private`(_ status: Int, _ json: JSONValue) -> HTTPAnswer {
        var answer = HTTPAnswer(status: status, json: json)
        answer.headers = [("Cache-Control", "no-store")]
        return answer
    }
}

extension FreshBytes {
    /// New bytes of the system's generator.
    fileprivate static func random() throws(Refusal) -> FreshBytes {
        guard let fresh = FreshBytes(ServerSecret.random(FreshBytes.count)) else {
            throw .internalFault
        }
        return fresh
    }
}
