// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

/// The status poll: the only source of the server's truth, and the heartbeat.
extension TravelMachine {
    mutating func poll() {
        guard isInFlight else { return }
        let heartbeat = Heartbeat(
            clientStreamStatus: clientStream.status,
            sinceMs: clientStream.sinceMs
        )
        actions.append(.request(.status(heartbeat)))
    }

    mutating func polled(
        _ asked: Duration,
        _ result: Result<TravelStatusAnswer, OysterSDKError>
    ) {
        guard isInFlight else { return }
        let next = asked + settings.pollInterval
        actions.append(.setTimer(.poll, max(.zero, next - moment.now)))
        switch result {
        case .failure(let error): actions.append(.emit(.error(error)))
        case .success(let answer): learn(answer, asked: asked)
        }
    }

    private mutating func learn(_ answer: TravelStatusAnswer, asked: Duration) {
        // A failed travel loses its lists; what was known stays.
        if answer.status != .failed, asked >= listsSince, answer.update != update {
            update = answer.update
            actions.append(.emit(.updated(update)))
        }
        switch answer.status {
        case .failed: serverFailed(answer)
        case .completed: serverCompleted()
        case .paused: polledPaused(asked: asked)
        case .initial, .pending, .running, .other: break
        }
    }

    /// Source of the code: the Android SDK reports 500001; no-stream has a code of its own.
    private mutating func serverFailed(_ answer: TravelStatusAnswer) {
        let isNoStream = answer.errorCode == "TRAVEL_NO_STREAM_AUTO_END"
        let error = OysterSDKError(
            isNoStream ? OysterErrorCode.streamAutoEnd : OysterErrorCode.serverInferenceFailed,
            message: "The server reported that the travel failed.",
            raw: ErrorDiagnostics(errorCode: answer.errorCode, errorMessage: answer.errorMessage)
        )
        finish(.failed, error: error, confirmed: true)
    }

    private mutating func serverCompleted() {
        finish(.ended, error: nil, confirmed: true)
    }
}
