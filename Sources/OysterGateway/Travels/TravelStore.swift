// SPDX-License-Identifier: Apache-2.0

/// The travels of the account, in the order of their creation.
///
/// The store holds 1000 travels. When it is full, the oldest ended travel leaves; when none has
/// ended, the oldest.
struct TravelStore: Sendable {
    static let capacity = 1000

    private var travels = BoundedStore<TravelRecord>(capacity: capacity)
    /// The identifier of the travel of each channel.
    private var channels: [String: String] = [:]

    mutating func add(_ travel: TravelRecord) {
        let removed = travels.add(travel, as: travel.id) { older in
            var older = older
            older.advance(to: travel.lifecycle.createdAt)
            return older.lifecycle.status.isTerminal
        }
        if let channel = removed?.channel { channels[channel.id] = nil }
        if let channel = travel.channel { channels[channel.id] = travel.id }
    }

    /// The travel of a channel at a time.
    func find(channel: String, at now: Timestamp) throws(Refusal) -> TravelRecord {
        guard let id = channels[channel] else { throw .noTravel }
        return try find(id, on: nil, at: now)
    }

    /// A travel at a time; with `model` only if it is of this model.
    func find(_ id: String, on model: Model?, at now: Timestamp) throws(Refusal) -> TravelRecord {
        guard var travel = travels[id], model == nil || travel.model == model else {
            throw .noTravel
        }
        travel.advance(to: now)
        return travel
    }

    /// The model of a travel.
    func model(of id: String) -> Model? { travels[id]?.model }

    /// Advances a travel to a time and changes it.
    ///
    /// After a refusal it is only advanced.
    mutating func change<Result>(
        _ id: String,
        on model: Model?,
        at now: Timestamp,
        _ body: (inout TravelRecord) throws(Refusal) -> Result
    ) throws(Refusal) -> Result {
        var travel = try find(id, on: model, at: now)
        defer { travels.replace(id, by: travel) }
        return try body(&travel)
    }

    /// All travels, or those of a model, newest first.
    func all(on model: Model? = nil, at now: Timestamp) -> [TravelRecord] {
        travels.order.reversed().compactMap { try? find($0, on: model, at: now) }
    }

    /// The number of travels that have not ended.
    func activeCount(at now: Timestamp) -> Int {
        all(at: now).count { !$0.lifecycle.status.isTerminal }
    }
}
