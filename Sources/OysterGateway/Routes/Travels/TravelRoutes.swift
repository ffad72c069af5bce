// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// The `travels` endpoints that read.
enum TravelRoutes {
    @Sendable static func status(
        _ state: inout GatewayState,
        _ call: Call
    ) throws(Refusal) -> Reply {
        let id = try call.query.identifier("encryptedTravelId")
        return try state.travels.change(id, on: call.model, at: call.now) {
            travel throws(Refusal) in
            travel.lifecycle.hear()
            travel.note(
                clientStatus: call.query["clientStreamStatus"]?.stringValue,
                time: call.query["clientStreamStatusTimeMs"]?.stringValue
            )
            return Reply(travel.statusData)
        }
    }

    @Sendable static func list(_ state: inout GatewayState, _ call: Call) throws(Refusal) -> Reply {
        if call.query["mode"] != nil { throw call.query.bad("mode", "is not supported") }
        let status = call.query["status"]?.stringValue.flatMap(TravelLifecycle.Status.init)
        var world: String?
        if call.query["encryptedWorldId"] != nil {
            let id = try call.query.identifier("encryptedWorldId")
            world = try state.worlds.find(id, on: call.model).id
        }
        let travels = state.travels.all(on: call.model, at: call.now).filter {
            (status == nil || $0.lifecycle.status == status)
                && (world == nil || $0.world.id == world)
        }
        let durationIsNull = state.settings.durationIsNull
        return Reply(Page(call.query).data(travels) { $0.item(durationIsNull: durationIsNull) })
    }

    @Sendable static func artifacts(
        _ state: inout GatewayState,
        _ call: Call
    ) throws(Refusal) -> Reply {
        let id = try call.query.identifier("encryptedTravelId")
        let travel = try state.travels.find(id, on: call.model, at: call.now)
        if let errorCode = travel.lifecycle.errorCode {
            throw .business(404_000, "The travel failed with \(errorCode).")
        }
        guard travel.lifecycle.status == .completed, state.settings.artifacts != .none else {
            throw .business(404_000, "The video is not available yet.")
        }
        return Reply(travel.artifacts(state.settings.artifacts))
    }
}

extension Travel {
    private static let clientStatuses: Set<String> = [
        "DISCONNECTED", "CONNECTING", "CONNECTED", "PLAYING", "BUFFERING", "PAUSED",
        "RECONNECTING",
    ]

    /// Keeps what a poll tells of the client; unknown values are ignored.
    mutating func note(clientStatus: String?, time: String?) {
        guard let status = clientStatus?.uppercased(), Self.clientStatuses.contains(status) else {
            return
        }
        clientStreamStatus = status
        let milliseconds = time.flatMap { Int64($0) } ?? -1
        let isSound = (0...JSONValue.largestInteger).contains(milliseconds)
        clientStreamStatusTimeMs = isSound ? milliseconds : nil
    }
}
