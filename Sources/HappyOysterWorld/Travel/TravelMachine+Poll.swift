// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

extension TravelMachine {
    /// The poll in flight, and what the next poll waits for.
    struct Polling {
        var isRequested = false
        /// A poll is wanted that is sent later than the one in flight.
        var isWantedAgain = false
        /// The server asked for no poll before this time.
        var heldUntil: Duration = .zero
    }
}

/// The status poll: the only report of the server's state, and the heartbeat.
extension TravelMachine.Step {
    mutating func poll() {
        guard let active = state.active else { return unexpected("the time of a poll") }
        guard !active.polling.isRequested else { return }
        state.active?.polling.isRequested = true
        let heartbeat = Heartbeat(
            clientStreamStatus: active.clientStream.status,
            sinceMs: active.clientStream.sinceMs
        )
        actions.append(.request(.status(heartbeat)))
    }

    /// Polls at once when the service refused an operation because its travel is in another state.
    mutating func pollAfterConflict(_ error: OysterSDKError?) {
        if error?.code == OysterErrorCode.serverStateConflict { pollNow() }
    }

    /// Polls as soon as the server allows it.
    private mutating func pollNow() {
        guard let polling = state.active?.polling else { return }
        if polling.isRequested {
            state.active?.polling.isWantedAgain = true
        } else if polling.heldUntil > time.now {
            actions.append(.setTimer(.poll, polling.heldUntil - time.now))
        } else {
            actions.append(.cancelTimer(.poll))
            poll()
        }
    }

    mutating func polled(
        _ asked: Duration,
        _ result: Result<TravelStatusAnswer, OysterSDKError>
    ) {
        guard var active = state.active else { return unexpected("the answer to a poll") }
        active.polling.isRequested = false
        switch result {
        case .failure(let error):
            active.polling.heldUntil = time.now + error.retryAfter
            setPollTimer(&active.polling, asked)
            if let report = active.outage.failed(error, at: time.now) {
                actions.append(.emit(.error(report)))
            }
            state.active = active
        case .success(let answer):
            setPollTimer(&active.polling, asked)
            let recovery = active.outage.succeeded(at: time.now)
            if let recovery { actions.append(.log(.info, recovery)) }
            // A failed travel loses its lists on the server; the host keeps the last ones.
            let isNews = answer.update != active.travel.update || recovery != nil
            if answer.status != .failed, asked >= active.listsSince, isNews {
                active.travel.update = answer.update
                actions.append(.emit(.updated(answer.update)))
            }
            state.active = active
            learn(answer, asked: asked)
        }
    }

    private mutating func setPollTimer(_ polling: inout TravelMachine.Polling, _ asked: Duration) {
        let regular = polling.isWantedAgain ? time.now : asked + settings.pollInterval
        polling.isWantedAgain = false
        let next = max(regular, polling.heldUntil)
        actions.append(.setTimer(.poll, max(.zero, next - time.now)))
    }

    private mutating func learn(_ answer: TravelStatusAnswer, asked: Duration) {
        switch answer.status {
        case .failed: serverFailed(answer)
        case .completed: finish(.ended, error: nil, end: .confirmed)
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
            diagnostics: ErrorDiagnostics(
                errorCode: answer.errorCode,
                errorMessage: answer.errorMessage
            )
        )
        finish(.failed, error: error, end: .confirmed)
    }
}
