// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// What the page of one Travel asks for; each request has the token of the Travel's channel.
extension WatchRoutes {
    /// The operations of the page, as those of the API that they are.
    private static let operations: [String: Route.Handler] = [
        "/watch/instruct": TravelRoutes.instruct, "/watch/pause": TravelRoutes.pause,
        "/watch/resume": TravelRoutes.resume, "/watch/rewind": TravelRoutes.rewind,
    ]

    /// Does what a path below `/watch/` asks of a Travel; nil when there is no such operation.
    static func operate(
        _ state: inout GatewayState,
        _ request: Request,
        at now: Moment
    ) -> Outgoing? {
        guard request.method == "POST", let operation = operations[request.path] else { return nil }
        // Browsers let foreign pages send other types without asking, but not this one.
        guard request.mediaType == "application/json", var body = request.json()?.objectValue else {
            return refuse(400, "The body must be a JSON object.")
        }
        guard let travel = travel(state, request, at: now) else {
            return refuse(404, "There is no such channel.")
        }
        body["encryptedTravelId"] = .string(travel.id)
        body["rewindToSec"] = body["toSec"]
        let call = Call(
            model: travel.model,
            now: now,
            body: Fields(object: body),
            query: Fields(object: [:])
        )
        do throws(Refusal) {
            let isKnown = Route.all.contains { route in
                route.endpoint == "travels/\(request.path.split(separator: "/").last ?? "")"
                    && route.models.contains(travel.model)
            }
            guard isKnown else { throw .conflict }
            return Outgoing(status: 200, json: try operation(&state, call).data)
        } catch {
            guard case .business(let code, let message) = error else {
                return refuse(500, "The gateway refuses.")
            }
            return refuse(code == 409_000 ? 409 : 400, message)
        }
    }

    /// The Travel that a request may see by its channel's token.
    static func travel(_ state: GatewayState, _ request: Request, at now: Moment) -> Travel? {
        guard let channel = request.query("channel"),
            let travel = try? state.travels.find(channel: channel, at: now),
            let token = travel.channel?.token, request.bearer == token
        else { return nil }
        return travel
    }

    /// What the page shows of a Travel, and what it may ask for now.
    static func status(_ state: GatewayState, _ request: Request, at now: Moment) -> Outgoing {
        guard let travel = travel(state, request, at: now) else {
            return refuse(404, "There is no such channel.")
        }
        let (isAdventure, isDirecting) = (travel.model == .adventure, travel.model == .directing)
        let lifecycle = travel.lifecycle
        // A room that is reopened before its end takes the Travel down with it.
        let canResume = lifecycle.status == .paused && lifecycle.openRoom == nil
        let json: JSONValue = [
            "mode": .string(travel.model.word), "title": .string(travel.world.plan.title),
            "status": .string(lifecycle.status.rawValue),
            "errorCode": JSONValue(lifecycle.errorCode),
            "timelineSec": .number(lifecycle.timeline.fractionalSeconds),
            "playedSec": .number(lifecycle.played?.fractionalSeconds ?? 0),
            "lengthSec": isDirecting
                ? JSONValue(ScriptRule.actLasts * ScriptRule.mostActs) : .null,
            "canSteer": .bool(isAdventure),
            "canInstruct": .bool(!isAdventure && !travel.isScripted),
            "canPause": .bool(!isAdventure && lifecycle.canPause),
            "canResume": .bool(canResume), "canRewind": .bool(canResume && isDirecting),
            "environmentActions": .array(travel.actions.environment.map(JSONValue.string)),
        ]
        return Outgoing(status: 200, json: json)
    }
}
