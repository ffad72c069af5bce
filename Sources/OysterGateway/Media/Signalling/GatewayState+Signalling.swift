// SPDX-License-Identifier: Apache-2.0

extension GatewayState {
    /// Checks a signalling request and decides what to do.
    mutating func signalling(_ request: Request, at timestamp: Timestamp) -> SignallingRequest {
        let requestId = identifiers.request()
        let fault = faults.take(SignallingRequest.route)
        guard fault?.takesEffect ?? true else {
            // The fault replaces this response.
            let nothing = Response(status: 204, body: [])
            return SignallingRequest(requestId: requestId, fault: fault, plan: .answer(nothing))
        }
        var plan: SignallingRequest.Plan
        do throws(Refusal) {
            plan = try self.plan(request, at: timestamp + clockAhead)
        } catch {
            plan = .answer(Response(error, settings.envelope, requestId: requestId))
        }
        return SignallingRequest(requestId: requestId, fault: fault, plan: plan)
    }

    /// Applies the fault to the response and logs the request.
    mutating func finish(
        _ signalling: SignallingRequest,
        _ request: Request,
        _ response: Response,
        at timestamp: Timestamp
    ) -> Response {
        let response = response.applying(signalling.fault, settings.envelope, signalling.requestId)
        log.add(
            request,
            route: SignallingRequest.route,
            model: nil,
            status: response.isAnswered ? response.status : 0,
            requestId: signalling.requestId,
            at: timestamp + clockAhead
        )
        return response
    }

    private mutating func plan(
        _ request: Request,
        at now: Timestamp
    ) throws(Refusal) -> SignallingRequest.Plan {
        guard let destination = SignallingDestination(path: request.path) else {
            throw Destination.notFound
        }
        let travel = try self.travel(on: destination.channel, for: request, at: now)
        switch (destination, request.method) {
        case (.channel(let channel), "POST"):
            return .join(try admission(to: travel, channel, request, at: now))
        case (.viewer(let viewer, _), "DELETE"):
            return .leave(travel: travel.id, viewer: viewer)
        default: throw Destination.wrongMethod
        }
    }

    /// The travel of a channel, when the request has the token of the channel.
    private func travel(
        on channel: String,
        for request: Request,
        at now: Timestamp
    ) throws(Refusal) -> TravelRecord {
        guard let token = request.bearer else { throw .invalidKey }
        guard let travel = try? travels.find(channel: channel, at: now) else { throw .noChannel }
        guard token == travel.channel?.token else { throw .invalidKey }
        return travel
    }

    private mutating func admission(
        to travel: TravelRecord,
        _ channel: String,
        _ request: Request,
        at now: Timestamp
    ) throws(Refusal) -> Admission {
        guard request.mediaType == "application/sdp" else {
            throw .gateway(
                status: 415,
                code: "UnsupportedMediaType",
                message: "Content-Type: must be application/sdp"
            )
        }
        guard !request.isTooLarge, request.body.count <= SignallingRequest.offerLimit else {
            throw .gateway(
                status: 413,
                code: "RequestEntityTooLarge",
                message: "The offer is longer than \(SignallingRequest.offerLimit) bytes."
            )
        }
        guard let offer = String(validating: request.body, as: UTF8.self), offer.hasPrefix("v=0"),
            !offer.utf8.contains(0)
        else { throw .badOffer }
        guard travel.lifecycle.status != .paused, let room = travel.lifecycle.openRoom else {
            throw .noMediaNow
        }
        guard travel.mediaState.room != nil else {
            throw .gateway(
                status: 503,
                code: "ServiceUnavailable",
                message: "The media server does not answer."
            )
        }
        return Admission(
            travel: travel,
            channel: channel,
            room: room,
            viewer: identifiers.hexadecimal(16),
            offer: offer,
            openedAt: now
        )
    }
}
