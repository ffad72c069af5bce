// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

/// Resume and rewind: settle time, request with retries, rejoin.
extension TravelMachine.Step {
    mutating func resume(_ operation: OperationID) {
        if let code = state.controlRefusal { return refuse(operation, .resume, code) }
        switch state.active?.playback {
        case .paused(let paused)?:
            reopen(TravelMachine.Reopening(kind: .resume([operation]), paused: paused))
        case .reopening(var reopening)?:
            guard case .resume(let operations) = reopening.kind else {
                return refuse(operation, .resume, OysterErrorCode.invalidState)
            }
            reopening.kind = .resume(operations + [operation])
            state.active?.playback = .reopening(reopening)
        case .connecting(var connecting)?:
            guard case .resume(let operations) = connecting.reason else {
                return refuse(operation, .resume, OysterErrorCode.invalidState)
            }
            connecting.reason = .resume(operations + [operation])
            state.active?.playback = .connecting(connecting)
        case .running(isReconnecting: false)?:
            succeed(operation, stateResult)
        case .running(isReconnecting: true)?, .pausing?, nil:
            refuse(operation, .resume, OysterErrorCode.invalidState)
        }
    }

    mutating func rewind(_ operation: OperationID, _ second: Double) {
        if let code = state.rewindRefusal { return refuse(operation, .rewind, code) }
        guard case .paused(let paused)? = state.active?.playback else {
            return refuse(operation, .rewind, OysterErrorCode.invalidState)
        }
        reopen(TravelMachine.Reopening(kind: .rewind(operation, toSec: second), paused: paused))
    }

    /// Waits for the rest of the settle time, so that the late closing of the old channel cannot
    /// close the new one.
    private mutating func reopen(_ reopening: TravelMachine.Reopening) {
        state.active?.playback = .reopening(reopening)
        let settled = reopening.paused.confirmedAt + settings.settleTime
        if settled > time.now {
            actions.append(.setTimer(.barrier, settled - time.now))
        } else {
            actions.append(.cancelTimer(.barrier))
            requestReopening(reopening)
        }
    }

    private mutating func requestReopening(_ reopening: TravelMachine.Reopening) {
        var reopening = reopening
        reopening.isRequested = true
        state.active?.playback = .reopening(reopening)
        switch reopening.kind {
        case .resume: actions.append(.request(.resume))
        case .rewind(_, let second): actions.append(.request(.rewind(toSec: second)))
        }
    }

    /// The settle time has passed: for a request, or for a channel that the server has reopened.
    mutating func barrierPassed() {
        switch state.active?.playback {
        case .reopening(let reopening)? where !reopening.isRequested: requestReopening(reopening)
        case .paused(let paused)? where paused.isServerRunning: rejoin(.resume([]))
        case .connecting?, .running?, .pausing?, .paused?, .reopening?, nil:
            unexpected("the end of the settle time")
        }
    }

    mutating func retryPassed() {
        guard case .reopening(let reopening)? = state.active?.playback, !reopening.isRequested
        else { return unexpected("the time of a retry") }
        requestReopening(reopening)
    }

    mutating func resumeAnswered(_ error: OysterSDKError?) {
        guard case .reopening(let reopening)? = state.active?.playback, reopening.isRequested,
            case .resume(let operations) = reopening.kind
        else { return unexpected("the answer to resume") }
        // A conflict after a lost answer: the server accepted that earlier request and runs.
        let wasAccepted =
            error?.code == OysterErrorCode.serverStateConflict
            && reopening.paused.isResumeUncertain
        if let error, !wasAccepted {
            reopeningFailed(reopening, error)
        } else {
            rejoin(.resume(operations))
        }
        pollAfterConflict(error)
    }

    mutating func rewindAnswered(_ result: Result<RewindAnswer, OysterSDKError>) {
        guard case .reopening(let reopening)? = state.active?.playback, reopening.isRequested,
            case .rewind(let operation, _) = reopening.kind
        else { return unexpected("the answer to rewind") }
        switch result {
        case .failure(let error):
            reopeningFailed(reopening, error)
            pollAfterConflict(error)
        case .success(let answer): rejoin(.rewind(operation, answer))
        }
    }

    mutating func reopeningFailed(_ reopening: TravelMachine.Reopening, _ error: OysterSDKError) {
        var reopening = reopening
        reopening.isRequested = false
        if error.mayHaveBeenAccepted { reopening.paused.isResumeUncertain = true }
        if error.isWorthRetrying, reopening.failures < settings.retryDelays.count {
            let delay = max(settings.retryDelays[reopening.failures], error.retryAfter)
            actions.append(.setTimer(.retry, delay))
            reopening.failures += 1
            state.active?.playback = .reopening(reopening)
            return
        }
        state.active?.playback = .paused(reopening.paused)
        let error = error.after(tries: reopening.failures + 1)
        switch reopening.kind {
        case .resume(let operations):
            for operation in operations { refuse(operation, error.during(.resume)) }
        case .rewind(let operation, _):
            if let operation { refuse(operation, error.during(.rewind)) }
        }
    }

    mutating func rejoin(_ reason: TravelMachine.Connecting.Reason) {
        guard var active = state.active else { return }
        // A poll that was sent before describes the time before.
        active.listsSince = time.now
        if case .rewind = reason, active.travel.update != TravelUpdate() {
            active.travel.update = TravelUpdate()
            actions.append(.emit(.updated(active.travel.update)))
        }
        state.active = active
        play(.connecting(TravelMachine.Connecting(reason: reason)))
        join(active.travel.answer)
    }
}

extension OysterSDKError {
    /// The same error, whose message says how often the request was sent.
    ///
    /// Only where that matters: after a repetition, and where one might have helped or the server may
    /// have accepted the request.
    func after(tries: Int) -> OysterSDKError {
        guard tries > 1 || mayHaveBeenAccepted || isWorthRetrying else { return self }
        let text = message.last == "." ? String(message.dropLast()) : message
        return OysterSDKError(
            code,
            message: "\(text); the request was sent \(tries == 1 ? "once" : "\(tries) times").",
            diagnostics: diagnostics,
            operation: operationName,
            endsTravel: endsTravel
        )
    }
}
