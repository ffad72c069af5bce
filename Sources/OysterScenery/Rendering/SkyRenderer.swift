// SPDX-License-Identifier: Apache-2.0

/// Draws the sky on uncovered pixels: a gradient, the glow of sun or moon, clouds.
///
/// It computes one colour for two by two pixels, since the sky has no sharp edges.
struct SkyRenderer {
    private let camera: Camera
    private let lighting: Lighting
    private let texture: NoiseTexture
    private let target: RenderTarget
    /// Metres that the wind has moved the clouds.
    private let drift: Float
    private static let ceiling: Float = 150
    /// Metres per sample of the cloud texture.
    private static let grain: Float = 5

    init(
        camera: Camera,
        lighting: Lighting,
        texture: NoiseTexture,
        target: RenderTarget,
        drift: Float
    ) {
        self.camera = camera
        self.lighting = lighting
        self.texture = texture
        self.target = target
        self.drift = drift
    }

    func draw() {
        let sun = Sun(lighting, camera)
        let cover = cloudCover()
        let (zenith, horizon) = (lighting.zenith, lighting.horizon)
        for row in stride(from: 0, to: target.height, by: 2) {
            let dy = (camera.centreY - Float(row) - 1) / camera.focus
            let rise = camera.ahead.z + dy * camera.up.z
            guard rise > -0.02 else { return }
            let ahead = camera.up.z - dy * camera.ahead.z
            let slope = max(0, rise) / max(0.05, ahead)
            let part = (1 - 1 / (1 + slope * 3.2)) * 1.25
            let base = Pixel.pack(horizon.mixed(with: zenith, min(1, part)))
            draw(row, base, sun, cover, rise: rise, ahead: ahead)
        }
    }

    /// Draws two rows.
    private func draw(
        _ row: Int,
        _ base: UInt32,
        _ sun: Sun,
        _ cover: [UInt64],
        rise: Float,
        ahead: Float
    ) {
        // Haze hides distant clouds.
        let fade = UInt32((rise * 9 - 0.25).clamped(0, 1) * 256)
        let distance = Self.ceiling / max(rise, 0.02) / Self.grain * 256
        let (sine, cosine) = (camera.right.y * -1, camera.right.x)
        let originX = (camera.origin.x + drift) / Self.grain * 256
        let originY = (camera.origin.y + drift * 0.3) / Self.grain * 256
        let toRight = -camera.centreX / camera.focus
        let x0 = originX + distance * (ahead * sine + toRight * cosine)
        let y0 = originY + distance * (ahead * cosine - toRight * sine)
        let step = 2 / camera.focus * distance
        var (x, y) = (Int(x0 * 16), Int(y0 * 16))
        let (stepX, stepY) = (Int(step * cosine * 16), Int(-step * sine * 16))
        let first = row * target.width
        let second = row + 1 < target.height ? first + target.width : first
        for column in stride(from: 0, to: target.width, by: 2) {
            defer { (x, y) = (x + stepX, y + stepY) }
            let isFree =
                unsafe target.inverseDepth[first + column] == 0
                || target.inverseDepth[first + column + 1] == 0
                || target.inverseDepth[second + column] == 0
                || target.inverseDepth[second + column + 1] == 0
            guard isFree else { continue }
            let entry = fade > 0 ? cover[texture.sample(x >> 4, y >> 4) & 255] : 0
            let part = UInt32(truncatingIfNeeded: entry >> 32) &* fade >> 8
            let cloud = UInt32(truncatingIfNeeded: entry)
            if sun.hasEdge(column, row) {
                for index in 0..<4 {
                    let (right, down) = (index & 1, index >> 1)
                    let clear = sun.glow(
                        base,
                        Float(column + right) + 0.5,
                        Float(row + down) + 0.5
                    )
                    let start = down == 0 ? first : second
                    target.fillFree(start + column + right, Pixel.mix(clear, cloud, part))
                }
                continue
            }
            let clear = sun.glow(base, Float(column) + 1, Float(row) + 1)
            let pixel = Pixel.mix(clear, cloud, part)
            target.fillFree(first + column, pixel)
            target.fillFree(first + column + 1, pixel)
            target.fillFree(second + column, pixel)
            target.fillFree(second + column + 1, pixel)
        }
    }

    /// For each noise level the cloud density in 1/256, and the colour in the lower bits.
    private func cloudCover() -> [UInt64] {
        let threshold = 0.86 - lighting.clouds * 0.66
        return (0..<256).map { level in
            let value = Float(level) / 255
            let part =
                value.smoothStep(threshold, threshold + 0.26) * (0.80 + 0.2 * lighting.clouds)
            let shade = value.smoothStep(threshold + 0.12, threshold + 0.5)
            let colour = Pixel.pack(lighting.cloud.mixed(with: lighting.cloudShade, shade))
            return UInt64(part * 255) << 32 | UInt64(colour)
        }
    }
}
