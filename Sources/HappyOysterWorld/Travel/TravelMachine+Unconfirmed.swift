// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

extension TravelMachine {
    /// The requests to end a travel, until the server confirms or refuses.
    struct EndRequest {
        let failCode: String?
        var retry: EndRetry
        var isInFlight = true
        /// Calls of end() that came after the travel was over and wait for the answer.
        var operations: [OperationID] = []
    }
}

extension TravelMachine.EndOnServer {
    var isConfirmed: Bool {
        if case .confirmed = self { true } else { false }
    }
}

/// The end on the server: requested until the server confirms it, also after the travel is over.
extension TravelMachine.Step {
    /// Asks the server to end the travel.
    mutating func requestEnd(failCode: String?) -> TravelMachine.EndRequest {
        actions.append(.request(.end(failCode: failCode)))
        return TravelMachine.EndRequest(failCode: failCode, retry: EndRetry(since: time.now))
    }

    /// Sends the request again, unless it is in flight.
    private mutating func requestAgain(_ over: TravelMachine.Over) {
        guard case .requested(var request) = over.end, !request.isInFlight else { return }
        request.isInFlight = true
        var over = over
        over.end = .requested(request)
        state.phase = .over(over)
        actions.append(.cancelTimer(.endRetry))
        actions.append(.request(.end(failCode: request.failCode)))
    }

    mutating func endRetryPassed() {
        guard case .over(let over) = state.phase, case .requested(let request) = over.end,
            !request.isInFlight
        else { return unexpected("the time of another request to end") }
        requestAgain(over)
    }

    /// A newer token helps an end that was refused because of the former token.
    mutating func tokenUpdated() {
        guard case .over(let over) = state.phase, case .requested(let request) = over.end,
            request.retry.isTokenRefused
        else { return }
        requestAgain(over)
    }

    /// The host calls end() on a travel that is over: an unconfirmed end is requested at once.
    mutating func endOnceMore(_ operation: OperationID, _ over: TravelMachine.Over) {
        switch over.end {
        case .unnecessary, .confirmed, .refused: return succeed(operation, .ended(over.data))
        case .requested: requestAgain(over)
        case .expired(let failCode):
            var over = over
            over.end = .requested(requestEnd(failCode: failCode))
            state.phase = .over(over)
        }
        guard case .over(var over) = state.phase, case .requested(var request) = over.end else {
            return
        }
        if request.operations.isEmpty {
            actions.append(.setTimer(.end, settings.callbackTimeout))
        }
        request.operations.append(operation)
        over.end = .requested(request)
        state.phase = .over(over)
    }

    /// The bound of end has passed; the library asks the server in the background.
    mutating func endTimedOut() {
        switch state.phase {
        case .ending(let ending):
            finishEnding(end: ending.server.end)
        case .over(let over):
            guard case .requested(let request) = over.end, !request.operations.isEmpty else {
                return unexpected("the bound of end")
            }
            completeEnds()
        case .idle, .entering, .active: unexpected("the bound of end")
        }
    }

    mutating func endAnswered(_ result: Result<EndAnswer, OysterSDKError>) {
        guard var request = state.endRequest, request.isInFlight else {
            return unexpected("the answer to end")
        }
        switch result {
        case .success(let answer): endConfirmed(answer, tries: request.retry.failures + 1)
        case .failure(let error):
            request.isInFlight = false
            let verdict = request.retry.failed(error, at: time.now)
            endFailed(request, error, verdict)
        }
    }

    private mutating func endFailed(
        _ request: TravelMachine.EndRequest,
        _ error: OysterSDKError,
        _ verdict: EndRetry.Verdict
    ) {
        let tries = request.retry.failures
        switch verdict {
        case .confirmed: endConfirmed(nil, tries: tries + 1)
        case .again(let delay):
            if tries == 1 {
                let text = "\(error.sentence("end")) The server is asked again."
                actions.append(.log(.warning, text))
            }
            actions.append(.setTimer(.endRetry, delay))
            endUnconfirmed(.requested(request))
        case .refused:
            let text = "\(error.sentence("end")) The server is not asked again."
            actions.append(.log(.warning, text))
            endUnconfirmed(.refused)
        case .expired:
            let text = "\(error.sentence("end")) That was the last of \(tries) tries."
            actions.append(.log(.warning, text))
            endUnconfirmed(.expired(failCode: request.failCode))
        }
    }

    /// Completes what waits for the end, which the server has not confirmed.
    private mutating func endUnconfirmed(_ end: TravelMachine.EndOnServer) {
        switch state.phase {
        case .ending: finishEnding(end: end)
        case .over(var over):
            completeEnds()
            over.end = end.withoutOperations
            state.phase = .over(over)
        case .idle, .entering, .active: break
        }
    }

    private mutating func endConfirmed(_ answer: EndAnswer?, tries: Int) {
        finishEnding(answer, end: .confirmed)
        actions.append(.log(.info, "the server confirmed the end (try \(tries))"))
        guard case .over(var over) = state.phase else { return }
        over.data = OysterEndTravelData(
            encryptedTravelId: over.info?.encryptedTravelId ?? over.data.encryptedTravelId,
            status: over.data.status,
            endedAt: answer?.endedAt ?? over.data.endedAtText,
            duration: answer?.durationSec ?? over.data.duration,
            confirmed: true
        )
        state.phase = .over(over)
        completeEnds()
        over.end = .confirmed
        state.phase = .over(over)
    }

    /// Completes the calls of end() that came after the travel was over.
    private mutating func completeEnds() {
        guard case .over(var over) = state.phase, case .requested(var request) = over.end,
            !request.operations.isEmpty
        else { return }
        actions.append(.cancelTimer(.end))
        for operation in request.operations { succeed(operation, .ended(over.data)) }
        request.operations = []
        over.end = .requested(request)
        state.phase = .over(over)
    }
}

extension TravelMachine.EndOnServer {
    fileprivate var withoutOperations: Self {
        guard case .requested(var request) = self else { return self }
        request.operations = []
        return .requested(request)
    }
}

extension TravelMachine.Ending.Server {
    /// How the end on the server continues when the travel is over before the answer.
    fileprivate var end: TravelMachine.EndOnServer {
        switch self {
        case .awaitingEntry: .unnecessary
        case .requested(_, let request): .requested(request)
        }
    }
}
