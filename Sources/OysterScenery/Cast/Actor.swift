// SPDX-License-Identifier: Apache-2.0

/// A character that instructions brought into the world.
///
/// Where it is follows from how long it has been there.
struct Actor: Equatable, Sendable {
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

/// What a character does.
enum Gesture: CaseIterable, Sendable {
    case stand, wave, jump, dance, sit, turn, bow, walk, run, clap, sleep, cheer

    /// Steps after which it stands again; nil when it goes on.
    var steps: Int? {
        let second = World.stepsPerSecond
        switch self {
        case .stand, .dance, .sit, .walk, .run, .sleep: return nil
        case .wave, .clap, .cheer: return 4 * second
        case .jump: return 2 * second
        case .turn: return 2 * second
        case .bow: return 5 * second / 2
        }
    }
}
