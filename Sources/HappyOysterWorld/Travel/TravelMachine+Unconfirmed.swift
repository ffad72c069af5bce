// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

/// The end on the server: asked for until the server confirms it, also after the travel is over.
extension TravelMachine {
    /// An end that the server has not confirmed.
    struct UnconfirmedEnd {
        let failCode: String?
        var retry: EndRetry
        /// Whether the request is on its way.
        var isRequested = true
        /// Calls of end() that came after the travel was over and wait for the answer.
        var operations: [OperationID] = []
    }

    /// Whether the server may yet confirm the end without a newer token.
    package var isEndPending: Bool {
        unconfirmedEnd.map { $0.isRequested || !$0.retry.isTokenRefused } ?? false
    }

    /// Whether the end is still asked for.
    package var isEndUnconfirmed: Bool { unconfirmedEnd != nil }

    /// Asks the server to end the travel.
    mutating func requestEnd(failCode: String?) {
        endFailCode = failCode
        unconfirmedEnd = UnconfirmedEnd(failCode: failCode, retry: EndRetry(since: moment.now))
        actions.append(.request(.end(failCode: failCode)))
    }

    /// Sends the request again, unless it is on its way.
    mutating func requestEndAgain() {
        guard let end = unconfirmedEnd, !end.isRequested else { return }
        unconfirmedEnd?.isRequested = true
        actions.append(.cancelTimer(.endRetry))
        actions.append(.request(.end(failCode: end.failCode)))
    }

    /// A newer token helps an end that was refused because of the former one.
    mutating func tokenUpdated() {
        if unconfirmedEnd?.retry.isTokenRefused == true { requestEndAgain() }
    }

    /// The host calls end() on a travel that is over: an end that is not confirmed is asked for.
    mutating func endOnceMore(_ operation: OperationID, _ data: OysterEndTravelData) {
        guard !data.confirmed, !isEndRefused, info != nil else {
            return succeed(operation, .ended(data))
        }
        if unconfirmedEnd == nil {
            requestEnd(failCode: endFailCode)
        } else {
            requestEndAgain()
        }
        if unconfirmedEnd?.operations.isEmpty == true {
            actions.append(.setTimer(.end, settings.callbackTimeout))
        }
        unconfirmedEnd?.operations.append(operation)
    }

    /// The bound of end has passed; the server is asked on in the background.
    mutating func endTimedOut() {
        finishEnding(nil, confirmed: false)
        completeEnds()
    }

    mutating func endAnswered(_ result: Result<EndAnswer, OysterSDKError>) {
        guard var end = unconfirmedEnd, end.isRequested else { return }
        switch result {
        case .success(let answer): endConfirmed(answer, tries: end.retry.failures + 1)
        case .failure(let error):
            end.isRequested = false
            let verdict = end.retry.failed(error, at: moment.now)
            unconfirmedEnd = end
            endFailed(error, verdict, tries: end.retry.failures)
        }
    }

    private mutating func endFailed(
        _ error: OysterSDKError,
        _ verdict: EndRetry.Verdict,
        tries: Int
    ) {
        switch verdict {
        case .confirmed: return endConfirmed(nil, tries: tries + 1)
        case .again(let delay):
            if tries == 1 {
                let text = "\(error.sentence("end")) The server is asked again."
                actions.append(.log(.warning, text))
            }
            actions.append(.setTimer(.endRetry, delay))
        case .refused:
            isEndRefused = true
            let text = "\(error.sentence("end")) The server is not asked again."
            actions.append(.log(.warning, text))
        case .expired:
            let text = "\(error.sentence("end")) That was the last of \(tries) tries."
            actions.append(.log(.warning, text))
        }
        finishEnding(nil, confirmed: false)
        completeEnds()
        if case .again = verdict { return }
        unconfirmedEnd = nil
    }

    private mutating func endConfirmed(_ answer: EndAnswer?, tries: Int) {
        finishEnding(answer, confirmed: true)
        actions.append(.log(.info, "the server confirmed the end (try \(tries))"))
        if case .over(let data) = phase { phase = .over(confirmed(data, answer)) }
        completeEnds()
        unconfirmedEnd = nil
    }

    private func confirmed(_ data: OysterEndTravelData, _ answer: EndAnswer?)
        -> OysterEndTravelData
    {
        OysterEndTravelData(
            encryptedTravelId: info?.encryptedTravelId ?? data.encryptedTravelId,
            status: data.status,
            endedAt: answer?.endedAt ?? data.endedAt,
            duration: answer?.durationSec ?? data.duration,
            confirmed: true
        )
    }

    /// Completes the calls of end() that came after the travel was over.
    private mutating func completeEnds() {
        guard case .over(let data) = phase, let end = unconfirmedEnd else { return }
        if !end.operations.isEmpty { actions.append(.cancelTimer(.end)) }
        unconfirmedEnd?.operations = []
        for operation in end.operations { succeed(operation, .ended(data)) }
    }
}
