// SPDX-License-Identifier: Apache-2.0

extension Lighting {
    /// Applies weather to the lighting of a clear sky.
    mutating func turn(to sky: Conditions.Sky, isNight: Bool) {
        switch sky {
        case .clear:
            break
        case .cloudy:
            cover(0.72, grey: 0.35, dim: 0.85)
            disc = 0.2
        case .rain:
            cover(0.95, grey: 0.75, dim: 0.68)
            haze = 1 / 170
            rain = 0.7
            waves = 1.5
            lamps = max(lamps, 0.5)
        case .storm:
            cover(1, grey: 0.82, dim: 0.56)
            haze = 1 / 140
            rain = 1
            waves = 2.4
            lightning = 1
            lamps = 1
        case .snow:
            cover(0.92, grey: 0.6, dim: 0.92)
            haze = 1 / 130
            snowfall = 1
            snowCover = 0.9
        case .fog:
            cover(0.85, grey: 0.7, dim: 0.9)
            haze = 1 / 34
            waves = 0.5
            lamps = max(lamps, 0.7)
        }
    }

    /// Applies a season.
    mutating func turn(to season: Conditions.Season) {
        switch season {
        case .summer:
            break
        case .spring:
            spring = 1
            petals = 1
        case .autumn:
            autumn = 1
        case .winter:
            snowCover = max(snowCover, 0.9)
        }
    }

    /// Applies a cloud cover: colours become greyer and darker.
    private mutating func cover(_ clouds: Float, grey: Float, dim: Float) {
        func dull(_ colour: Vector, _ dim: Float = dim) -> Vector {
            let level = colour.dot(Vector(0.3, 0.59, 0.11))
            let blueish = Vector(0.96, 1.0, 1.06) * level
            return (colour + (blueish - colour) * grey) * dim
        }
        self.clouds = clouds
        zenith = dull(zenith.mixed(with: horizon, 0.5 * grey))
        horizon = dull(horizon, dim * 0.97)
        cloud = dull(cloud, dim * 0.92)
        cloudShade = dull(cloudShade, dim * 0.86)
        deepSea = dull(deepSea)
        shallowSea = dull(shallowSea)
        glow = dull(glow)
        ambient = dull(ambient + sunlight * 0.22 * grey)
        sunlight = dull(sunlight) * (1 - 0.75 * grey)
        disc = 0
        stars *= 1 - clouds
    }
}

extension SIMD3<Float> {
    /// The linear interpolation to another colour.
    @inline(__always)
    func mixed(with other: Self, _ part: Float) -> Self { self + (other - self) * part }
}
