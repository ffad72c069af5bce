// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

/// The status poll: the only source of the server's truth, and the heartbeat.
extension TravelMachine {
    /// The poll that is on its way, and what the next one has to wait for.
    struct Polling {
        var isRequested = false
        /// A poll is wanted that is asked later than the one on its way.
        var isWantedAgain = false
        /// The server wants no poll before.
        var heldUntil: Duration = .zero
    }

    mutating func poll() {
        guard isInFlight, !polling.isRequested else { return }
        polling.isRequested = true
        let heartbeat = Heartbeat(
            clientStreamStatus: clientStream.status,
            sinceMs: clientStream.sinceMs
        )
        actions.append(.request(.status(heartbeat)))
    }

    /// Polls as soon as the server allows it.
    mutating func pollNow() {
        guard isInFlight else { return }
        if polling.isRequested {
            polling.isWantedAgain = true
        } else if polling.heldUntil > moment.now {
            actions.append(.setTimer(.poll, polling.heldUntil - moment.now))
        } else {
            actions.append(.cancelTimer(.poll))
            poll()
        }
    }

    mutating func polled(
        _ asked: Duration,
        _ result: Result<TravelStatusAnswer, OysterSDKError>
    ) {
        guard isInFlight else { return }
        polling.isRequested = false
        switch result {
        case .failure(let error):
            polling.heldUntil = moment.now + error.retryAfter
            setPollTimer(asked)
            if let report = outage.failed(error, at: moment.now) {
                actions.append(.emit(.error(report)))
            }
        case .success(let answer):
            setPollTimer(asked)
            learn(answer, asked: asked)
        }
    }

    private mutating func setPollTimer(_ asked: Duration) {
        let regular = polling.isWantedAgain ? moment.now : asked + settings.pollInterval
        polling.isWantedAgain = false
        let next = max(regular, polling.heldUntil)
        actions.append(.setTimer(.poll, max(.zero, next - moment.now)))
    }

    private mutating func learn(_ answer: TravelStatusAnswer, asked: Duration) {
        let recovery = outage.succeeded(at: moment.now)
        if let recovery { actions.append(.log(.info, recovery)) }
        // A failed travel loses its lists; what was known stays.
        let isNews = answer.update != update || recovery != nil
        if answer.status != .failed, asked >= listsSince, isNews {
            update = answer.update
            actions.append(.emit(.updated(update)))
        }
        switch answer.status {
        case .failed: serverFailed(answer)
        case .completed: serverCompleted()
        case .initial, .pending, .running, .paused, .other: follow(answer.status, asked: asked)
        }
    }

    /// Source of the code: the Android SDK reports 500001; no-stream has a code of its own.
    private mutating func serverFailed(_ answer: TravelStatusAnswer) {
        let isNoStream = answer.errorCode == "TRAVEL_NO_STREAM_AUTO_END"
        let words = [answer.errorCode, answer.errorMessage].compactMap(\.self)
        let reason = words.isEmpty ? "without a reason" : "with \(words.joined(separator: ": "))"
        let error = OysterSDKError(
            isNoStream ? OysterErrorCode.streamAutoEnd : OysterErrorCode.serverInferenceFailed,
            cause: "the server reports that the travel failed \(reason)",
            raw: ErrorDiagnostics(errorCode: answer.errorCode, errorMessage: answer.errorMessage)
        )
        finish(.failed, error: error, confirmed: true)
    }

    private mutating func serverCompleted() {
        finish(.ended, error: nil, confirmed: true)
    }
}

extension TravelInput {
    /// Whether the service refused an operation because its travel is in another state.
    var isConflict: Bool {
        let error: OysterSDKError? =
            switch self {
            case .pauseAnswered(let error), .resumeAnswered(let error): error
            case .rewindAnswered(.failure(let error)): error
            case .instructAnswered(_, _, .failure(let error)): error
            case .scriptAnswered(_, .failure(let error)): error
            default: nil
            }
        return error?.code == OysterErrorCode.serverStateConflict
    }
}
