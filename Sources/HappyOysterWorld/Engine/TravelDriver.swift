// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterStream
internal import HappyOysterThreading

/// One travel on the loop: feeds its machine and does what the machine decides.
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
    /// What start found; nil before.
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

    /// Over, given back, and nothing of it on its way.
    var isDisposable: Bool {
        isOver && isReleased && requests.isEmpty && stream.isClosed && !machine.isEndUnconfirmed
    }

    /// What must not stand in any text.
    var redactor: Redactor {
        var redactor = Redactor(secrets)
        for token in [actor.account.token, lastToken] {
            if let token { redactor.add(token) }
        }
        return redactor
    }

    func handle(_ input: TravelInput) {
        let moment = Moment(now: dependencies.loop.now, wallClockMs: dependencies.loop.wallClockMs)
        let actions = machine.handle(input, at: moment)
        // Before the snapshot: for a host that finds the travel over, every command is refused.
        if actions.contains(.stopCommands) { stopCommands() }
        publish()
        for action in actions { perform(action) }
        endShare.set(machine.isEndPending, in: dependencies.ends)
        stream.connection?.travelStatusChanged(machine.status)
        if ticket == nil, !machine.isEndUnconfirmed { forgetRest() }
        publish()
    }

    func release() {
        isReleased = true
        if !isOver { handle(.end(nil)) }
    }

    /// Copies what other threads may read.
    func publish() {
        let machine = machine
        let (counters, stream) = (counters, stream)
        travel.publish { snapshot in
            snapshot.status = machine.status
            snapshot.isEndingOrOver = machine.isEndingOrOver
            snapshot.info = machine.info
            snapshot.update = machine.update
            snapshot.streamEngine = stream.engineName
            snapshot.connection = stream.connection ?? snapshot.connection
            snapshot.possible = Set(OysterAction.allCases.filter(machine.can))
            let dropped = snapshot.counters.eventsDropped
            snapshot.counters = counters
            snapshot.counters.eventsDropped = dropped
        }
        guard isOver else { return }
        // After the snapshot, so that a thread that is woken finds the travel over.
        travel.view.finish()
        travel.audio.finish()
    }

    private func perform(_ action: TravelAction) {
        switch action {
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
        case .stopCommands: break  // done before the snapshot
        case .emit(let notice): emit(notice)
        case .complete(let operation, let result): complete(operation, result)
        case .forgetSecrets: ticket = nil
        case .log(let level, let message): log(level, message)
        }
    }

    private func log(_ level: OysterLogLevel, _ message: @autoclosure () -> String) {
        let number = travel.number
        dependencies.log.log(level, .world, "travel \(number): \(message())")
    }

    /// The host learns of a failure by `done`; the log says it, too, one level lower than an event.
    private func complete(
        _ operation: OperationID,
        _ result: Result<OysterResult, OysterSDKError>
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
                driver.handle(driver.input(for: timer))
            }
        }
    }

    private func input(for timer: TravelTimer) -> TravelInput {
        timer == .entry ? .entryOverdue(missing: requests.missing(.enterTravel)) : .timer(timer)
    }

    func emit(_ notice: TravelNotice) {
        if case .statusChanged(let status) = notice {
            publishedStatus = status
            log(.info, "the status is \(status.rawValue)")
        }
        if case .error(let error) = notice {
            // What the host itself has overtaken is no reason to warn.
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

    /// Nothing follows a terminal status, and a failure that ends the travel was an event already.
    func reportUnhandled(_ error: OysterSDKError) {
        guard !isOver, !error.endsTravel else { return }
        emit(.error(error))
    }

    /// Token and RTC secrets are needed while the end is asked for: to ask, and to redact answers.
    private func forgetRest() {
        secrets = []
        lastToken = nil
    }
}

extension OysterSDKError {
    /// What failed, for the log.
    fileprivate var subject: String {
        if let operation { return operation.rawValue }
        if endsTravel { return "the travel" }
        return code == OysterErrorCode.aborted ? "an operation" : "a request in the background"
    }
}
