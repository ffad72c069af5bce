// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// The platform's own hand on Travels.
enum TravelControl {
    /// All Travels, newest first, with what their client last told of itself.
    @Sendable static func get(
        _ state: inout GatewayState,
        _ call: ControlCall
    ) throws(ControlError) -> JSONValue {
        ["travels": .array(state.travels.all(at: call.now).map(Self.json))]
    }

    private static func json(_ travel: Travel) -> JSONValue {
        [
            "encryptedTravelId": .string(travel.id), "mode": .string(travel.model.word),
            "status": .string(travel.lifecycle.status.rawValue),
            "errorCode": JSONValue(travel.lifecycle.errorCode),
            "timelineSec": .number(travel.lifecycle.timeline.fractionalSeconds),
            "clientStreamStatus": JSONValue(travel.clientStreamStatus),
            "clientStreamStatusTimeMs": travel.clientStreamStatusTimeMs.map(JSONValue.integer)
                ?? .null,
        ]
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
        guard let id = object["encryptedTravelId"]?.stringValue else {
            throw ControlError("encryptedTravelId: must be a string")
        }
        do throws(Refusal) {
            return try state.travels.change(id, on: nil, at: call.now) { travel throws(Refusal) in
                try travel.lifecycle.end(errorCode: errorCode)
                return json(travel)
            }
        } catch {
            guard error == .conflict else {
                throw ControlError("encryptedTravelId: no such travel", status: 404)
            }
            throw ControlError("encryptedTravelId: the travel has ended", status: 409)
        }
    }
}
