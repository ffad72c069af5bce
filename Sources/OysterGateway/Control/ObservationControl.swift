// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// What the gateway has seen.
enum ObservationControl {
    /// The requests of the API port, of one `route` when given.
    @Sendable static func requests(
        _ state: inout GatewayState,
        _ call: ControlCall
    ) throws(ControlError) -> JSONValue {
        state.log.json(route: call.request.query("route"))
    }

    /// The texts that arrived on data channels, of one Travel when given.
    @Sendable static func commands(
        _ state: inout GatewayState,
        _ call: ControlCall
    ) throws(ControlError) -> JSONValue {
        state.commands.json(travel: call.request.query("encryptedTravelId"))
    }

    /// How many objects of each class are alive.
    @Sendable static func census(
        _ state: inout GatewayState,
        _ call: ControlCall
    ) throws(ControlError) -> JSONValue {
        var objects = JSONObject()
        for (name, number) in state.census().sorted(by: { $0.key < $1.key }) {
            objects[name] = JSONValue(number)
        }
        return ["objects": .object(objects)]
    }
}
