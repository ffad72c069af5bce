// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

extension TravelMachine {
    /// The handling of one input: the state that it changes, and the actions decided so far.
    struct Step {
        var state: State
        let time: InputTime
        var actions: [TravelAction] = []
        /// Whether commands are refused from now on.
        var stopsCommands = false

        var settings: Settings { state.settings }

        init(state: State, time: InputTime) {
            self.state = state
            self.time = time
        }
    }
}

extension TravelMachine.Step {
    mutating func take(_ input: TravelInput) {
        switch input {
        case .start(let operation, let seconds, let hasToken): start(operation, seconds, hasToken)
        case .pause(let operation): pause(operation)
        case .resume(let operation): resume(operation)
        case .rewind(let operation, let second): rewind(operation, second)
        case .instruct(let operation, let text): instruct(operation, text)
        case .updateScript(let operation, let script): updateScript(operation, script)
        case .end(let operation): end(operation)
        case .cancel(let operation): cancel(operation)
        case .tokenUpdated: tokenUpdated()
        case .gateChecked(let refusal): gateChecked(refusal)
        case .streamPrepared(let refusal): streamPrepared(refusal)
        case .gateClosed(let error): gateClosed(error)
        case .entered(let result): entered(result)
        case .polled(let asked, let result): polled(asked, result)
        case .pauseAnswered(let error): pauseAnswered(error)
        case .resumeAnswered(let error): resumeAnswered(error)
        case .rewindAnswered(let result): rewindAnswered(result)
        case .instructAnswered(let operation, let text, let result):
            instructAnswered(operation, text, result)
        case .scriptAnswered(let operation, let result): scriptAnswered(operation, result)
        case .endAnswered(let result): endAnswered(result)
        case .joinRefused(let error): joinRefused(error)
        case .stream(let state): streamChanged(state)
        case .firstFrame: firstFrame()
        case .streamFailed(let message): streamFailed(message)
        case .timer(let timer, let missing): fired(timer, missing: missing)
        }
        guard let playback = state.active?.playback else { return }
        state.active?.serverState.note(playback.settled, at: time.now)
    }

    private mutating func fired(_ timer: TravelTimer, missing: String?) {
        switch timer {
        case .preparation: preparationTimedOut()
        case .entry: entryTimedOut(missing: missing)
        case .join: joinTimedOut(pending: missing)
        case .firstFrame: firstFrameTimedOut()
        case .noStream: noStream()
        case .poll: poll()
        case .confirmation: confirmationTimedOut()
        case .barrier: barrierPassed()
        case .retry: retryPassed()
        case .end: endTimedOut()
        case .endRetry: endRetryPassed()
        }
    }

    /// Changes the phase, and notifies listeners when the status changed with it.
    mutating func move(to next: TravelMachine.Phase) {
        let before = state.status
        state.phase = next
        if state.status != before { actions.append(.emit(.statusChanged(state.status))) }
    }

    /// Changes what an active travel plays, and notifies listeners when the status changed with it.
    mutating func play(_ next: TravelMachine.Playback) {
        guard var active = state.active else { return }
        active.playback = next
        move(to: .active(active))
    }

    mutating func succeed(_ operation: OperationID, _ result: OperationResult) {
        actions.append(.complete(operation, .success(result)))
    }

    mutating func refuse(_ operation: OperationID, _ kind: OperationName, _ code: Int) {
        refuse(operation, state.refusal(kind, code))
    }

    mutating func refuse(_ operation: OperationID, _ error: OysterSDKError) {
        actions.append(.complete(operation, .failure(error)))
    }

    /// Reports an input that cannot happen in the current phase.
    mutating func unexpected(_ input: String) {
        actions.append(.reportUnexpected("\(input) is unexpected while \(state.situation)"))
    }

    /// Result of pause and resume.
    var stateResult: OperationResult {
        .state(OysterTravelStateData(encryptedTravelId: state.travelId, status: state.status))
    }
}
