// SPDX-License-Identifier: Apache-2.0

/// The entities of a world, at most one of each kind.
struct Entities: Equatable, Sendable {
    private(set) var all: [Entity] = []

    /// Adds an entity, or makes an existing one the newest.
    mutating func spawn(_ kind: Entity.Kind, at step: Int) {
        if let index = all.firstIndex(where: { $0.kind == kind }) {
            all.append(all.remove(at: index))
        } else {
            all.append(Entity(kind, at: step))
        }
    }

    /// Starts a gesture of the newest entity.
    mutating func perform(_ gesture: Gesture, at step: Int) {
        guard let index = all.indices.last else { return }
        all[index].gesture = gesture
        all[index].gestureSince = step
    }

    mutating func removeAll() { all = all.filter { $0.kind == .person } }

    /// Ends gestures whose time is over.
    mutating func advance(to step: Int) {
        for index in all.indices {
            guard let steps = all[index].gesture.steps,
                step >= all[index].gestureSince + steps
            else { continue }
            all[index].gesture = .stand
            all[index].gestureSince = step
        }
    }
}

/// A character or vehicle that an instruction added to the world.
///
/// Its position is a function of the time since it was added.
struct Entity: Equatable, Sendable {
    enum Kind: CaseIterable, Sendable {
        case whale, dragon, boat, dog, horse, balloon, birds, person
    }

    let kind: Kind
    var since: Int
    var gesture = Gesture.stand
    var gestureSince: Int

    init(_ kind: Kind, at step: Int) {
        self.kind = kind
        since = step
        gestureSince = step
    }
}

/// What an entity does.
enum Gesture: CaseIterable, Sendable {
    case stand, wave, jump, dance, sit, turn, bow, walk, run, clap, sleep, cheer

    /// Steps after which the entity stands again; nil for a gesture without an end.
    var steps: Int? {
        let second = WorldState.stepsPerSecond
        switch self {
        case .stand, .dance, .sit, .walk, .run, .sleep: return nil
        case .wave, .clap, .cheer: return 4 * second
        case .jump: return 2 * second
        case .turn: return 2 * second
        case .bow: return 5 * second / 2
        }
    }
}
