// SPDX-License-Identifier: Apache-2.0

/// Paints the sky where nothing else is: a gradient, the glow of sun or moon, clouds.
///
/// It works in squares of two by two pixels, since nothing in it has edges.
struct SkyPainter {
    private let camera: Camera
    private let look: Look
    private let tile: Tile
    private let raster: Raster
    /// Metres by which the wind has moved the clouds.
    private let drift: Float
    private static let ceiling: Float = 150
    /// Metres per sample of the cloud tile.
    private static let grain: Float = 5

    init(camera: Camera, look: Look, tile: Tile, raster: Raster, drift: Float) {
        self.camera = camera
        self.look = look
        self.tile = tile
        self.raster = raster
        self.drift = drift
    }

    func paint() {
        let sun = Sun(look, camera)
        let cover = cloudCover()
        let (zenith, horizon) = (look.zenith, look.horizon)
        for row in stride(from: 0, to: raster.height, by: 2) {
            let dy = (camera.centreY - Float(row) - 1) / camera.focus
            let rise = camera.ahead.z + dy * camera.up.z
            guard rise > -0.02 else { return }
            let ahead = camera.up.z - dy * camera.ahead.z
            let slope = max(0, rise) / max(0.05, ahead)
            let part = (1 - 1 / (1 + slope * 3.2)) * 1.25
            let base = Pixel.pack(horizon.mixed(with: zenith, min(1, part)))
            paint(row, base, sun, cover, rise: rise, ahead: ahead)
        }
    }

    /// Paints two rows.
    private func paint(
        _ row: Int,
        _ base: UInt32,
        _ sun: Sun,
        _ cover: [UInt64],
        rise: Float,
        ahead: Float
    ) {
        // Far clouds drown in the haze.
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
        let first = row * raster.width
        let second = row + 1 < raster.height ? first + raster.width : first
        for column in stride(from: 0, to: raster.width, by: 2) {
            defer { (x, y) = (x + stepX, y + stepY) }
            let isFree =
                unsafe raster.nearness[first + column] == 0
                || raster.nearness[first + column + 1] == 0
                || raster.nearness[second + column] == 0
                || raster.nearness[second + column + 1] == 0
            guard isFree else { continue }
            let entry = fade > 0 ? cover[tile.sample(x >> 4, y >> 4) & 255] : 0
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
                    raster.fillFree(start + column + right, Pixel.mix(clear, cloud, part))
                }
                continue
            }
            let clear = sun.glow(base, Float(column) + 1, Float(row) + 1)
            let pixel = Pixel.mix(clear, cloud, part)
            raster.fillFree(first + column, pixel)
            raster.fillFree(first + column + 1, pixel)
            raster.fillFree(second + column, pixel)
            raster.fillFree(second + column + 1, pixel)
        }
    }

    /// For each level of the noise how much cloud there is, in 1/256, and its colour below.
    private func cloudCover() -> [UInt64] {
        let threshold = 0.86 - look.clouds * 0.66
        return (0..<256).map { level in
            let value = Float(level) / 255
            let part = value.smoothStep(threshold, threshold + 0.26) * (0.80 + 0.2 * look.clouds)
            let shade = value.smoothStep(threshold + 0.12, threshold + 0.5)
            let colour = Pixel.pack(look.cloud.mixed(with: look.cloudShade, shade))
            return UInt64(part * 255) << 32 | UInt64(colour)
        }
    }
}
