// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterStream

/// Start: token, feature gate, stream engine, enter-travel, join.
extension TravelMachine.Step {
    mutating func start(_ operation: OperationID, _ seconds: Int?, _ hasToken: Bool) {
        switch state.phase {
        case .idle: break
        case .over(let over):
            let isSwitchedOff = over.gateRefusal != nil
            let code =
                isSwitchedOff ? OysterErrorCode.featureGateDisabled : OysterErrorCode.invalidState
            return refuse(operation, .start, code)
        case .ending: return refuse(operation, .start, OysterErrorCode.invalidState)
        case .entering, .active:
            return refuse(operation, .start, OysterErrorCode.concurrentTravel)
        }
        guard hasToken else { return refuse(operation, .start, OysterErrorCode.tokenMissing) }
        move(
            to: .entering(
                TravelMachine.Entering(operation: operation, maxExperienceTimeSec: seconds)
            )
        )
        actions.append(.checkGate)
    }

    mutating func gateChecked(_ refusal: OysterSDKError?) {
        switch state.phase {
        case .entering(var entering):
            // In a later step this is the late answer for an earlier start.
            guard case .checkingGate = entering.progress else { return }
            if let refusal { return startFailed(entering.operation, refusal) }
            entering.progress = .preparingStream
            state.phase = .entering(entering)
            actions.append(.setTimer(.preparation, settings.callbackTimeout))
            actions.append(.prepareStream)
        case .idle, .active, .ending, .over: break  // the answer for a start that is over
        }
    }

    /// Sends the ticket only once a stream engine can play the travel: a ticket is good for one
    /// request.
    mutating func streamPrepared(_ refusal: OysterSDKError?) {
        switch state.phase {
        case .entering(var entering):
            // In another step this is the late answer for an earlier start.
            guard case .preparingStream = entering.progress else { return }
            actions.append(.cancelTimer(.preparation))
            if let refusal { return startFailed(entering.operation, refusal) }
            entering.progress = .requested(gateRefusal: nil)
            state.phase = .entering(entering)
            let seconds = entering.maxExperienceTimeSec
            actions.append(.request(.enterTravel(maxExperienceTimeSec: seconds)))
            actions.append(.setTimer(.entry, settings.callbackTimeout))
        case .idle, .active, .ending, .over: break  // the answer for a start that is over
        }
    }

    mutating func preparationTimedOut() {
        guard case .entering(let entering) = state.phase, case .preparingStream = entering.progress
        else { return unexpected("the bound of the stream engine's preparation") }
        streamPrepared(
            .streamEngine("the stream engine was not ready within \(state.callbackBound)")
        )
    }

    /// The request continues with a bound of its own: a travel that a late answer names is ended.
    mutating func entryTimedOut(missing: String?) {
        guard case .entering(let entering) = state.phase,
            case .requested(let gateRefusal) = entering.progress
        else { return unexpected("the bound of enter-travel") }
        abandonEntry(entering)
        let cause = "\(missing ?? "enter-travel was not answered") within \(state.callbackBound)"
        let error =
            gateRefusal
            ?? OysterSDKError(
                OysterErrorCode.callbackTimeout,
                cause: cause,
                diagnostics: ErrorDiagnostics(message: cause)
            )
        startFailed(entering.operation, error)
    }

    mutating func abandonEntry(_ entering: TravelMachine.Entering) {
        guard entering.isRequested else { return }
        actions.append(.cancelTimer(.entry))
        actions.append(.abandonEntry)
    }

    mutating func entered(_ result: Result<EnterTravelAnswer, OysterSDKError>) {
        switch state.phase {
        case .entering(let entering):
            guard case .requested(let gateRefusal) = entering.progress else {
                return unexpected("the answer to enter-travel")
            }
            actions.append(.cancelTimer(.entry))
            switch result {
            case .failure(let error): startFailed(entering.operation, error)
            case .success(let answer): connect(entering.operation, answer, gateRefusal)
            }
        case .ending(let ending): entered(whileEnding: ending, result)
        case .over(let over): entered(after: over, result)
        case .idle, .active: unexpected("the answer to enter-travel")
        }
    }

    /// The server has no travel, or the library cannot know: the travel is idle again.
    private mutating func startFailed(_ operation: OperationID, _ error: OysterSDKError) {
        move(to: .idle)
        refuse(operation, error.during(.start))
    }

    private mutating func connect(
        _ operation: OperationID,
        _ answer: EnterTravelAnswer,
        _ gateRefusal: OysterSDKError?
    ) {
        state.phase = .active(
            TravelMachine.Active(
                travel: TravelMachine.Entered(answer: answer, time: time.now),
                playback: .connecting(TravelMachine.Connecting(reason: .start(operation))),
                clientStream: TravelMachine.ClientStream(
                    StreamState.connecting.spelling,
                    sinceMs: time.wallClockMs
                )
            )
        )
        if let gateRefusal { return fail(gateRefusal) }
        actions.append(.emit(.infoReady(answer.travel)))
        if let url = answer.travel.firstFrame, !url.isEmpty {
            actions.append(.emit(.firstFrameGenerated(url)))
        }
        guard answer.rtcConfig != nil else {
            return fail(
                OysterErrorCode.realtimeConnectFailed,
                cause: "the server offered no channel to join (\(answer.rtcConfigFlaw))"
            )
        }
        actions.append(.setTimer(.poll, settings.pollInterval))
        join(answer)
        // The shorter time bounds the first join. When both are equal the bound of the join gives
        // the code, since the join is what did not complete.
        if answer.noStreamTimeout < settings.callbackTimeout {
            actions.append(.cancelTimer(.join))
            actions.append(.setTimer(.noStream, answer.noStreamTimeout))
        }
    }

    /// Joins the channel of start; every rejoin uses the same rtcConfig.
    mutating func join(_ answer: EnterTravelAnswer) {
        state.active?.clientStream.change(to: StreamState.connecting.spelling, at: time)
        actions.append(.setTimer(.join, settings.callbackTimeout))
        actions.append(.join(answer))
    }
}
