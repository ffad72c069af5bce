// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
internal import HappyOysterThreading
import HappyOysterWorld

/// Drives one session on the loop: feeds its machine and performs the returned actions.
///
/// Not Sendable: it belongs to its engine's actor.
final class SessionDriver {
    private let live = LiveObject("SessionDriver")
    private let session: Session
    private unowned let actor: SessionActor
    private let calls: SessionCalls
    private var requests: [SessionRequestName: (id: UInt64, handle: any PendingRequest)] = [:]
    private var timers: [SessionTimer: (id: UInt64, handle: any Cancellable)] = [:]
    /// The leaves of abandoned connects.
    private var abandoned: [UInt64: any PendingRequest] = [:]
    private var reading = EventStreamReading()
    private var lastId: UInt64 = 0
    /// The token of the newest connect, and a redactor with the secrets of its connection, for the
    /// texts of the server.
    private var token: Secret?
    private var redactor = Redactor()
    private var share = EndShare()
    private var status = OysterConnectionStatus.notConnected
    private var nextSequence: UInt64 = 1
    private var isPerforming = false

    private var loop: any EventLoop { actor.dependencies.loop }
    private var transport: any HTTPTransport { actor.dependencies.transport }

    init(session: Session, actor: SessionActor) {
        self.session = session
        self.actor = actor
        calls = SessionCalls(config: session.config)
    }

    var isOver: Bool { session.isOver }

    /// Whether the session is over and released, with no request.
    var isDisposable: Bool {
        session.isReleased && isOver && requests.isEmpty && abandoned.isEmpty
            && !session.hasActions
    }

    /// Performs the actions that wait, also those that are decided meanwhile.
    func perform() {
        guard !isPerforming else { return }
        isPerforming = true
        defer { isPerforming = false }
        while let actions = session.takeActions() {
            for action in actions { perform(action) }
        }
        share.set(session.isLeaving || !abandoned.isEmpty, in: actor.dependencies.ends)
    }

    private func perform(_ action: SessionAction) {
        switch action {
        case .connect(let token):
            self.token = token
            redactor = Redactor([token])
            send(.connect, calls.connect(token: token)) { driver, result in
                .connectAnswered(driver.noting(SessionReading.connect(result)))
            }
        case .openEventStream(let access, let position): openEvents(access, position)
        case .poll(let access, let wait, let position):
            send(.events, calls.poll(access, wait: wait, after: position)) { driver, result in
                .polled(driver.redacting(SessionReading.poll(result)))
            }
        case .post(let access, let batch, let handled):
            send(.post, calls.requests(access, batch, handled: handled)) { driver, result in
                .posted(driver.noting(SessionReading.post(result)))
            }
        case .resume(let ticket, let connectionId, let nextRequest):
            let request = calls.resume(
                ticket: ticket,
                connectionId: connectionId,
                nextRequest: nextRequest
            )
            send(.resume, request) { driver, result in
                .resumed(driver.noting(SessionReading.connect(result)))
            }
        case .abandon(let access, let nextRequest): abandon(access, nextRequest)
        case .cancel(let name): requests.removeValue(forKey: name)?.handle.cancel()
        case .setTimer(let timer, let delay): set(timer, delay)
        case .cancelTimer(let timer): timers.removeValue(forKey: timer)?.handle.cancel()
        case .emit(let notice): emit(notice)
        case .complete(let operation, let result): complete(operation, result)
        case .log(let level, let message): log(level, message)
        case .reportUnexpected(let input): reportUnexpected(input)
        }
    }

    private func nextId() -> UInt64 {
        lastId += 1
        return lastId
    }

    // MARK: Requests

    /// Sends a request; its answer is an input unless the request was cancelled.
    private func send(
        _ name: SessionRequestName,
        _ request: HTTPRequest,
        _ read:
            @escaping @Sendable (SessionDriver, Result<HTTPResponse, HTTPFailure>) -> SessionInput
    ) {
        let id = nextId()
        let (actor, number) = (actor, session.number)
        requests.removeValue(forKey: name)?.handle.cancel()
        let handle = transport.send(request) { result in
            actor.enter(number) { driver in
                guard driver.isCurrent(name, id) else { return }
                driver.handle(read(driver, result)) {
                    $0.isCurrent(name, id)
                } taken: {
                    $0.requests[name] = nil
                }
            }
        }
        requests[name] = (id, handle)
    }

    private func openEvents(_ access: SessionAccess, _ position: EventPosition?) {
        let id = nextId()
        let (actor, number) = (actor, session.number)
        requests.removeValue(forKey: .events)?.handle.cancel()
        reading = EventStreamReading()
        let handle = transport.stream(calls.events(access, after: position)) { part in
            actor.enter(number) { $0.received(part, of: id) }
        }
        requests[.events] = (id, handle)
    }

    /// Takes a part of the event stream; an input may close the stream.
    private func received(_ part: HTTPStreamPart, of id: UInt64) {
        guard isCurrent(.events, id) else { return }
        for input in reading.read(part) {
            handle(redacting(input)) {
                $0.isCurrent(.events, id)
            } taken: { driver in
                guard case .streamEnded = input else { return }
                driver.requests.removeValue(forKey: .events)?.handle.cancel()
            }
        }
    }

