// SPDX-License-Identifier: Apache-2.0

/// The Worlds of the account, in the order of their creation.
struct WorldStore: Sendable {
    private var worlds: [String: World] = [:]
    private var order: [String] = []

    mutating func add(_ world: World) {
        worlds[world.id] = world
        order.append(world.id)
    }

    /// A World that exists on this model's route.
    func find(_ id: String, on model: Model) throws(Refusal) -> World {
        guard let world = worlds[id], world.model == model, !world.isDeleted else {
            throw .noWorld
        }
        return world
    }

    /// The model of a World, also of a deleted one.
    func model(of id: String) -> Model? { worlds[id]?.model }

    /// Deletes a World; false when it was deleted before.
    mutating func delete(_ id: String, on model: Model) throws(Refusal) -> Bool {
        guard let world = worlds[id], world.model == model else { throw .noWorld }
        worlds[id]?.isDeleted = true
        return !world.isDeleted
    }

    /// The Worlds of a route, newest first.
    func all(on model: Model) -> [World] {
        order.reversed().compactMap { worlds[$0] }.filter { $0.model == model && !$0.isDeleted }
    }
}
