// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// The `travels` endpoints that change a travel.
extension TravelRoutes {
    @Sendable static func pause(
        _ state: inout GatewayState,
        _ call: Call
    ) throws(Refusal) -> Reply {
        try change(&state, call) { travel throws(Refusal) in
            try travel.lifecycle.pause()
            // The target state; the poll reports `paused` after the confirmation.
            return ["encryptedTravelId": .string(travel.id), "status": "paused"]
        }
    }

    @Sendable static func resume(
        _ state: inout GatewayState,
        _ call: Call
    ) throws(Refusal) -> Reply {
        try change(&state, call) { travel throws(Refusal) in
            try travel.resume()
            return ["encryptedTravelId": .string(travel.id), "status": "running"]
        }
    }

    @Sendable static func rewind(
        _ state: inout GatewayState,
        _ call: Call
    ) throws(Refusal) -> Reply {
        guard let asked = call.body["rewindToSec"]?.doubleValue, asked >= 0 else {
            throw call.body.bad("rewindToSec", "must be a number from 0")
        }
        let seconds = block(asked, state.settings.rewindRounding)
        return try change(&state, call) { travel throws(Refusal) in
            try travel.rewind(to: .seconds(seconds))
            return [
                "encryptedTravelId": .string(travel.id), "status": "running",
                "resumedAtSec": .integer(seconds), "actualRewindToSec": .integer(seconds),
            ]
        }
    }

    /// The start of the block at a position, at most that of the last block.
    private static func block(_ seconds: Double, _ rounding: Settings.Rounding) -> Int64 {
        let length = Double(ScriptRule.actLasts)
        let last = Double(ScriptRule.mostActs - 1)
        let rule: FloatingPointRoundingRule =
            rounding == .nearest ? .toNearestOrAwayFromZero : .down
        return Int64(min((seconds / length).rounded(rule), last) * length)
    }

    @Sendable static func instruct(
        _ state: inout GatewayState,
        _ call: Call
    ) throws(Refusal) -> Reply {
        let content = try call.body.filledText("content", longest: 2000)
        let settings = state.settings
        return try change(&state, call) { travel throws(Refusal) in
            try travel.instruct(content, by: settings)
            return [
                "encryptedTravelId": .string(travel.id), "content": .string(content),
                "accepted": true,
            ]
        }
    }

    @Sendable static func updateScript(
        _ state: inout GatewayState,
        _ call: Call
    ) throws(Refusal) -> Reply {
        guard let list = try call.body.object("scriptList") else {
            throw call.body.bad("scriptList", "is missing")
        }
        let acts = try ScriptRule.acts(list, count: ScriptRule.mostActs...ScriptRule.mostActs)
        let settings = state.settings
        return try change(&state, call) { travel throws(Refusal) in
            let status = travel.lifecycle.status
            guard travel.isScripted, status == .running || status == .pending else {
                throw .conflict
            }
            try settings.moderate(acts: acts)
            travel.acts = acts
            return [
                "encryptedTravelId": .string(travel.id), "accepted": true,
                "turnCount": JSONValue(acts.count),
            ]
        }
    }

    @Sendable static func end(_ state: inout GatewayState, _ call: Call) throws(Refusal) -> Reply {
        let failCode = call.body["failCode"]
        guard failCode == nil || failCode == .string(TravelLifecycle.noStream) else {
            throw call.body.bad("failCode", "must be \(TravelLifecycle.noStream), or absent")
        }
        let durationIsNull = state.settings.durationIsNull
        return try change(&state, call) { travel throws(Refusal) in
            try travel.lifecycle.end(errorCode: failCode?.stringValue)
            return travel.ending(durationIsNull: durationIsNull)
        }
    }

    private static func change(
        _ state: inout GatewayState,
        _ call: Call,
        _ body: (inout TravelRecord) throws(Refusal) -> JSONValue
    ) throws(Refusal) -> Reply {
        let id = try call.body.identifier("encryptedTravelId")
        return Reply(try state.travels.change(id, on: call.model, at: call.now, body))
    }
}
