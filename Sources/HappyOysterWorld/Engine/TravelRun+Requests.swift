// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

/// Requests of a travel, and their answers as inputs.
extension TravelRun {
    func send(_ request: TravelRequest) {
        guard let call = call(for: request) else { return }
        counters.requests += 1
        if case .status = request { counters.polls += 1 }
        let asked = ports.loop.now
        let ends = request.isEnd ? ports.ends : nil
        ends?.begin()
        let id = requests.nextID()
        let (actor, number) = (actor, travel.number)
        let handle = client.send(call, token: actor.account.token, redactor: redactor) { result in
            defer { ends?.finish() }
            actor.enter(number) { run in
                guard run.requests.remove(id) else { return }
                run.answered(request, asked: asked, result)
            }
        }
        requests.insert(
            id,
            handle,
            name: request.name,
            isCancellable: request.isCancellable
        )
    }

    private func call(for request: TravelRequest) -> APICall? {
        let userAgent = travel.config.userAgent
        if case .enterTravel(let seconds) = request {
            return ticket.map { .enterTravel(ticket: $0, maxExperienceTimeSec: seconds) }
        }
        guard let id = machine.info?.encryptedTravelId else { return nil }
        switch request {
        case .enterTravel: return nil
        case .status(let heartbeat): return .status(id, heartbeat)
        case .pause: return .control("pause", id, userAgent)
        case .resume: return .control("resume", id, userAgent)
        case .rewind(let second): return .rewind(id, toSec: second, userAgent)
        case .instruct(_, let text):
            return .instruct(id, content: text, clientRequestId: requestKey(), userAgent)
        case .updateScript(_, let script): return .updateScript(id, script, userAgent)
        case .end(let failCode): return .end(id, failCode: failCode, userAgent)
        }
    }

    /// A key of 32 characters within the service's `[A-Za-z0-9_-]`.
    private func requestKey() -> String {
        let digits = String(ports.random(), radix: 16) + String(ports.random(), radix: 16)
        return String(repeating: "0", count: 32 - digits.count) + digits
    }

    private func answered(
        _ request: TravelRequest,
        asked: Duration,
        _ result: Result<JSONObject, OysterSDKError>
    ) {
        switch request {
        case .enterTravel:
            let model = travel.config.model
            let entered = result.decoded { data throws(OysterSDKError) in
                try EnterTravelAnswer(data, model: model)
            }
            if case .success(let answer) = entered { secrets += answer.secrets }
            handle(.entered(entered))
        case .status:
            let polled = result.decoded(TravelStatusAnswer.init)
            if case .failure = polled { counters.pollFailures += 1 }
            handle(.polled(asked: asked, polled.mapTexts(redactor)))
        case .pause: handle(.pauseAnswered(result.error))
        case .resume: handle(.resumeAnswered(result.error))
        case .rewind: handle(.rewindAnswered(result.decoded(RewindAnswer.init)))
        case .instruct(let operation, let text):
            handle(.instructAnswered(operation, text, result.decoded(InstructAnswer.init)))
        case .updateScript(let operation, _):
            handle(.scriptAnswered(operation, result.decoded(UpdateScriptAnswer.init)))
        case .end: handle(.endAnswered(result.decoded(EndAnswer.init)))
        }
    }
}

extension TravelRequest {
    fileprivate var isEnd: Bool {
        if case .end = self { true } else { false }
    }

    /// Enter-travel brings the id without which nothing can be ended; end must arrive.
    fileprivate var isCancellable: Bool {
        switch self {
        case .enterTravel, .end: false
        default: true
        }
    }
}

extension Result where Success == JSONObject, Failure == OysterSDKError {
    fileprivate var error: OysterSDKError? {
        if case .failure(let error) = self { error } else { nil }
    }

    /// Reads the data; what cannot be read is 106002.
    fileprivate func decoded<Answer>(
        _ read: (JSONObject) throws(OysterSDKError) -> Answer
    ) -> Result<Answer, OysterSDKError> {
        switch self {
        case .failure(let error): return .failure(error)
        case .success(let data):
            do {
                return .success(try read(data))
            } catch {
                return .failure(error)
            }
        }
    }
}

extension Result where Success == TravelStatusAnswer, Failure == OysterSDKError {
    /// The same with the server's failure texts redacted.
    fileprivate func mapTexts(_ redactor: Redactor) -> Self {
        map { $0.mapTexts(redactor.redact) }
    }
}
