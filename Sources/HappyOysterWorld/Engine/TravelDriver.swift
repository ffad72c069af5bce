// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterStream
internal import HappyOysterThreading

/// Drives one travel on the loop: feeds its machine and performs the returned actions.
///
/// Not Sendable: it belongs to its engine's actor.
final class TravelDriver {
    private let live = LiveObject("TravelDriver")
    let travel: Travel
    let commandSlot: CommandSlot
    /// The command slot's life that is ours.
    let generation: UInt32
    unowned let actor: EngineActor
    let client: APIClient
    let dependencies: EngineDependencies
    var machine: TravelMachine
    /// Nil once the travel is over.
    var ticket: Secret?
    var secrets: [Secret]
    /// The token of the newest request, until the server has confirmed the end.
    var lastToken: Secret?
    private var endShare = EndShare()
    var timers: [TravelTimer: any Cancellable] = [:]
    var requests = RequestLedger()
    var stream = StreamSlot()
    /// The prepared stream engine; nil before start.
    var streamSelection: StreamSelection?
    var recording = RecordingPlan()
    var sampler = CommandSampler()
    var throttle = ErrorThrottle()
    var commandTimer: (any Cancellable)?
    var counters = TravelCounters()
    private var nextSequence: UInt64 = 1
    private var publishedStatus = OysterTravelStatus.idle
    private var isReleased = false

    init(
        travel: Travel,
        ticket: Secret,
        commandSlot: CommandSlot,
        generation: UInt32,
        actor: EngineActor
    ) {
        self.travel = travel
        self.ticket = ticket
        self.commandSlot = commandSlot
        self.generation = generation
        self.actor = actor
        dependencies = actor.dependencies
        secrets = [ticket]
        client = APIClient(dependencies: actor.dependencies, config: travel.config)
        machine = TravelMachine(
            settings: .init(
                callbackTimeout: travel.config.callbackTimeout,
                pollInterval: travel.config.pollInterval
            )
        )
    }

    var isOver: Bool { machine.status.isTerminal }

    /// Whether the travel is over and released, with no request and no open stream connection.
    var isDisposable: Bool {
        isOver && isReleased && requests.isEmpty && stream.isClosed && !machine.isEndUnconfirmed
    }

    /// Removes the travel's secrets from texts.
    var redactor: Redactor {
        var redactor = Redactor(secrets)
        for token in [actor.tokens.token, lastToken] {
            if let token { redactor.add(token) }
        }
        return redactor
    }

    func handle(_ input: TravelInput) {
        let time = InputTime(now: dependencies.loop.now, wallClockMs: dependencies.loop.wallClockMs)
        for action in machine.handle(input, at: time) { perform(action) }
        endShare.set(machine.isEndPending, in: dependencies.ends)
        stream.connection?.travelStatusChanged(machine.status)
        if ticket == nil, !machine.isEndUnconfirmed { forgetRest() }
        publishStats()
    }

    func release() {
        isReleased = true
        if !isOver { handle(.end(nil)) }
    }

    private func publish(_ snapshot: TravelSnapshot) {
        travel.publish { $0.snapshot = snapshot }
        guard snapshot.status.isTerminal else { return }
        // After the snapshot, so that a thread that wakes up reads that the travel is over.
        travel.view.finish()
        travel.audio.finish()
    }

    /// Copies what the driver counts, and the stream that it uses.
    func publishStats() {
        let (counters, stream) = (counters, stream)
        travel.publish { published in
            published.streamEngine = stream.engineName
            published.connection = stream.connection
            let dropped = published.counters.eventsDropped
            published.counters = counters
            published.counters.eventsDropped = dropped
        }
    }

    private func perform(_ action: TravelAction) {
        switch action {
        case .stopCommands(let isSwitchedOff): stopCommands(isSwitchedOff: isSwitchedOff)
        case .publish(let snapshot): publish(snapshot)
        case .checkGate:
            let (number, config) = (travel.number, travel.config)
            actor.assumeIsolated { $0.checkGate(for: number, config) }
        case .prepareStream: prepareStream()
        case .request(let request): send(request)
        case .cancelRequests: requests.cancelAll()
        case .cancelRequest(let name): requests.cancel(name)
        case .abandonEntry: requests.abandon(.enterTravel)
        case .setTimer(let timer, let delay): set(timer, delay)
        case .cancelTimer(let timer): timers.removeValue(forKey: timer)?.cancel()
        case .join(let answer): join(answer)
        case .leave: leave()
        case .emit(let notice): emit(notice)
        case .complete(let operation, let result): complete(operation, result)
        case .forgetSecrets: ticket = nil
        case .log(let level, let message): log(level, message)
        case .reportUnexpected(let input): reportUnexpected(input)
        }
    }

    /// Traps in debug builds; in release builds the travel continues, and the log has the bug.
    private func reportUnexpected(_ input: String) {
        let error = OysterSDKError(OysterErrorCode.invalidState, cause: input)
        log(.error, error.sentence("the travel machine"))
        assertionFailure(input)
    }

    private func log(_ level: OysterLogLevel, _ message: @autoclosure () -> String) {
        let number = travel.number
        dependencies.log.log(level, .world, "travel \(number): \(message())")
    }

    /// Completes an operation; a failure is logged one level lower than an error event.
    private func complete(
        _ operation: OperationID,
        _ result: Result<OperationResult, OysterSDKError>
    ) {
        if case .failure(let error) = result {
            log(.info, error.sentence(error.subject))
        }
        travel.operations.complete(operation, result)
    }

    private func set(_ timer: TravelTimer, _ delay: Duration) {
        timers.removeValue(forKey: timer)?.cancel()
        let (actor, number) = (actor, travel.number)
        timers[timer] = dependencies.loop.schedule(after: delay) {
            actor.enter(number) { driver in
                driver.timers[timer] = nil
                driver.handle(.timer(timer, missing: driver.missing(at: timer)))
            }
        }
    }

    /// What a step still waits for when its time has passed.
    private func missing(at timer: TravelTimer) -> String? {
        switch timer {
        case .entry: requests.missing(.enterTravel)
        case .join: stream.pendingRequest
        case .preparation, .firstFrame, .noStream, .poll, .confirmation, .barrier, .retry, .end,
            .endRetry:
            nil
        }
    }

    func emit(_ notice: TravelNotice) {
        if case .statusChanged(let status) = notice {
            publishedStatus = status
            log(.info, "the status is \(status.rawValue)")
        }
        if case .error(let error) = notice {
            // An operation that the host overtook with end is no reason for a warning.
            let level: OysterLogLevel = error.code == OysterErrorCode.aborted ? .info : .warning
            log(level, error.sentence(error.subject))
        }
        travel.emit(
            TravelEvent(
                notice: notice,
                status: publishedStatus,
                sequence: nextSequence,
                time: dependencies.loop.now
            )
        )
        nextSequence += 1
    }

    /// Emits a failure without a completion handler as an event.
    ///
    /// No event follows a terminal status, and a failure that ended the travel was an event before.
    func reportUnhandled(_ error: OysterSDKError) {
        guard !isOver, !error.endsTravel else { return }
        emit(.error(error))
    }

    /// Forgets token and RTC secrets; the requests to end need them until the server confirms.
    private func forgetRest() {
        secrets = []
        lastToken = nil
    }
}

extension OysterSDKError {
    /// What failed, for the log.
    fileprivate var subject: String {
        if let operationName { return operationName.phrase }
        if endsTravel { return "the travel" }
        return code == OysterErrorCode.aborted ? "an operation" : "a request in the background"
    }
}
