// SPDX-License-Identifier: Apache-2.0

/// Decides on the colour of a face: what it is made of, how it lies in the light, how far it is.
struct Light {
    /// Where most light comes from.
    ///
    /// Not where the sun is: light from the side, and a little from behind the eye, shows shapes.
    let direction: Vector
    let air: UInt32
    let shadow: UInt32
    private let look: Look
    private let colours: [Vector]
    private let snowHolds: [Float]
    private let leastLight: [Float]
    private let hazeSquare: Float
    private static let snow = Vector(0.97, 0.98, 1.0)

    init(_ look: Look, flash: Float) {
        self.look = look
        let heading = look.sunHeading - 0.36
        direction = Placement(heading: heading, pitch: 0.115).north
        colours = Pigment.allCases.map { $0.colour(in: look) + flash * 0.25 }
        snowHolds = Pigment.allCases.map { $0.snowHold * look.snowCover }
        leastLight = Pigment.allCases.map(\.leastLight)
        hazeSquare = look.haze * look.haze
        shadow = Pixel.pack(look.ambient * 0.25)
        air = Pixel.pack(look.horizon.mixed(with: look.zenith, 0.12))
    }

    /// The colour of a face, its normal as a direction of the world.
    @inline(__always)
    func colour(_ pigment: Pigment, normal: Vector, squareDistance: Float) -> UInt32 {
        colour(pigment, facing: normal.dot(direction), upward: normal.z, squareDistance)
    }

    /// The same, told how far the face looks to the light and upwards, both -1…1.
    @inline(__always)
    func colour(
        _ pigment: Pigment,
        facing: Float,
        upward: Float,
        _ squareDistance: Float
    ) -> UInt32 {
        var colour = colours[pigment.rawValue]
        let hold = snowHolds[pigment.rawValue]
        if hold > 0, upward > 0.35 {
            colour = colour.mixed(with: Self.snow, hold * min(1, (upward - 0.35) * 3))
        }
        let packed: UInt32
        if pigment.glows {
            packed = Pixel.pack(colour)
        } else {
            let sun = max(leastLight[pigment.rawValue], facing + 0.55) * 0.66
            let light = look.ambient * (0.90 + 0.17 * upward) + look.sunlight * sun
            packed = Pixel.pack(colour * light)
        }
        let far = squareDistance * hazeSquare
        return Pixel.mix(packed, air, UInt32(far / (1 + far) * 255))
    }
}

extension Pigment {
    /// The colour in white light, as season, wetness and lamps leave it.
    func colour(in look: Look) -> Vector {
        switch self {
        case .leaf:
            colour.mixed(with: Pigment.blossom.colour, look.spring * 0.9)
                .mixed(with: Vector(0.88, 0.48, 0.24), look.autumn)
        case .lightLeaf:
            colour.mixed(with: Vector(1.0, 0.84, 0.88), look.spring * 0.9)
                .mixed(with: Vector(0.93, 0.66, 0.28), look.autumn)
        case .grass, .meadow, .darkGrass, .stalk:
            colour.mixed(with: Vector(0.56, 0.80, 0.42), look.spring * 0.3)
                .mixed(with: Vector(0.76, 0.67, 0.38), look.autumn * 0.6)
        case .glass:
            colour.mixed(
                with: Vector(1.6, 1.35, 0.85) / max(0.35, look.ambient.y + 0.1) * 0.6,
                look.lamps
            )
        case .lamp:
            Vector(0.85, 0.86, 0.82).mixed(with: colour, look.lamps)
        default:
            colour
        }
    }
}
