// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// `POST /api/v1/tokens`: temporary keys for a primary one.
enum TokenRoute {
    static func answer(
        _ state: inout GatewayState,
        _ request: Request,
        at now: Moment
    ) throws(Refusal) -> Reply {
        guard try state.keyKind(of: request, at: now) == .primary else {
            throw .accessDenied("A temporary key cannot make keys.")
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
    /// Makes a temporary key; a set token lifetime beats the one asked for.
    mutating func issueToken(lasts: Duration, at now: Moment) -> (token: String, expiry: Moment) {
        let token = "st-" + identifiers.hexadecimal(32)
        let expiry = now + (settings.tokenLifetime ?? lasts)
        keys.issue(token, until: expiry, at: now)
        return (token, expiry)
    }

    /// Makes a ticket for a World.
    mutating func issueTicket(for world: World, at now: Moment) -> String {
        let ticket = "tk_" + identifiers.hexadecimal(32)
        tickets.issue(
            ticket,
            TicketStore.Ticket(
                world: world.id,
                model: world.model,
                expiry: now + settings.ticketLifetime
            )
        )
        return ticket
    }

    /// What the key of a request is.
    func keyKind(of request: Request, at now: Moment) throws(Refusal) -> KeyStore.Kind {
        guard let key = request.bearer, let kind = keys.kind(of: key, at: now) else {
            throw .invalidKey
        }
        return kind
    }
}
