// SPDX-License-Identifier: Apache-2.0

/// Light, air and water as the painter needs them; everything can be mixed.
///
/// Colours are red, green and blue of 0…1.
struct Look: Equatable, Sendable {
    var zenith: Vector
    var horizon: Vector
    /// Around the sun or moon.
    var glow: Vector
    /// Light that comes from the sun or moon.
    var sunlight: Vector
    /// Light that comes from everywhere.
    var ambient: Vector
    var cloud: Vector
    var cloudShade: Vector
    var deepSea: Vector
    var shallowSea: Vector
    /// Direction of the sun or moon in the sky: turns clockwise from north.
    var sunHeading: Float
    /// Turns above the horizon.
    var sunHeight: Float
    /// How much of the sky clouds cover, 0…1.
    var clouds: Float
    /// One over the metres at which half of a thing's colour is lost in the air.
    var haze: Float
    /// How far the disc of sun or moon shows, 0…1.
    var disc: Float
    /// 0 is a sun, 1 a moon.
    var moon: Float = 0
    var stars: Float = 0
    /// Lamps and windows, 0…1.
    var lamps: Float = 0
    var rain: Float = 0
    var snowfall: Float = 0
    /// How much snow lies, 0…1.
    var snowCover: Float = 0
    var petals: Float = 0
    /// How far spring and autumn have come, 0…1.
    var spring: Float = 0
    var autumn: Float = 0
    /// Height of waves, 1 is a breeze.
    var waves: Float = 1
    var lightning: Float = 0

    /// What lies between two looks.
    func mixed(with other: Look, _ part: Float) -> Look {
        func mix(_ path: KeyPath<Look, Vector>) -> Vector {
            self[keyPath: path] + (other[keyPath: path] - self[keyPath: path]) * part
        }
        func mix(_ path: KeyPath<Look, Float>) -> Float {
            self[keyPath: path].mixed(with: other[keyPath: path], part)
        }
        return Look(
            zenith: mix(\.zenith),
            horizon: mix(\.horizon),
            glow: mix(\.glow),
            sunlight: mix(\.sunlight),
            ambient: mix(\.ambient),
            cloud: mix(\.cloud),
            cloudShade: mix(\.cloudShade),
            deepSea: mix(\.deepSea),
            shallowSea: mix(\.shallowSea),
            sunHeading: mix(\.sunHeading),
            sunHeight: mix(\.sunHeight),
            clouds: mix(\.clouds),
            haze: mix(\.haze),
            disc: mix(\.disc),
            moon: mix(\.moon),
            stars: mix(\.stars),
            lamps: mix(\.lamps),
            rain: mix(\.rain),
            snowfall: mix(\.snowfall),
            snowCover: mix(\.snowCover),
            petals: mix(\.petals),
            spring: mix(\.spring),
            autumn: mix(\.autumn),
            waves: mix(\.waves),
            lightning: mix(\.lightning)
        )
    }
}
