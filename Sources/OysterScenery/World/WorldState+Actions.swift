// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// The available actions, which depend on the avatar's position.
///
/// Source: Open API, adventure action ids.
extension WorldState {
    var characterActions: [String] {
        guard mode == .adventure else { return [] }
        if avatar.ride != nil { return ["dash", "jump"] }
        if isNear(Landmark.lighthouse, 14) || isNear(Landmark.cottage, 9) {
            return ["dash", "jump", "crouch"]
        }
        return ["dash", "jump", "crouch", "attack"]
    }

    var environmentActions: [String] {
        guard mode == .adventure else { return [] }
        switch avatar.ride {
        case .horse: return ["ride_horse"]
        case .bicycle: return ["ride_bicycle"]
        case nil: break
        }
        var actions: [String] = []
        if isNear(horse.place, 5) { actions.append("ride_horse") }
        if isNear(bicycle.place, 4) { actions.append("ride_bicycle") }
        if isNear(Landmark.door, 6) { actions.append("open_close_door") }
        if Landmark.boulders.contains(where: { isNear($0, 5) }) { actions.append("take_cover") }
        return Array(actions.prefix(3))
    }

    mutating func perform(_ action: String) {
        switch action {
        case "dash": interact(.sprint)
        case "jump": interact(.jump)
        case "crouch": interact(.crouch)
        case "attack": interact(.attack)
        case "ride_horse": mount(.horse)
        case "ride_bicycle": mount(.bicycle)
        case "open_close_door": toggleDoor()
        case "take_cover": takeCover()
        default: break
        }
    }

    private func isNear(_ place: Landmark.Place, _ metres: Float) -> Bool {
        let (dx, dy) = (place.x - pose.x, place.y - pose.y)
        return dx * dx + dy * dy < metres * metres
    }
}
