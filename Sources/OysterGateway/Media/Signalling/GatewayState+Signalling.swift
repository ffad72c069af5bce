// SPDX-License-Identifier: Apache-2.0

extension GatewayState {
    /// Looks at a request for signalling.
    mutating func signal(_ request: Request, at moment: Moment) -> Signal {
        let requestId = identifiers.request()
        let fault = faults.take(Signal.route)
        guard fault?.takesEffect ?? true else {
            // What the fault says stands in for this.
            let nothing = Outgoing(status: 204, body: [])
            return Signal(requestId: requestId, fault: fault, plan: .answer(nothing))
        }
        var plan: Signal.Plan
        do throws(Refusal) {
            plan = try self.plan(request, at: moment + clockAhead)
        } catch {
            plan = .answer(Outgoing(error, settings.envelope, requestId: requestId))
        }
        return Signal(requestId: requestId, fault: fault, plan: plan)
    }

    /// The answer as it goes out, after the fault that was due; it is logged.
    mutating func finish(
        _ signal: Signal,
        _ request: Request,
        _ outgoing: Outgoing,
        at moment: Moment
    ) -> Outgoing {
        let outgoing = outgoing.met(by: signal.fault, settings.envelope, signal.requestId)
        log.add(
            request,
            route: Signal.route,
            model: nil,
            status: outgoing.isAnswered ? outgoing.status : 0,
            requestId: signal.requestId,
            at: moment + clockAhead
        )
        return outgoing
    }

    private mutating func plan(
        _ request: Request,
        at now: Moment
    ) throws(Refusal) -> Signal.Plan {
        guard let destination = SignalDestination(path: request.path) else {
            throw Destination.notFound
        }
        let travel = try self.travel(on: destination.channel, for: request, at: now)
        switch (destination, request.method) {
        case (.channel(let channel), "POST"):
            return .join(try admission(to: travel, channel, request, at: now))
        case (.session(let session, _), "DELETE"):
            return .leave(travel: travel.id, session: session)
        default: throw Destination.wrongMethod
        }
    }

    /// The Travel on a channel, for whoever has the channel's token.
    private func travel(
        on channel: String,
        for request: Request,
        at now: Moment
    ) throws(Refusal) -> Travel {
        guard let token = request.bearer else { throw .invalidKey }
        guard let travel = try? travels.find(channel: channel, at: now) else { throw .noChannel }
        guard token == travel.channel?.token else { throw .invalidKey }
        return travel
    }

    private mutating func admission(
        to travel: Travel,
        _ channel: String,
        _ request: Request,
        at now: Moment
    ) throws(Refusal) -> Admission {
        guard request.mediaType == "application/sdp" else {
            throw .gateway(
                status: 415,
                code: "UnsupportedMediaType",
                message: "Content-Type: must be application/sdp"
            )
        }
        guard !request.isTooLarge, request.body.count <= Signal.offerLimit else {
            throw .gateway(
                status: 413,
                code: "RequestEntityTooLarge",
                message: "The offer is longer than \(Signal.offerLimit) bytes."
            )
        }
        guard let offer = String(validating: request.body, as: UTF8.self), offer.hasPrefix("v=0"),
            !offer.utf8.contains(0)
        else { throw .badOffer }
        guard travel.lifecycle.status != .paused, let room = travel.lifecycle.openRoom else {
            throw .noMediaNow
        }
        guard travel.scene.room != nil else {
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
            session: identifiers.hexadecimal(16),
            offer: offer,
            openedAt: now
        )
    }
}
