// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore
internal import HappyOysterStream

/// The `travels` endpoints that read.
enum TravelRoutes {
    @Sendable static func status(
        _ state: inout GatewayState,
        _ call: Call
    ) throws(Refusal) -> Reply {
        let id = try call.query.identifier("encryptedTravelId")
        return try state.travels.change(id, on: call.model, at: call.now) {
            travel throws(Refusal) in
            travel.lifecycle.notePoll()
            travel.storeReport(
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

extension TravelRecord {
    /// The values of `clientStreamStatus`: the states of a stream engine, and PAUSED.
    private static let clientStatuses = Set(StreamState.allCases.map(\.spelling) + ["PAUSED"])

    /// Stores the status that a client reports with a poll; unknown values are ignored.
    mutating func storeReport(clientStatus: String?, time: String?) {
        guard let status = clientStatus?.uppercased(), Self.clientStatuses.contains(status) else {
            return
        }
        clientStreamStatus = status
        let milliseconds = time.flatMap { Int64($0) } ?? -1
        let isValid = (0...JSONValue.largestInteger).contains(milliseconds)
        clientStreamStatusTimeMs = isValid ? milliseconds : nil
    }
}
