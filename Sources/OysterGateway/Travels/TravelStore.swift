// SPDX-License-Identifier: Apache-2.0

/// The Travels of the account, in the order of their creation.
struct TravelStore: Sendable {
    private var travels: [String: Travel] = [:]
    private var order: [String] = []
    /// The name of the Travel on each channel.
    private var channels: [String: String] = [:]

    mutating func add(_ travel: Travel) {
        travels[travel.id] = travel
        order.append(travel.id)
        if let channel = travel.channel { channels[channel.id] = travel.id }
    }

    /// The Travel on a channel, brought up to date.
    func find(channel: String, at now: Moment) throws(Refusal) -> Travel {
        guard let id = channels[channel] else { throw .noTravel }
        return try find(id, on: nil, at: now)
    }

    /// A Travel brought up to date, on a model's route or on any.
    func find(_ id: String, on model: Model?, at now: Moment) throws(Refusal) -> Travel {
        guard var travel = travels[id], model == nil || travel.model == model else {
            throw .noTravel
        }
        travel.advance(to: now)
        return travel
    }

    /// The model of a Travel.
    func model(of id: String) -> Model? { travels[id]?.model }

    /// Changes a Travel that has been brought up to date; a refusal changes nothing else.
    mutating func change<Result>(
        _ id: String,
        on model: Model?,
        at now: Moment,
        _ body: (inout Travel) throws(Refusal) -> Result
    ) throws(Refusal) -> Result {
        var travel = try find(id, on: model, at: now)
        defer { travels[id] = travel }
        return try body(&travel)
    }

    /// The Travels of a route, or all, newest first and up to date.
    func all(on model: Model? = nil, at now: Moment) -> [Travel] {
        order.reversed().compactMap { try? find($0, on: model, at: now) }
    }

    /// How many Travels have not ended.
    func activeCount(at now: Moment) -> Int {
        all(at: now).count { !$0.lifecycle.status.isTerminal }
    }
}
