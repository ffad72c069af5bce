// SPDX-License-Identifier: Apache-2.0

/// The characters of a world, each kind once.
struct Cast: Equatable, Sendable {
    private(set) var actors: [Actor] = []

    /// Lets a character appear, or makes it the one that instructions mean.
    mutating func summon(_ kind: Actor.Kind, at step: Int) {
        if let index = actors.firstIndex(where: { $0.kind == kind }) {
            actors.append(actors.remove(at: index))
        } else {
            actors.append(Actor(kind, at: step))
        }
    }

    /// Lets the newest character do something.
    mutating func perform(_ gesture: Gesture, at step: Int) {
        guard let index = actors.indices.last else { return }
        actors[index].gesture = gesture
        actors[index].gestureSince = step
    }

    mutating func dismissAll() { actors = actors.filter { $0.kind == .person } }

    /// Ends gestures that are over.
    mutating func advance(to step: Int) {
        for index in actors.indices {
            guard let steps = actors[index].gesture.steps,
                step >= actors[index].gestureSince + steps
            else { continue }
            actors[index].gesture = .stand
            actors[index].gestureSince = step
        }
    }
}
