// SPDX-License-Identifier: Apache-2.0

/// Parameters of light, air and water for the renderer.
///
/// All can be interpolated.
///
/// Colours are red, green and blue of 0…1.
struct Lighting: Equatable, Sendable {
    var zenith: Vector
    var horizon: Vector
    /// Around the sun or moon.
    var glow: Vector
    /// Directional light of the sun or moon.
    var sunlight: Vector
    /// Ambient light.
    var ambient: Vector
    var cloud: Vector
    var cloudShade: Vector
    var deepSea: Vector
    var shallowSea: Vector
    /// Direction of the sun or moon: turns clockwise from north.
    var sunHeading: Float
    /// Turns above the horizon.
    var sunHeight: Float
    /// Share of the sky that clouds cover, 0…1.
    var clouds: Float
    /// Inverse of the distance in metres at which haze replaces half of an object's colour.
    var haze: Float
    /// Visibility of the disc of sun or moon, 0…1.
    var disc: Float
    /// 0 for the sun, 1 for the moon.
    var moon: Float = 0
    var stars: Float = 0
    /// Brightness of lamps and windows, 0…1.
    var lamps: Float = 0
    var rain: Float = 0
    var snowfall: Float = 0
    /// Amount of snow on the ground, 0…1.
    var snowCover: Float = 0
    var petals: Float = 0
    /// Share of spring and autumn colours, 0…1.
    var spring: Float = 0
    var autumn: Float = 0
    /// Height of waves; 1 is normal.
    var waves: Float = 1
    var lightning: Float = 0

    /// The interpolation of two lightings.
    func mixed(with other: Lighting, _ part: Float) -> Lighting {
        func mix(_ path: KeyPath<Lighting, Vector>) -> Vector {
            self[keyPath: path] + (other[keyPath: path] - self[keyPath: path]) * part
        }
        func mix(_ path: KeyPath<Lighting, Float>) -> Float {
            self[keyPath: path].mixed(with: other[keyPath: path], part)
        }
        return Lighting(
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
