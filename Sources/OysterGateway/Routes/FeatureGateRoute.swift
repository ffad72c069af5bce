// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// The remote switch, on a route of our own: the platform's is not published.
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
