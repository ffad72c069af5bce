// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// `/settings`, `/clock` and `/reset`.
enum SettingControl {
    @Sendable static func get(
        _ state: inout GatewayState,
        _ call: ControlCall
    ) throws(ControlError) -> JSONValue {
        state.settings.json
    }

    /// Changes the named settings.
    ///
    /// Settings of a travel apply to travels entered later.
    @Sendable static func post(
        _ state: inout GatewayState,
        _ call: ControlCall
    ) throws(ControlError) -> JSONValue {
        try state.settings.apply(try call.object())
        return state.settings.json
    }

    /// Advances the gateway's clock.
    @Sendable static func clock(
        _ state: inout GatewayState,
        _ call: ControlCall
    ) throws(ControlError) -> JSONValue {
        guard case .integer(let time)? = try call.object(["advanceMs"])["advanceMs"],
            (0...86_400_000).contains(time)
        else { throw ControlError("advanceMs: must be milliseconds from 0 to 86400000") }
        state.clockAhead += .milliseconds(time)
        return ["timeMs": .integer((call.now + .milliseconds(time)).milliseconds)]
    }

    @Sendable static func reset(
        _ state: inout GatewayState,
        _ call: ControlCall
    ) throws(ControlError) -> JSONValue {
        _ = try call.object([])
        state.reset()
        return [:]
    }
}
