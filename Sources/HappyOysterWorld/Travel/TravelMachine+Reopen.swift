// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

/// Resume and rewind: settle barrier, request with retries, rejoin.
extension TravelMachine {
    mutating func resume(_ operation: OperationID) {
        if let code = controlRefusal { return refuse(operation, .resume, code) }
        switch phase {
        case .paused(let paused):
            reopen(Reopening(kind: .resume([operation]), paused: paused))
        case .reopening(var reopening):
            guard case .resume(let operations) = reopening.kind else {
                return refuse(operation, .resume, OysterErrorCode.invalidState)
            }
            reopening.kind = .resume(operations + [operation])
            phase = .reopening(reopening)
        case .connecting(var connecting):
            guard case .resume(let operations) = connecting.reason else {
                return refuse(operation, .resume, OysterErrorCode.invalidState)
            }
            connecting.reason = .resume(operations + [operation])
            phase = .connecting(connecting)
        case .running(false):
            succeed(operation, stateResult)
        default:
            refuse(operation, .resume, OysterErrorCode.invalidState)
        }
    }

    mutating func rewind(_ operation: OperationID, _ second: Double) {
        if let code = rewindRefusal { return refuse(operation, .rewind, code) }
        guard case .paused(let paused) = phase else {
            return refuse(operation, .rewind, OysterErrorCode.invalidState)
        }
        reopen(Reopening(kind: .rewind(operation, toSec: second), paused: paused))
    }

    /// Waits for the rest of the settle time, so that the late teardown of the old room cannot
    /// close the new one.
    private mutating func reopen(_ reopening: Reopening) {
        phase = .reopening(reopening)
        let settled = reopening.paused.confirmedAt + settings.settleTime
        if settled > moment.now {
            actions.append(.setTimer(.barrier, settled - moment.now))
        } else {
            requestReopening()
        }
    }

    mutating func requestReopening() {
        guard case .reopening(var reopening) = phase else { return }
        reopening.isRequested = true
        phase = .reopening(reopening)
        switch reopening.kind {
        case .resume: actions.append(.request(.resume))
        case .rewind(_, let second): actions.append(.request(.rewind(toSec: second)))
        }
    }

    mutating func resumeAnswered(_ error: OysterSDKError?) {
        guard case .reopening(let reopening) = phase,
            case .resume(let operations) = reopening.kind
        else { return }
        // An earlier try whose answer was lost had been accepted: the server runs already.
        let wasAccepted =
            error?.code == OysterErrorCode.serverStateConflict
            && reopening.paused.isResumeUncertain
        if let error, !wasAccepted { return reopeningFailed(reopening, error) }
        rejoin(.resume(operations))
    }

    mutating func rewindAnswered(_ result: Result<RewindAnswer, OysterSDKError>) {
        guard case .reopening(let reopening) = phase,
            case .rewind(let operation, _) = reopening.kind
        else { return }
        switch result {
        case .failure(let error): reopeningFailed(reopening, error)
        case .success(let answer): rejoin(.rewind(operation, answer))
        }
    }

    mutating func reopeningFailed(_ reopening: Reopening, _ error: OysterSDKError) {
        var reopening = reopening
        reopening.isRequested = false
        if error.mayHaveBeenAccepted { reopening.paused.isResumeUncertain = true }
        if error.isWorthRetrying, reopening.failures < settings.retryDelays.count {
            let delay = max(settings.retryDelays[reopening.failures], error.retryAfter)
            actions.append(.setTimer(.retry, delay))
            reopening.failures += 1
            phase = .reopening(reopening)
            return
        }
        phase = .paused(reopening.paused)
        switch reopening.kind {
        case .resume(let operations):
            for operation in operations { refuse(operation, error.during(.resume)) }
        case .rewind(let operation, _):
            if let operation { refuse(operation, error.during(.rewind)) }
        }
    }

    mutating func rejoin(_ reason: Connecting.Reason) {
        guard let entry else { return }
        // A poll that was asked earlier describes the time before.
        listsSince = moment.now
        if case .rewind = reason, update != TravelUpdate() {
            update = TravelUpdate()
            actions.append(.emit(.updated(update)))
        }
        move(to: .connecting(Connecting(reason: reason)))
        join(entry)
    }
}
