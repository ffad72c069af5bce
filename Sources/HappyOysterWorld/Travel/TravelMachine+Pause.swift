// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

/// Pause: the request, its confirmation by a poll, and the leave of the media channel.
extension TravelMachine.Step {
    mutating func pause(_ operation: OperationID) {
        if let code = state.controlRefusal { return refuse(operation, .pause, code) }
        switch state.active?.playback {
        case .running(isReconnecting: false)?:
            let pausing = TravelMachine.Pausing(operations: [operation], requestedAt: time.now)
            state.active?.playback = .pausing(pausing)
            actions.append(.request(.pause))
        case .pausing(var pausing)?:
            let mustWaitAnew = pausing.isAccepted && pausing.operations.isEmpty
            pausing.operations.append(operation)
            pausing.isStalled = false
            state.active?.playback = .pausing(pausing)
            if mustWaitAnew { awaitConfirmation() }
        case .paused?, .reopening?:
            succeed(operation, stateResult)
        case .connecting?, .running(isReconnecting: true)?, nil:
            refuse(operation, .pause, OysterErrorCode.invalidState)
        }
    }

    mutating func pauseAnswered(_ error: OysterSDKError?) {
        guard let active = state.active else { return unexpected("the answer to pause") }
        if case .pausing(let pausing) = active.playback, !pausing.isAccepted {
            answered(pausing, error, isUncertain: active.isPauseUncertain)
        }
        // In another state a poll has confirmed the pause before this answer arrived.
        pollAfterConflict(error)
    }

    private mutating func answered(
        _ pausing: TravelMachine.Pausing,
        _ error: OysterSDKError?,
        isUncertain: Bool
    ) {
        // 409000 after a lost answer: the server accepted the earlier request, whose answer was
        // lost.
        let wasAccepted = error?.code == OysterErrorCode.serverStateConflict && isUncertain
        if let error, !wasAccepted { return pauseRefused(pausing, error) }
        var pausing = pausing
        pausing.isAccepted = true
        play(.pausing(pausing))
        awaitConfirmation()
    }

    mutating func pauseRefused(_ pausing: TravelMachine.Pausing, _ error: OysterSDKError) {
        if error.mayHaveBeenAccepted { state.active?.isPauseUncertain = true }
        state.active?.playback = .running(isReconnecting: false)
        let failure = error.after(tries: 1).during(.pause)
        for operation in pausing.operations { refuse(operation, failure) }
        if pausing.isReconnecting { reconnecting() }
    }

    private mutating func awaitConfirmation() {
        actions.append(.setTimer(.confirmation, settings.callbackTimeout))
    }

    mutating func confirmationTimedOut() {
        guard case .pausing(var pausing)? = state.active?.playback else {
            return unexpected("the bound of the pause's confirmation")
        }
        let operations = pausing.operations
        pausing.operations = []
        pausing.isStalled = true
        state.active?.playback = .pausing(pausing)
        for operation in operations {
            refuse(operation, .pause, OysterErrorCode.callbackTimeout)
        }
    }

    mutating func confirmPause(_ operations: [OperationID]) {
        state.active?.isPauseUncertain = false
        // A poll may confirm the pause before the answer to the request arrives. The host receives
        // `pausing` before `paused` in both cases.
        if state.status != .pausing {
            var pausing = TravelMachine.Pausing(operations: operations, requestedAt: time.now)
            pausing.isAccepted = true
            play(.pausing(pausing))
        }
        actions.append(.cancelTimer(.confirmation))
        actions.append(.cancelTimer(.noStream))
        actions.append(.leave)
        state.active?.clientStream.change(to: "PAUSED", at: time)
        play(.paused(TravelMachine.Paused(confirmedAt: time.now)))
        for operation in operations { succeed(operation, stateResult) }
        keepWaitingInstructions()
    }
}

extension OysterSDKError {
    /// Whether the server may have accepted the request: no answer arrived, or the answer was not
    /// one of the service.
    var mayHaveBeenAccepted: Bool {
        [
            OysterErrorCode.callbackTimeout, OysterErrorCode.localNetwork,
            OysterErrorCode.responseDecodeFailed, OysterErrorCode.proxyOrUnrecognized,
        ].contains(code)
    }

    /// Whether another try may help: a failure of the network or within the server.
    var isWorthRetrying: Bool {
        code == OysterErrorCode.localNetwork || (500_000...599_999).contains(code)
    }
}
