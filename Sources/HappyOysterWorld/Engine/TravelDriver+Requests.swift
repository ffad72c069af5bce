// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

/// Sends the requests of a travel and passes their answers to the machine.
extension TravelDriver {
    func send(_ request: TravelRequest) {
        guard let call = call(for: request) else { return }
        counters.requests += 1
        if case .status = request { counters.polls += 1 }
        if request.isGated { refreshGate() }
        let asked = dependencies.loop.now
        let id = requests.nextID()
        let (actor, number) = (actor, travel.number)
        let token = token(for: request)
        if let token { lastToken = token }
        let handle = client.send(call, token: token, redactor: redactor) { result in
            actor.enter(number) { driver in
                switch driver.requests.remove(id) {
                case .expected: driver.answered(request, asked: asked, result, token: token)
                case .abandoned: driver.abandon(result, token: token)
                case .cancelled: break
                }
            }
        }
        requests.insert(
            id,
            handle,
            name: request.name,
            isCancellable: request.isCancellable
        )
    }

    /// The newest token; for end the travel's last token when the engine has none for this service.
    private func token(for request: TravelRequest) -> Secret? {
        guard request.isEnd else { return actor.tokens.token }
        return actor.tokens.token(for: travel.config.address) ?? lastToken
    }

    private func refreshGate() {
        let config = travel.config
        actor.assumeIsolated { $0.refreshGate(config) }
    }

    private func call(for request: TravelRequest) -> APICall? {
        let userAgent = travel.config.userAgent
        if case .enterTravel(let seconds) = request {
            guard let ticket else { return nil }
            var call = APICall.enterTravel(ticket: ticket, maxExperienceTimeSec: seconds)
            call.timeout = travel.config.callbackTimeout + TravelDriver.lateEntryTime
            return call
        }
        guard let id = machine.snapshot.info?.encryptedTravelId else { return nil }
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
        let digits =
            String(dependencies.random(), radix: 16) + String(dependencies.random(), radix: 16)
        return String(repeating: "0", count: 32 - digits.count) + digits
    }

    /// How long after the bound of start the library accepts an answer to enter-travel.
    private static let lateEntryTime: Duration = .seconds(60)

    /// Ends the travel that a late answer to enter-travel names.
    private func abandon(_ result: Result<JSONObject, OysterSDKError>, token: Secret?) {
        guard case .success(let data) = result, let answer = try? EnterTravelAnswer(data) else {
            return
        }
        let (client, redactor) = (client, redactor)
        let id = answer.travel.encryptedTravelId
        actor.assumeIsolated {
            $0.endOrphan(id, client, token: token, redactor: redactor)
        }
    }

    private func answered(
        _ request: TravelRequest,
        asked: Duration,
        _ answer: Result<JSONObject, OysterSDKError>,
        token: Secret?
    ) {
        let result = checked(answer)
        switch request {
        case .enterTravel:
            // A later request to end uses the token of this request.
            lastToken = lastToken ?? token
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

extension TravelDriver {
    /// The answer to a request, or 106002 when it is about another travel.
    ///
    /// The answer to enter-travel brings the id, so it is about any travel.
    private func checked(_ answer: Result<JSONObject, OysterSDKError>)
        -> Result<JSONObject, OysterSDKError>
    {
        guard let id = machine.snapshot.info?.encryptedTravelId else { return answer }
        return answer.about(id, redactor)
    }
}

extension TravelRequest {
    fileprivate var isEnd: Bool {
        if case .end = self { true } else { false }
    }

    /// Whether the feature gate is asked in parallel: start waits for the gate, end needs none.
    fileprivate var isGated: Bool {
        switch self {
        case .enterTravel, .end: false
        case .status, .pause, .resume, .rewind, .instruct, .updateScript: true
        }
    }

    /// The answer to enter-travel brings the id that an end needs, and end must reach the server.
    fileprivate var isCancellable: Bool {
        switch self {
        case .enterTravel, .end: false
        default: true
        }
    }
}

extension Result where Success == JSONObject, Failure == OysterSDKError {
    /// The same answer, or 106002 when it names another travel.
    func about(_ travelId: String, _ redactor: Redactor) -> Self {
        guard case .success(let data) = self else { return self }
        do {
            try FieldReader(object: data).check(isAbout: travelId)
            return self
        } catch {
            return .failure(error.redacted(by: redactor))
        }
    }

    fileprivate var error: OysterSDKError? {
        if case .failure(let error) = self { error } else { nil }
    }

    /// Reads the data; unreadable data are 106002.
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
