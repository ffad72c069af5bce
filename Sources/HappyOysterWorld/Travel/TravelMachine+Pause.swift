// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

/// Pause: request, confirmation by the poll, leaving the channel.
extension TravelMachine {
    mutating func pause(_ operation: OperationID) {
        if let code = controlRefusal { return refuse(operation, .pause, code) }
        switch phase {
        case .running(false):
            let pausing = Pausing(operations: [operation], requestedAt: moment.now)
            phase = .pausing(pausing)
            actions.append(.request(.pause))
        case .pausing(var pausing):
            let mustWaitAnew = pausing.isAccepted && pausing.operations.isEmpty
            pausing.operations.append(operation)
            pausing.isStalled = false
            phase = .pausing(pausing)
            if mustWaitAnew { awaitConfirmation() }
        case .paused, .reopening:
            succeed(operation, stateResult)
        default:
            refuse(operation, .pause, OysterErrorCode.invalidState)
        }
    }

    mutating func pauseAnswered(_ error: OysterSDKError?) {
        guard case .pausing(var pausing) = phase, !pausing.isAccepted else { return }
        // An earlier try whose answer was lost had been accepted: the server pauses already.
        let wasAccepted = error?.code == OysterErrorCode.serverStateConflict && isPauseUncertain
        if let error, !wasAccepted { return pauseRefused(pausing, error) }
        pausing.isAccepted = true
        move(to: .pausing(pausing))
        awaitConfirmation()
    }

    private mutating func pauseRefused(_ pausing: Pausing, _ error: OysterSDKError) {
        if error.mayHaveBeenAccepted { isPauseUncertain = true }
        phase = .running(isReconnecting: false)
        for operation in pausing.operations { refuse(operation, error.during(.pause)) }
        if pausing.isReconnecting { reconnecting() }
    }

    private mutating func awaitConfirmation() {
        actions.append(.setTimer(.confirmation, settings.callbackTimeout))
    }

    mutating func confirmationTimedOut() {
        guard case .pausing(var pausing) = phase else { return }
        let operations = pausing.operations
        pausing.operations = []
        pausing.isStalled = true
        phase = .pausing(pausing)
        for operation in operations {
            refuse(operation, .pause, OysterErrorCode.callbackTimeout)
        }
    }

    mutating func confirmPause(_ operations: [OperationID]) {
        isPauseUncertain = false
        // The poll may know before the answer does; hosts see one order of statuses all the same.
        if status != .pausing {
            move(
                to: .pausing(
                    Pausing(operations: operations, requestedAt: moment.now, isAccepted: true)
                )
            )
        }
        actions.append(.cancelTimer(.confirmation))
        actions.append(.cancelTimer(.noStream))
        actions.append(.leave)
        setClientStream("PAUSED")
        move(to: .paused(Paused(confirmedAt: moment.now)))
        for operation in operations { succeed(operation, stateResult) }
        keepWaitingInstructions()
    }
}

extension OysterSDKError {
    /// Whether the server may have done what it was asked: no answer came, or none of its own.
    var mayHaveBeenAccepted: Bool {
        switch code {
        case OysterErrorCode.callbackTimeout, OysterErrorCode.localNetwork,
            OysterErrorCode.responseDecodeFailed, OysterErrorCode.proxyOrUnrecognized:
            true
        default: false
        }
    }

    /// Whether another try may help: the network, or the server's own trouble.
    var isWorthRetrying: Bool {
        code == OysterErrorCode.localNetwork || (500_000...599_999).contains(code)
    }
}
