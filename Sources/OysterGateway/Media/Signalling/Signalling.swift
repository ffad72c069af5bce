// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterThreading

/// The WHEP signalling of docs/webrtc.md.
struct Signalling: Sendable {
    let state: Condition<GatewayState>
    let registry: BroadcastRegistry
    /// Time limit for the SDP answer of the media library.
    let answerLimit: Duration
    let clock: @Sendable () -> Timestamp

    /// Serves a request below `/rtc/` without blocking.
    func serve(_ request: Request) -> Response {
        let signalling = state.withLock { $0.signalling(request, at: clock()) }
        switch signalling.plan {
        case .answer(let response): return finish(signalling, request, response)
        case .leave(let travel, let viewer):
            let isKnown = registry.dismiss(viewer, from: travel)
            let response = isKnown ? Response(status: 204, body: []) : refuse(signalling, .noViewer)
            return finish(signalling, request, response)
        case .join(let admission): return join(signalling, request, admission)
        }
    }

    private func join(
        _ signalling: SignallingRequest,
        _ request: Request,
        _ admission: Admission
    ) -> Response {
        let later = DeferredResponse(within: answerLimit) { [registry] in
            _ = registry.dismiss(admission.viewer, from: admission.travel.id)
            return finish(signalling, request, refuse(signalling, .answerTimeout))
        }
        let isOpen = registry.open(admission) { answer in
            later.fulfil {
                let response = answer.map { accept(admission, $0) } ?? refuse(signalling, .badOffer)
                return finish(signalling, request, response)
            }
        }
        guard isOpen else {
            return finish(signalling, request, refuse(signalling, .channelFull))
        }
        var response = Response(status: 201, body: [])
        response.later = later
        return response
    }

    private func accept(_ admission: Admission, _ answer: String) -> Response {
        var response = Response(
            status: 201,
            body: Array(answer.utf8),
            contentType: "application/sdp"
        )
        let path = SignallingRequest.path(channel: admission.channel, viewer: admission.viewer)
        response.headers = [("Location", state.withLock { $0.apiHost } + path)]
        return response
    }

    private func refuse(_ signalling: SignallingRequest, _ refusal: Refusal) -> Response {
        Response(refusal, .wrapped, requestId: signalling.requestId)
    }

    private func finish(_ signalling: SignallingRequest, _ request: Request, _ response: Response)
        -> Response
    {
        state.withLock { $0.finish(signalling, request, response, at: clock()) }
    }
}
