// SPDX-License-Identifier: Apache-2.0

/// The worlds of the account, in the order of their creation.
///
/// The store holds 1000 worlds. When it is full, the oldest deleted world leaves; when none is
/// deleted, the oldest. A travel keeps its own copy of its world.
struct WorldStore: Sendable {
    static let capacity = 1000

    private var worlds = BoundedStore<WorldRecord>(capacity: capacity)

    mutating func add(_ world: WorldRecord) {
        worlds.add(world, as: world.id, isFinished: \.isDeleted)
    }

    /// A world of a model that is not deleted.
    func find(_ id: String, on model: Model) throws(Refusal) -> WorldRecord {
        guard let world = worlds[id], world.model == model, !world.isDeleted else {
            throw .noWorld
        }
        return world
    }

    /// The model of a world, which may be deleted.
    func model(of id: String) -> Model? { worlds[id]?.model }

    /// Deletes a world; false when it was deleted before.
    mutating func delete(_ id: String, on model: Model) throws(Refusal) -> Bool {
        guard var world = worlds[id], world.model == model else { throw .noWorld }
        guard !world.isDeleted else { return false }
        world.isDeleted = true
        worlds.replace(id, by: world)
        return true
    }

    /// The worlds of a model, newest first.
    func all(on model: Model) -> [WorldRecord] {
        worlds.all.reversed().filter { $0.model == model && !$0.isDeleted }
    }
}
