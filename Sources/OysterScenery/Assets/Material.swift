// SPDX-License-Identifier: Apache-2.0

/// What a face is made of.
///
/// The shader derives its colour from the weather and the season.
enum Material: Int, CaseIterable, Sendable {
    case sand, wetSand, path, grass, meadow, darkGrass, rock, cliff, peak
    case bark, leaf, lightLeaf, pine, darkPine, blossom
    case white, red, cream, roof, wood, darkWood, glass, door, lamp
    case pearl, shell, shellInside, stone, flowerYellow, flowerPink, flowerBlue, stalk
    case skin, hair, shirt, trousers, shoe, scarf
    case horse, mane, dog, dogDark, nose, ink
    case whale, belly, dragon, dragonBelly, horn, flame
    case sail, hull, hullStripe, balloonRed, balloonCream, basket, gull, gullWing, metal, tyre

    /// Red, green and blue of 0…1 in white light.
    var colour: Vector {
        switch self {
        case .sand: Vector(0.90, 0.81, 0.65)
        case .wetSand: Vector(0.78, 0.68, 0.55)
        case .path: Vector(0.87, 0.79, 0.64)
        case .grass: Vector(0.52, 0.68, 0.38)
        case .meadow: Vector(0.61, 0.72, 0.42)
        case .darkGrass: Vector(0.42, 0.60, 0.37)
        case .rock: Vector(0.66, 0.62, 0.63)
        case .cliff: Vector(0.78, 0.69, 0.66)
        case .peak: Vector(0.74, 0.71, 0.73)
        case .bark: Vector(0.50, 0.38, 0.31)
        case .leaf: Vector(0.42, 0.66, 0.36)
        case .lightLeaf: Vector(0.55, 0.75, 0.40)
        case .pine: Vector(0.27, 0.52, 0.42)
        case .darkPine: Vector(0.22, 0.45, 0.40)
        case .blossom: Vector(0.97, 0.72, 0.78)
        case .white: Vector(0.97, 0.96, 0.94)
        case .red: Vector(0.86, 0.33, 0.30)
        case .cream: Vector(0.96, 0.91, 0.80)
        case .roof: Vector(0.78, 0.42, 0.36)
        case .wood: Vector(0.68, 0.53, 0.39)
        case .darkWood: Vector(0.47, 0.36, 0.30)
        case .glass: Vector(0.55, 0.75, 0.84)
        case .door: Vector(0.25, 0.50, 0.62)
        case .lamp: Vector(1.00, 0.90, 0.60)
        case .pearl: Vector(0.98, 0.94, 0.96)
        case .shell: Vector(0.93, 0.76, 0.74)
        case .shellInside: Vector(0.98, 0.88, 0.88)
        case .stone: Vector(0.70, 0.67, 0.68)
        case .flowerYellow: Vector(0.99, 0.85, 0.35)
        case .flowerPink: Vector(0.95, 0.56, 0.66)
        case .flowerBlue: Vector(0.52, 0.60, 0.93)
        case .stalk: Vector(0.44, 0.64, 0.36)
        case .skin: Vector(0.95, 0.77, 0.64)
        case .hair: Vector(0.36, 0.24, 0.21)
        case .shirt: Vector(0.24, 0.60, 0.66)
        case .trousers: Vector(0.29, 0.34, 0.52)
        case .shoe: Vector(0.42, 0.29, 0.25)
        case .scarf: Vector(0.96, 0.55, 0.42)
        case .horse: Vector(0.66, 0.45, 0.31)
        case .mane: Vector(0.32, 0.22, 0.18)
        case .dog: Vector(0.93, 0.76, 0.50)
        case .dogDark: Vector(0.74, 0.52, 0.32)
        case .nose, .ink: Vector(0.14, 0.13, 0.16)
        case .whale: Vector(0.32, 0.46, 0.62)
        case .belly: Vector(0.84, 0.89, 0.92)
        case .dragon: Vector(0.25, 0.62, 0.50)
        case .dragonBelly: Vector(0.95, 0.86, 0.58)
        case .horn: Vector(0.96, 0.90, 0.78)
        case .flame: Vector(1.00, 0.72, 0.30)
        case .sail: Vector(0.98, 0.95, 0.90)
        case .hull: Vector(0.56, 0.34, 0.28)
        case .hullStripe: Vector(0.95, 0.93, 0.88)
        case .balloonRed: Vector(0.93, 0.46, 0.42)
        case .balloonCream: Vector(0.99, 0.92, 0.78)
        case .basket: Vector(0.63, 0.46, 0.31)
        case .gull: Vector(0.97, 0.97, 0.98)
        case .gullWing: Vector(0.72, 0.75, 0.80)
        case .metal: Vector(0.62, 0.66, 0.70)
        case .tyre: Vector(0.22, 0.22, 0.25)
        }
    }

    /// Whether it emits light at night.
    var glows: Bool { self == .lamp || self == .flame }

    /// Least light on a face that is turned away from the light, so that skin is never dark.
    var leastLight: Float { self == .skin ? 0.62 : 0 }

    /// Share of snow that stays on a horizontal face, 0…1.
    var snowHold: Float {
        switch self {
        case .sand, .path, .grass, .meadow, .darkGrass, .rock, .cliff, .peak: 1
        case .leaf, .lightLeaf, .pine, .darkPine, .blossom, .roof, .stone, .stalk: 0.85
        case .wetSand: 0.3
        default: 0
        }
    }
}
