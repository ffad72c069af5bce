// SPDX-License-Identifier: Apache-2.0

/// What a word of an instruction means.
enum Effect: Equatable, Sendable {
    case daylight(Conditions.Daylight)
    case sky(Conditions.Sky)
    case season(Conditions.Season)
    case summon(Actor.Kind)
    case gesture(Gesture)
    /// Bad weather ends.
    case clearing
    /// The characters go.
    case dismissal
}
