// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// The `worlds` endpoints.
enum WorldRoutes {
    /// Longest wait of a synchronous creation.
    private static let longestWait: Duration = .seconds(120)

    @Sendable static func create(
        _ state: inout GatewayState,
        _ call: Call
    ) throws(Refusal) -> Reply {
        let plan = try WorldPlan(call.body, for: call.model)
        if let reference = plan.refWorldId {
            _ = try state.worlds.find(reference, on: call.model)
        }
        try state.settings.moderate([plan.prompt, plan.scriptList?["synopsis"]?.stringValue])
        try state.settings.moderate(acts: plan.scriptList?["acts"]?.arrayValue ?? [])
        try state.refuseCapacity(only: [403_007, 403_008])
        let world = state.addWorld(
            plan,
            call.model,
            at: call.now,
            builds: state.settings.worldBuild,
            failure: state.settings.worldFailure
        )
        guard !plan.isAsync else { return Reply(world.build(at: call.now, isPoll: false)) }
        let wait = min(world.builtAt - call.now, longestWait)
        var reply = Reply(world.build(at: call.now + wait, isPoll: false))
        reply.delay = wait
        return reply
    }

    @Sendable static func list(_ state: inout GatewayState, _ call: Call) throws(Refusal) -> Reply {
        if let mode = call.query["mode"]?.stringValue, mode != String(call.model.mode) {
            throw call.query.bad("mode", "must be \(call.model.mode) on this route, or absent")
        }
        let status = call.query["status"]?.stringValue.flatMap(WorldRecord.Status.init)
        let worlds = state.worlds.all(on: call.model).filter {
            status == nil || $0.status(at: call.now) == status
        }
        return Reply(Page(call.query).data(worlds) { $0.item(at: call.now) })
    }

    @Sendable static func buildStatus(
        _ state: inout GatewayState,
        _ call: Call
    ) throws(Refusal) -> Reply {
        let world = try find(state, call.query, call)
        return Reply(world.build(at: call.now, isPoll: true))
    }

    @Sendable static func detail(
        _ state: inout GatewayState,
        _ call: Call
    ) throws(Refusal) -> Reply {
        Reply(try find(state, call.query, call).detail(at: call.now))
    }

    @Sendable static func delete(
        _ state: inout GatewayState,
        _ call: Call
    ) throws(Refusal) -> Reply {
        guard call.body["userAgent"] == nil else {
            throw call.body.bad("userAgent", "is not supported on this route")
        }
        let id = try call.body.identifier("encryptedWorldId")
        let deleted = try state.worlds.delete(id, on: call.model)
        return Reply(["encryptedWorldId": .string(id), "deleted": .bool(deleted)])
    }

    @Sendable static func credential(
        _ state: inout GatewayState,
        _ call: Call
    ) throws(Refusal) -> Reply {
        let world = try find(state, call.body, call)
        guard world.status(at: call.now) == .ready else { throw .worldNotReady }
        try state.refuseCapacity(only: [403_007, 403_008])
        return Reply([
            "ticket": .string(state.issueTicket(for: world, at: call.now)),
            "expiresIn": .integer(state.settings.ticketLifetime.components.seconds),
            "encryptedWorldId": .string(world.id),
        ])
    }

    private static func find(
        _ state: GatewayState,
        _ fields: Fields,
        _ call: Call
    ) throws(Refusal) -> WorldRecord {
        try state.worlds.find(try fields.identifier("encryptedWorldId"), on: call.model)
    }
}

extension GatewayState {
    /// Adds a world that becomes ready, or fails, after the duration `builds`.
    mutating func addWorld(
        _ plan: WorldPlan,
        _ model: Model,
        at now: Timestamp,
        builds: Duration,
        failure: String?
    ) -> WorldRecord {
        let world = WorldRecord(
            id: identifiers.opaque(),
            model: model,
            plan: plan,
            createdAt: now,
            builtAt: now + builds,
            failure: failure,
            showsFailure: settings.showsWorldFailure
        )
        worlds.add(world)
        return world
    }

    /// Refuses with the setting `capacityCode` when it is one of `codes`.
    func refuseCapacity(only codes: Set<Int>) throws(Refusal) {
        guard let code = settings.capacityCode, codes.contains(code) else { return }
        throw .business(code, "There is no capacity for this now.")
    }
}
