// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterThreading

/// The signalling of docs/webrtc.md: offers in, answers out, as in WHEP.
struct Signalling: Sendable {
    let state: Condition<GatewayState>
    let studio: Studio
    /// How long the media object may think about an answer.
    let answerLimit: Duration
    let clock: @Sendable () -> Moment

    /// Serves a request below `/rtc/`; never waits.
    func serve(_ request: Request) -> Outgoing {
        let signal = state.withLock { $0.signal(request, at: clock()) }
        switch signal.plan {
        case .answer(let outgoing): return finish(signal, request, outgoing)
        case .leave(let travel, let session):
            let isKnown = studio.dismiss(session, from: travel)
            let outgoing = isKnown ? Outgoing(status: 204, body: []) : refuse(signal, .noSession)
            return finish(signal, request, outgoing)
        case .join(let admission): return join(signal, request, admission)
        }
    }

    private func join(
        _ signal: Signal,
        _ request: Request,
        _ admission: Admission
    ) -> Outgoing {
        let later = LateAnswer(within: answerLimit) { [studio] in
            _ = studio.dismiss(admission.session, from: admission.travel.id)
            return finish(signal, request, refuse(signal, .noAnswerYet))
        }
        let isOpen = studio.open(admission) { answer in
            later.fulfil {
                let outgoing = answer.map { welcome(admission, $0) } ?? refuse(signal, .badOffer)
                return finish(signal, request, outgoing)
            }
        }
        guard isOpen else {
            return finish(signal, request, refuse(signal, .noPlace))
        }
        var outgoing = Outgoing(status: 201, body: [])
        outgoing.later = later
        return outgoing
    }

    private func welcome(_ admission: Admission, _ answer: String) -> Outgoing {
        var outgoing = Outgoing(
            status: 201,
            body: Array(answer.utf8),
            contentType: "application/sdp"
        )
        let path = Signal.path(channel: admission.channel, session: admission.session)
        outgoing.headers = [("Location", state.withLock { $0.apiHost } + path)]
        return outgoing
    }

    private func refuse(_ signal: Signal, _ refusal: Refusal) -> Outgoing {
        Outgoing(refusal, .wrapped, requestId: signal.requestId)
    }

    private func finish(_ signal: Signal, _ request: Request, _ outgoing: Outgoing) -> Outgoing {
        state.withLock { $0.finish(signal, request, outgoing, at: clock()) }
    }
}
