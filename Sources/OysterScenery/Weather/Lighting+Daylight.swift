// SPDX-License-Identifier: Apache-2.0

extension Lighting {
    /// The lighting of a time of day in clear weather in summer.
    static func daylight(_ daylight: Conditions.Daylight) -> Lighting {
        switch daylight {
        case .dawn: dawn
        case .day: day
        case .sunset: sunset
        case .night: night
        }
    }

    private static let day = Lighting(
        zenith: Vector(0.30, 0.58, 0.88),
        horizon: Vector(0.83, 0.92, 0.96),
        glow: Vector(1.00, 0.97, 0.86),
        sunlight: Vector(0.72, 0.66, 0.54),
        ambient: Vector(0.50, 0.54, 0.60),
        cloud: Vector(1.00, 0.99, 0.97),
        cloudShade: Vector(0.80, 0.85, 0.93),
        deepSea: Vector(0.10, 0.42, 0.58),
        shallowSea: Vector(0.36, 0.80, 0.78),
        sunHeading: -0.052,
        sunHeight: 0.040,
        clouds: 0.40,
        haze: 1 / 520,
        disc: 1
    )

    private static let dawn = Lighting(
        zenith: Vector(0.45, 0.55, 0.80),
        horizon: Vector(1.00, 0.83, 0.78),
        glow: Vector(1.00, 0.90, 0.72),
        sunlight: Vector(0.74, 0.52, 0.42),
        ambient: Vector(0.46, 0.45, 0.55),
        cloud: Vector(1.00, 0.86, 0.84),
        cloudShade: Vector(0.74, 0.68, 0.82),
        deepSea: Vector(0.25, 0.42, 0.58),
        shallowSea: Vector(0.60, 0.74, 0.76),
        sunHeading: 0.030,
        sunHeight: 0.016,
        clouds: 0.46,
        haze: 1 / 300,
        disc: 1
    )

    private static let sunset = Lighting(
        zenith: Vector(0.27, 0.28, 0.55),
        horizon: Vector(1.00, 0.64, 0.42),
        glow: Vector(1.00, 0.80, 0.46),
        sunlight: Vector(0.84, 0.46, 0.26),
        ambient: Vector(0.42, 0.37, 0.50),
        cloud: Vector(1.00, 0.66, 0.52),
        cloudShade: Vector(0.54, 0.38, 0.58),
        deepSea: Vector(0.22, 0.28, 0.48),
        shallowSea: Vector(0.66, 0.54, 0.56),
        sunHeading: -0.030,
        sunHeight: 0.012,
        clouds: 0.48,
        haze: 1 / 380,
        disc: 1,
        lamps: 0.55
    )

    private static let night = Lighting(
        zenith: Vector(0.03, 0.05, 0.15),
        horizon: Vector(0.16, 0.23, 0.40),
        glow: Vector(0.66, 0.74, 0.90),
        sunlight: Vector(0.16, 0.20, 0.30),
        ambient: Vector(0.14, 0.17, 0.29),
        cloud: Vector(0.20, 0.25, 0.40),
        cloudShade: Vector(0.11, 0.14, 0.26),
        deepSea: Vector(0.03, 0.08, 0.18),
        shallowSea: Vector(0.09, 0.19, 0.29),
        sunHeading: -0.045,
        sunHeight: 0.038,
        clouds: 0.30,
        haze: 1 / 420,
        disc: 1,
        moon: 1,
        stars: 1,
        lamps: 1
    )
}
