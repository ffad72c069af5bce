// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// `POST /api/v1/tokens`: issues temporary keys to the holder of the primary key.
enum TokenRoute {
    static func answer(
        _ state: inout GatewayState,
        _ request: Request,
        at now: Timestamp
    ) throws(Refusal) -> Reply {
        guard try state.keyKind(of: request, at: now) == .primary else {
            throw .accessDenied("A temporary key cannot create keys.")
        }
        let asked = request.query("expire_in_seconds") ?? "60"
        guard let seconds = Int(asked), KeyStore.lifetimes.contains(seconds) else {
            throw .gateway(
                status: 400,
                code: "InvalidParameter",
                message: "expire_in_seconds: must be an integer from 1 to 1800"
            )
        }
        let (token, expiry) = state.issueToken(lasts: .seconds(seconds), at: now)
        var reply = Reply(["token": .string(token), "expires_at": .integer(expiry.seconds)])
        reply.isBare = true
        return reply
    }
}

extension GatewayState {
    /// Issues a temporary key.
    ///
    /// The setting `tokenLifetimeMs` overrides the requested lifetime.
    mutating func issueToken(lasts: Duration, at now: Timestamp) -> (
        token: String, expiry: Timestamp
    ) {
        let token = "st-" + identifiers.hexadecimal(32)
        let expiry = now + (settings.tokenLifetime ?? lasts)
        keys.issue(token, until: expiry, at: now)
        return (token, expiry)
    }

    /// Issues a ticket for a world.
    mutating func issueTicket(for world: WorldRecord, at now: Timestamp) -> String {
        let ticket = "tk_" + identifiers.hexadecimal(32)
        tickets.issue(
            ticket,
            TicketStore.Ticket(
                world: world.id,
                model: world.model,
                expiry: now + settings.ticketLifetime
            ),
            at: now
        )
        return ticket
    }

    /// The kind of key of a request.
    func keyKind(of request: Request, at now: Timestamp) throws(Refusal) -> KeyStore.Kind {
        guard let key = request.bearer, let kind = keys.kind(of: key, at: now) else {
            throw .invalidKey
        }
        return kind
    }
}

/// `GET feature-gate`, a route of this project: the platform's is not public.
enum FeatureGateRoute {
    @Sendable static func answer(
        _ state: inout GatewayState,
        _ call: Call
    ) throws(Refusal) -> Reply {
        guard let gate = state.settings.gate else { throw Destination.notFound }
        guard gate.reachable else { throw .unreachable }
        return Reply([
            "enabled": .bool(gate.enabled), "minimumVersion": JSONValue(gate.minimumVersion),
            "reason": JSONValue(gate.reason),
        ])
    }
}
