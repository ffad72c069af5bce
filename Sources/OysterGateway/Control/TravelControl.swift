// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// `GET /travels` and `POST /travels/…`: actions of the platform itself.
enum TravelControl {
    /// All travels, newest first, with the latest status that the client reported.
    @Sendable static func get(
        _ state: inout GatewayState,
        _ call: ControlCall
    ) throws(ControlError) -> JSONValue {
        let travels = state.travels.all(at: call.now)
        return ["travels": .array(travels.map { json($0, state) })]
    }

    private static func json(_ travel: TravelRecord, _ state: GatewayState) -> JSONValue {
        [
            "encryptedTravelId": .string(travel.id), "mode": .string(travel.model.word),
            "status": .string(travel.lifecycle.status.rawValue),
            "errorCode": JSONValue(travel.lifecycle.errorCode),
            "timelineSec": .number(travel.lifecycle.timeline.fractionalSeconds),
            "clientStreamStatus": JSONValue(travel.clientStreamStatus),
            "clientStreamStatusTimeMs": travel.clientStreamStatusTimeMs.map(JSONValue.integer)
                ?? .null,
            "watchUrl": JSONValue(state.watchURL(of: travel)),
            "viewers": .array((state.viewers[travel.id] ?? []).map(\.json)),
        ]
    }

    /// Adds an instruction, as `travels/instruct` does.
    @Sendable static func instruct(
        _ state: inout GatewayState,
        _ call: ControlCall
    ) throws(ControlError) -> JSONValue {
        let object = try call.object(["encryptedTravelId", "content"])
        guard let content = object["content"]?.stringValue, !content.isEmpty else {
            throw ControlError("content: must be a non-empty string")
        }
        let settings = state.settings
        return try change(&state, call, object) { travel throws(Refusal) in
            guard travel.model != .adventure else { throw .conflict }
            try travel.instruct(content, by: settings)
        }
    }

    @Sendable static func end(
        _ state: inout GatewayState,
        _ call: ControlCall
    ) throws(ControlError) -> JSONValue {
        try finish(&state, call, try call.object(["encryptedTravelId"]), errorCode: nil)
    }

    @Sendable static func fail(
        _ state: inout GatewayState,
        _ call: ControlCall
    ) throws(ControlError) -> JSONValue {
        let object = try call.object(["encryptedTravelId", "errorCode"])
        let errorCode = object["errorCode"] ?? "TRAVEL_RUNTIME_FAILED"
        guard let text = errorCode.stringValue, !text.isEmpty else {
            throw ControlError("errorCode: must be a non-empty string")
        }
        return try finish(&state, call, object, errorCode: text)
    }

    private static func finish(
        _ state: inout GatewayState,
        _ call: ControlCall,
        _ object: JSONObject,
        errorCode: String?
    ) throws(ControlError) -> JSONValue {
        try change(&state, call, object) { travel throws(Refusal) in
            try travel.lifecycle.end(errorCode: errorCode)
        }
    }

    /// Changes the named travel and returns its new state.
    private static func change(
        _ state: inout GatewayState,
        _ call: ControlCall,
        _ object: JSONObject,
        _ body: (inout TravelRecord) throws(Refusal) -> Void
    ) throws(ControlError) -> JSONValue {
        guard let id = object["encryptedTravelId"]?.stringValue else {
            throw ControlError("encryptedTravelId: must be a string")
        }
        do throws(Refusal) {
            let travel = try state.travels.change(id, on: nil, at: call.now) {
                travel throws(Refusal) in
                try body(&travel)
                return travel
            }
            return json(travel, state)
        } catch {
            throw ControlError(error)
        }
    }
}

extension ControlError {
    /// The control port's error for a refusal of the API.
    fileprivate init(_ refusal: Refusal) {
        switch refusal {
        case .noTravel: self.init("encryptedTravelId: no such travel", status: 404)
        case .business(let code, let message) where code != 409_000: self.init(message)
        default: self.init("encryptedTravelId: the travel is not in a suitable state", status: 409)
        }
    }
}
