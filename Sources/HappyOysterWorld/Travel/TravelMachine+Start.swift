// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterStream

/// Start: token, gate, stream engine, enter-travel, join, first frame.
extension TravelMachine {
    mutating func start(_ operation: OperationID, _ seconds: Int?, _ hasToken: Bool) {
        switch phase {
        case .idle: break
        case .over where switchedOff != nil:
            return refuse(operation, .start, OysterErrorCode.featureGateDisabled)
        case .over, .ending: return refuse(operation, .start, OysterErrorCode.invalidState)
        default: return refuse(operation, .start, OysterErrorCode.concurrentTravel)
        }
        guard hasToken else { return refuse(operation, .start, OysterErrorCode.tokenMissing) }
        move(to: .entering(Entering(operation: operation, maxExperienceTimeSec: seconds)))
        actions.append(.checkGate)
    }

    mutating func gateChecked(_ refusal: OysterSDKError?) {
        guard case .entering(var entering) = phase, !entering.isPreparing else { return }
        if let refusal { return startFailed(entering.operation, refusal) }
        entering.isPreparing = true
        phase = .entering(entering)
        actions.append(.setTimer(.preparation, settings.callbackTimeout))
        actions.append(.prepareStream)
    }

    /// The ticket is spent only when there is an engine that can show the travel.
    mutating func streamPrepared(_ refusal: OysterSDKError?) {
        guard case .entering(var entering) = phase, entering.isPreparing, !entering.isRequested
        else { return }
        actions.append(.cancelTimer(.preparation))
        if let refusal { return startFailed(entering.operation, refusal) }
        entering.isRequested = true
        phase = .entering(entering)
        actions.append(
            .request(.enterTravel(maxExperienceTimeSec: entering.maxExperienceTimeSec))
        )
        actions.append(.setTimer(.entry, settings.callbackTimeout))
    }

    /// The request goes on, with a bound of its own: a travel that a late answer names is ended.
    mutating func entryTimedOut(missing: String?) {
        guard case .entering(let entering) = phase else { return }
        abandonEntry(entering)
        let cause = "\(missing ?? "enter-travel was not answered") within \(callbackBound)"
        let error =
            entering.gateRefusal
            ?? OysterSDKError(
                OysterErrorCode.callbackTimeout,
                cause: cause,
                raw: ErrorDiagnostics(message: cause)
            )
        startFailed(entering.operation, error)
    }

    mutating func abandonEntry(_ entering: Entering) {
        guard entering.isRequested else { return }
        actions.append(.cancelTimer(.entry))
        actions.append(.abandonEntry)
    }

    mutating func preparationTimedOut() {
        streamPrepared(.streamEngine("the stream engine was not ready within \(callbackBound)"))
    }

    mutating func entered(_ result: Result<EnterTravelAnswer, OysterSDKError>) {
        if case .ending(let ending) = phase, ending.isWaitingForEntry {
            return enteredWhileEnding(result)
        }
        if case .over = phase { return enteredTooLate(result) }
        guard case .entering(let entering) = phase else { return }
        actions.append(.cancelTimer(.entry))
        switch result {
        case .failure(let error): startFailed(entering.operation, error)
        case .success(let answer): connect(entering, answer)
        }
    }

    /// Nothing was created, or we cannot know: the travel is as if it had not been started.
    mutating func startFailed(_ operation: OperationID, _ error: OysterSDKError) {
        move(to: .idle)
        refuse(operation, error.during(.start))
    }

    private mutating func connect(_ entering: Entering, _ answer: EnterTravelAnswer) {
        entry = answer
        enteredAt = moment.now
        phase = .connecting(Connecting(reason: .start(entering.operation)))
        if let refusal = entering.gateRefusal { return fail(refusal) }
        actions.append(.emit(.infoReady(answer.travel)))
        if let url = answer.travel.firstFrame, !url.isEmpty {
            actions.append(.emit(.firstFrameGenerated(url)))
        }
        guard answer.rtcConfig != nil else {
            return fail(
                OysterErrorCode.realtimeConnectFailed,
                cause: "the server offered no channel to join (rtcConfig is null)"
            )
        }
        clientStream = ("CONNECTING", moment.wallClockMs)
        actions.append(.setTimer(.poll, settings.pollInterval))
        join(answer)
        // The shorter time bounds the first join, at a tie the join's own: the join is what hangs.
        if answer.noStreamTimeout < settings.callbackTimeout {
            actions.append(.cancelTimer(.join))
            actions.append(.setTimer(.noStream, answer.noStreamTimeout))
        }
    }

    /// Joins the channel of start; every rejoin uses the same rtcConfig.
    mutating func join(_ answer: EnterTravelAnswer) {
        setClientStream("CONNECTING")
        actions.append(.setTimer(.join, settings.callbackTimeout))
        actions.append(.join(answer))
    }
}
