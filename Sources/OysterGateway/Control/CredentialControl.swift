// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// `POST /credentials` and `POST /tokens/revoke`.
enum CredentialControl {
    private static let members: Set<String> = [
        "mode", "creationModel", "aspectRatio", "resolution", "perspective", "prompt",
        "encryptedWorldId", "maxTokenSeconds", "watch",
    ]

    /// Issues the credentials of one travel; makes a ready world unless the request names one.
    @Sendable static func post(
        _ state: inout GatewayState,
        _ call: ControlCall
    ) throws(ControlError) -> JSONValue {
        let fields = Fields(object: try call.object(members))
        guard let model = Model.allCases.first(where: { .string($0.word) == fields["mode"] })
        else { throw ControlError("mode: must be adventure, directing or acting") }
        let seconds = try tokenSeconds(fields)
        let world = try self.world(&state, fields, model, at: call.now)
        guard world.status(at: call.now) == .ready else {
            throw ControlError("encryptedWorldId: the world is not ready")
        }
        let watched = try demonstration(&state, fields, world, at: call.now)
        let token = state.issueToken(lasts: .seconds(seconds), at: call.now).token
        var data: JSONObject = [
            "apiHost": .string(state.apiHost), "model": .string(model.rawValue),
            "token": .string(token),
            "ticket": .string(state.issueTicket(for: world, at: call.now)),
            "encryptedWorldId": .string(world.id),
        ]
        data["encryptedTravelId"] = watched.map { .string($0.id) }
        data["watchUrl"] = watched.map { JSONValue(state.watchURL(of: $0)) }
        return .object(data)
    }

    /// Starts a travel without a client when `watch` is true.
    private static func demonstration(
        _ state: inout GatewayState,
        _ fields: Fields,
        _ world: WorldRecord,
        at now: Timestamp
    ) throws(ControlError) -> TravelRecord? {
        guard let value = fields["watch"] else { return nil }
        guard let isWanted = value.boolValue else {
            throw ControlError("watch: must be true or false")
        }
        guard isWanted else { return nil }
        guard state.hasMedia, !state.settings.rtcConfigIsNull else {
            throw ControlError("watch: the gateway has no media")
        }
        var travel = state.newTravel(in: world, maxExperienceTimeSec: nil, at: now)
        travel.isDemonstration = true
        state.travels.add(travel)
        return travel
    }

    private static func tokenSeconds(_ fields: Fields) throws(ControlError) -> Int {
        guard let value = fields["maxTokenSeconds"] else { return KeyStore.lifetimes.upperBound }
        guard case .integer(let number) = value, let seconds = Int(exactly: number),
            KeyStore.lifetimes.contains(seconds)
        else { throw ControlError("maxTokenSeconds: must be an integer from 1 to 1800") }
        return seconds
    }

    private static func world(
        _ state: inout GatewayState,
        _ fields: Fields,
        _ model: Model,
        at now: Timestamp
    ) throws(ControlError) -> WorldRecord {
        do throws(Refusal) {
            if fields["encryptedWorldId"] != nil {
                let id = try fields.identifier("encryptedWorldId")
                return try state.worlds.find(id, on: model)
            }
            let order = Fields(object: order(fields, model))
            let plan = try WorldPlan(order, for: model)
            return state.addWorld(plan, model, at: now, builds: .zero, failure: nil)
        } catch {
            guard case .business(_, let message) = error else {
                throw ControlError("The world cannot be created.")
            }
            throw ControlError(message)
        }
    }

    /// The body of a `POST worlds` request with these fields.
    private static func order(_ fields: Fields, _ model: Model) -> JSONObject {
        var order = JSONObject()
        for name in ["creationModel", "aspectRatio", "resolution", "perspective", "prompt"] {
            order[name] = fields[name]
        }
        let isScript = order["creationModel"] == "scriptlist"
        if !isScript, order["prompt"] == nil { order["prompt"] = "A world for trying things" }
        if model == .adventure, order["perspective"] == nil {
            order["perspective"] = "first_person"
        }
        if model == .directing, order["resolution"] == nil { order["resolution"] = "480p" }
        if model != .directing || isScript {
            order["firstFrameImage"] = ["url": "https://media.oyster.invalid/order.jpg"]
        }
        if isScript {
            order["scriptList"] = [
                "synopsis": "A script for trying things",
                "acts": [["content": "[character_1] walks in."]],
            ]
        }
        return order
    }

    /// Revokes one key, or all temporary keys.
    @Sendable static func revoke(
        _ state: inout GatewayState,
        _ call: ControlCall
    ) throws(ControlError) -> JSONValue {
        let token = try call.object(["token"])["token"]
        guard token == nil || token?.stringValue != nil else {
            throw ControlError("token: must be a string")
        }
        return ["revoked": JSONValue(state.keys.revoke(token?.stringValue))]
    }
}