    private func isCurrent(_ name: SessionRequestName, _ id: UInt64) -> Bool {
        requests[name]?.id == id
    }

    /// Leaves a connection that no host has; others may have seen it.
    private func abandon(_ access: SessionAccess, _ nextRequest: Int) {
        let id = nextId()
        let (actor, number) = (actor, session.number)
        let leave = [NumberedRequest(number: nextRequest, request: .leave)]
        var request = calls.requests(access, leave, handled: nil)
        request.timeout = .seconds(2)
        let handle = transport.send(request) { _ in
            actor.enter(number) { driver in
                driver.abandoned[id] = nil
                driver.perform()
            }
        }
        abandoned[id] = handle
    }

    // MARK: Inputs

    /// Passes an input to the machine if `isWanted` still holds when nothing waits to be performed.
    ///
    /// A call on another thread may have decided to cancel what the input comes from.
    private func handle(
        _ input: SessionInput,
        if isWanted: (SessionDriver) -> Bool,
        taken: (SessionDriver) -> Void
    ) {
        repeat {
            perform()
            guard isWanted(self) else { return }
        } while !session.handle(input, at: loop.now)
        taken(self)
        perform()
    }

    private func set(_ timer: SessionTimer, _ delay: Duration) {
        timers.removeValue(forKey: timer)?.handle.cancel()
        let id = nextId()
        let (actor, number) = (actor, session.number)
        let handle = loop.schedule(after: delay) {
            actor.enter(number) { driver in
                driver.handle(.timer(timer)) {
                    $0.timers[timer]?.id == id
                } taken: {
                    $0.timers[timer] = nil
                }
            }
        }
        timers[timer] = (id, handle)
    }

    // MARK: Results

    private func emit(_ notice: SessionNotice) {
        if case .statusChanged(let status) = notice { self.status = status }
        switch notice {
        case .failed(let error), .error(let error):
            log(.warning, error.sentence(error.operationName?.phrase ?? "the session"))
        default: break
        }
        session.emit(
            SessionEvent(
                notice: notice,
                status: status,
                sequence: nextSequence,
                time: loop.now
            )
        )
        nextSequence += 1
    }

    private func complete(
        _ operation: OperationID,
        _ result: Result<OperationResult, OysterSDKError>
    ) {
        if case .failure(let error) = result {
            log(.info, error.sentence(error.operationName?.phrase ?? "an operation"))
        }
        session.operations.complete(operation, result)
    }

    private func log(_ level: OysterLogLevel, _ message: @autoclosure () -> String) {
        let number = session.number
        actor.dependencies.log.log(level, .core, "session \(number): \(message())")
    }

    /// Traps in debug builds; in release builds the session continues, and the log has the bug.
    private func reportUnexpected(_ input: String) {
        let error = OysterSDKError(OysterErrorCode.sessionIllegalState, cause: input)
        log(.error, error.sentence("the session machine"))
        assertionFailure(input)
    }

    // MARK: Secrets

    /// Remembers the secrets of an answer.
    private func noting(_ result: Result<ConnectAnswer, SessionFailure>)
        -> Result<ConnectAnswer, SessionFailure>
    {
        if case .success(let answer) = result {
            redactor = Redactor([token, answer.access.bearer, answer.ticket].compactMap(\.self))
        }
        return redacting(result)
    }

    private func noting(_ result: Result<LaneAnswer, SessionFailure>)
        -> Result<LaneAnswer, SessionFailure>
    {
        guard case .success(var answer) = result else { return redacting(result) }
        if let ticket = answer.ticket { redactor.add(ticket) }
        answer.redact(redactor)
        return .success(answer)
    }

    private func redacting<Answer>(_ result: Result<Answer, SessionFailure>)
        -> Result<Answer, SessionFailure>
    {
        result.mapError { $0.redacted(by: redactor) }
    }

    private func redacting(_ input: SessionInput) -> SessionInput {
        guard case .streamEnded(let failure) = input else { return input }
        return .streamEnded(failure.redacted(by: redactor))
    }
}

extension SessionFailure {
    /// The same failure without secrets in the server's words.
    fileprivate func redacted(by redactor: Redactor) -> SessionFailure {
        switch self {
        case .refused(var refusal):
            refusal.message = refusal.message.map(redactor.redact)
            refusal.answer?.redact(redactor)
            return .refused(refusal)
        case .network(let failure):
            let cause = redactor.redact(failure.cause)
            return .network(HTTPFailure(failure.kind, cause, isRefused: failure.isRefused))
        case .unintelligible, .ended: return self
        }
    }
}

extension LaneAnswer {
    fileprivate mutating func redact(_ redactor: Redactor) {
        items = items.map { item in
            guard var refusal = item.refusal else { return item }
            refusal.message = refusal.message.map(redactor.redact)
            return Item(number: item.number, refusal: refusal, issueId: item.issueId)
        }
    }
}
