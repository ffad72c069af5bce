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

    /// The commands that arrived over media; there are none before the video world exists.
    @Sendable static func commands(
        _ state: inout GatewayState,
        _ call: ControlCall
    ) throws(ControlError) -> JSONValue {
        ["commands": []]
    }
}
