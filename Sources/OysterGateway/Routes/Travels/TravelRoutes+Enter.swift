// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore
internal import OysterScenery

extension TravelRoutes {
    /// Time from the client's time-out for a stream to the platform's.
    private static let noStreamGrace: Duration = .seconds(5)

    @Sendable static func enter(
        _ state: inout GatewayState,
        _ call: Call
    ) throws(Refusal) -> Reply {
        let seconds = try maxExperience(call.body)
        let name = try call.body.filledText("ticket", longest: 256)
        let world = try admit(name, &state, call)
        guard world.status(at: call.now) == .ready else { throw .worldNotReady }
        try state.refuseCapacity(only: [403_007, 403_008, 429_001, 429_002, 500_001])
        if let limit = state.settings.activeTravelLimit,
            state.travels.activeCount(at: call.now) >= limit
        {
            throw .business(429_001, "There are too many travels.")
        }
        state.tickets.use(name)
        let travel = state.newTravel(
            in: world,
            maxExperienceTimeSec: call.model == .adventure ? seconds ?? 60 : nil,
            at: call.now
        )
        state.travels.add(travel)
        return Reply(travel.entrance(at: call.now))
    }

    /// The value may be absent for all models; an invalid one is always refused.
    private static func maxExperience(_ body: Fields) throws(Refusal) -> Int? {
        guard let value = body.object["maxExperienceTimeSec"] else { return nil }
        guard case .integer(let seconds) = value, [60, 90, 120].contains(seconds) else {
            throw body.bad("maxExperienceTimeSec", "must be the integer 60, 90 or 120")
        }
        return Int(seconds)
    }

    private static func admit(
        _ name: String,
        _ state: inout GatewayState,
        _ call: Call
    ) throws(Refusal) -> WorldRecord {
        guard let ticket = state.tickets[name], call.now < ticket.expiry else {
            throw .business(401_010, "The ticket is not valid or has expired.")
        }
        guard ticket.model == call.model else {
            throw state.settings.ticketMismatch == .ticket
                ? .business(401_010, "The ticket is not valid or has expired.")
                : .accessDenied("No access to this application.")
        }
        guard !ticket.isUsed else { throw .business(401_011, "The ticket was used before.") }
        return try state.worlds.find(ticket.world, on: call.model)
    }

    fileprivate static func timing(_ settings: Settings, maxExperience: Int?) -> TravelTiming {
        TravelTiming(
            initLasts: min(settings.initLasts, settings.startsAfter),
            startsAfter: settings.startsAfter,
            pauseConfirm: settings.pauseConfirm,
            roomTeardown: settings.roomTeardown,
            experience: maxExperience.map { settings.experience ?? .seconds($0) },
            noStream: settings.noStream ? settings.noStreamAutoEndTimeout + noStreamGrace : nil,
            clientVanished: settings.clientVanished
        )
    }
}

extension GatewayState {
    /// A new travel with the current settings.
    mutating func newTravel(
        in world: WorldRecord,
        maxExperienceTimeSec: Int?,
        at now: Timestamp
    ) -> TravelRecord {
        let channel = settings.rtcConfigIsNull ? nil : newChannel()
        let timing = TravelRoutes.timing(settings, maxExperience: maxExperienceTimeSec)
        var travel = TravelRecord(
            id: identifiers.opaque(),
            world: world,
            channel: channel,
            noStreamAutoEndTimeout: settings.noStreamAutoEndTimeout,
            maxExperienceTimeSec: maxExperienceTimeSec,
            lifecycle: TravelLifecycle(createdAt: now, timing: timing)
        )
        travel.mediaFaults = MediaFaults(settings)
        travel.actions = settings.actions
        if hasMedia, settings.actions == Settings().actions, world.model == .adventure {
            travel.followsSimulation = true
            travel.actions = ActionPools(WorldSimulation(of: travel))
        }
        return travel
    }

    private mutating func newChannel() -> RTCChannel {
        let id = "stream_" + identifiers.hexadecimal(12)
        return RTCChannel(
            id: id,
            appId: identifiers.hexadecimal(32),
            token: "rtc-" + identifiers.hexadecimal(48),
            signalingURL: hasMedia ? apiHost + SignallingRequest.path(channel: id) : nil
        )
    }
}

extension Settings {
    /// The action pools of the settings.
    fileprivate var actions: ActionPools {
        var pools = ActionPools()
        pools.character = characterActions
        pools.environment = environmentActions
        return pools
    }
}
