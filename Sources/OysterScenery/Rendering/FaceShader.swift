// SPDX-License-Identifier: Apache-2.0

/// Computes the colour of a face from its material, normal and distance.
struct FaceShader {
    /// Direction of the main light.
    ///
    /// It differs from the sun's: light from the side and from behind the camera shows shapes better.
    let direction: Vector
    let air: UInt32
    let shadow: UInt32
    private let lighting: Lighting
    private let colours: [Vector]
    private let snowHolds: [Float]
    private let leastLight: [Float]
    private let hazeSquare: Float
    private static let snow = Vector(0.97, 0.98, 1.0)

    init(_ lighting: Lighting, flash: Float) {
        self.lighting = lighting
        let heading = lighting.sunHeading - 0.36
        direction = Transform(heading: heading, pitch: 0.115).north
        colours = Material.allCases.map { $0.colour(in: lighting) + flash * 0.25 }
        snowHolds = Material.allCases.map { $0.snowHold * lighting.snowCover }
        leastLight = Material.allCases.map(\.leastLight)
        hazeSquare = lighting.haze * lighting.haze
        shadow = Pixel.pack(lighting.ambient * 0.25)
        air = Pixel.pack(lighting.horizon.mixed(with: lighting.zenith, 0.12))
    }

    /// The colour of a face.
    ///
    /// The normal is in world coordinates.
    @inline(__always)
    func colour(_ material: Material, normal: Vector, squareDistance: Float) -> UInt32 {
        colour(material, facing: normal.dot(direction), upward: normal.z, squareDistance)
    }

    /// The same, from the cosines of the normal's angles to the light and to the vertical.
    @inline(__always)
    func colour(
        _ material: Material,
        facing: Float,
        upward: Float,
        _ squareDistance: Float
    ) -> UInt32 {
        var colour = colours[material.rawValue]
        let hold = snowHolds[material.rawValue]
        if hold > 0, upward > 0.35 {
            colour = colour.mixed(with: Self.snow, hold * min(1, (upward - 0.35) * 3))
        }
        let packed: UInt32
        if material.glows {
            packed = Pixel.pack(colour)
        } else {
            let sun = max(leastLight[material.rawValue], facing + 0.55) * 0.66
            let shader = lighting.ambient * (0.90 + 0.17 * upward) + lighting.sunlight * sun
            packed = Pixel.pack(colour * shader)
        }
        let far = squareDistance * hazeSquare
        return Pixel.mix(packed, air, UInt32(far / (1 + far) * 255))
    }
}

extension Material {
    /// The colour in white light under the effects of season, snow and lamps.
    func colour(in lighting: Lighting) -> Vector {
        switch self {
        case .leaf:
            colour.mixed(with: Material.blossom.colour, lighting.spring * 0.9)
                .mixed(with: Vector(0.88, 0.48, 0.24), lighting.autumn)
        case .lightLeaf:
            colour.mixed(with: Vector(1.0, 0.84, 0.88), lighting.spring * 0.9)
                .mixed(with: Vector(0.93, 0.66, 0.28), lighting.autumn)
        case .grass, .meadow, .darkGrass, .stalk:
            colour.mixed(with: Vector(0.56, 0.80, 0.42), lighting.spring * 0.3)
                .mixed(with: Vector(0.76, 0.67, 0.38), lighting.autumn * 0.6)
        case .glass:
            colour.mixed(
                with: Vector(1.6, 1.35, 0.85) / max(0.35, lighting.ambient.y + 0.1) * 0.6,
                lighting.lamps
            )
        case .lamp:
            Vector(0.85, 0.86, 0.82).mixed(with: colour, lighting.lamps)
        default:
            colour
        }
    }
}
