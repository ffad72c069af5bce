// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

/// Start: token, gate, enter-travel, join, first frame.
extension TravelMachine {
    mutating func start(_ operation: OperationID, _ seconds: Int?, _ hasToken: Bool) {
        switch phase {
        case .idle: break
        case .over, .ending: return refuse(operation, .start, OysterErrorCode.invalidState)
        default: return refuse(operation, .start, OysterErrorCode.concurrentTravel)
        }
        guard hasToken else { return refuse(operation, .start, OysterErrorCode.tokenMissing) }
        move(to: .entering(Entering(operation: operation, maxExperienceTimeSec: seconds)))
        actions.append(.checkGate)
    }

    mutating func gateChecked(_ refusal: OysterSDKError?) {
        guard case .entering(var entering) = phase, !entering.isRequested else { return }
        if let refusal { return startFailed(entering.operation, refusal) }
        entering.isRequested = true
        phase = .entering(entering)
        actions.append(
            .request(.enterTravel(maxExperienceTimeSec: entering.maxExperienceTimeSec))
        )
    }

    mutating func entered(_ result: Result<EnterTravelAnswer, OysterSDKError>) {
        if case .ending(let ending) = phase, ending.isWaitingForEntry {
            return enteredWhileEnding(result)
        }
        if case .over = phase { return enteredTooLate(result) }
        guard case .entering(let entering) = phase else { return }
        switch result {
        case .failure(let error): startFailed(entering.operation, error)
        case .success(let answer): connect(entering, answer)
        }
    }

    /// Nothing was created, or we cannot know: the travel is as if it had not been started.
    private mutating func startFailed(_ operation: OperationID, _ error: OysterSDKError) {
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
                message: "The server offered no channel to join (rtcConfig is null)."
            )
        }
        clientStream = ("CONNECTING", moment.wallClockMs)
        actions.append(.setTimer(.noStream, answer.noStreamTimeout))
        actions.append(.setTimer(.poll, settings.pollInterval))
        join(answer)
    }

    /// Joins the channel of start; every rejoin uses the same rtcConfig.
    mutating func join(_ answer: EnterTravelAnswer) {
        setClientStream("CONNECTING")
        actions.append(.setTimer(.join, settings.callbackTimeout))
        actions.append(.join(answer))
    }
}
