// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// The requests of the watch page. Each has the token of the channel.
extension WatchRoutes {
    /// The operations of the page and the handlers of the API.
    private static let operations: [String: Route.Handler] = [
        "/watch/instruct": TravelRoutes.instruct, "/watch/pause": TravelRoutes.pause,
        "/watch/resume": TravelRoutes.resume, "/watch/rewind": TravelRoutes.rewind,
    ]

    /// Performs an operation on a travel; nil when the path names none.
    static func operate(
        _ state: inout GatewayState,
        _ request: Request,
        at now: Timestamp
    ) -> Response? {
        guard request.method == "POST", let operation = operations[request.path] else { return nil }
        // Browsers send other content types from foreign pages without a preflight.
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
            return Response(status: 200, json: try operation(&state, call).data)
        } catch {
            guard case .business(let code, let message) = error else {
                return refuse(500, "The gateway refuses the operation.")
            }
            return refuse(code == 409_000 ? 409 : 400, message)
        }
    }

    /// The travel whose channel and token the request has.
    static func travel(_ state: GatewayState, _ request: Request, at now: Timestamp)
        -> TravelRecord?
    {
        guard let channel = request.query("channel"),
            let travel = try? state.travels.find(channel: channel, at: now),
            let token = travel.channel?.token, request.bearer == token
        else { return nil }
        return travel
    }

    /// The state of a travel for the page, and the operations that are possible.
    static func status(_ state: GatewayState, _ request: Request, at now: Timestamp) -> Response {
        guard let travel = travel(state, request, at: now) else {
            return refuse(404, "There is no such channel.")
        }
        let (isAdventure, isDirecting) = (travel.model == .adventure, travel.model == .directing)
        let lifecycle = travel.lifecycle
        // A room that is reopened before its teardown makes the travel fail.
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
        return Response(status: 200, json: json)
    }
}
