// SPDX-License-Identifier: Apache-2.0

/// Paints the water in front of everything that lies below or behind it.
///
/// A camera that never leans sees each row of the sea at one distance along the view.
struct SeaPainter {
    private let camera: Camera
    private let look: Look
    private let tile: Tile
    private let raster: Raster
    /// Seconds of the timeline.
    private let time: Float
    private let sunX: Float
    private let air: UInt32
    private let shallowWater: UInt32
    /// Depth down to which there is foam, in metres.
    private let foamEdge: Float
    /// Metres per sample of the wave tile.
    private static let grain: Float = 0.16
    private static let levels = 64

    init(camera: Camera, look: Look, tile: Tile, raster: Raster, time: Float, air: UInt32) {
        self.camera = camera
        self.look = look
        self.tile = tile
        self.raster = raster
        self.time = time
        self.air = air
        let sun = Sun(look, camera)
        sunX = sun.isAhead ? sun.x : -1e5
        shallowWater = Pixel.pack(look.shallowSea)
        foamEdge = 0.10 + 0.06 * Turn.sine(time * 0.23)
    }

    /// What is the same for all pixels of a row.
    private struct Row {
        let start: Int
        let nearness: Float
        /// Metres down per metre along the view.
        let fall: Float
        let glint: UInt32
        /// Widens the path of light towards the eye.
        let spread: Float
        let threshold: Float
        let foam: UInt32
    }

    func paint() {
        var colours = [UInt32](repeating: 0, count: Self.levels)
        for row in 0..<raster.height {
            let dy = (camera.centreY - Float(row) - 0.5) / camera.focus
            let fall = -(camera.ahead.z + dy * camera.up.z)
            guard fall > 0.0004 else { continue }
            let depth = max(0.5, camera.origin.z) / fall
            let ahead = camera.up.z - dy * camera.ahead.z
            mixColours(&colours, depth: depth, fall: fall)
            paint(row, depth: depth, ahead: ahead, fall: fall, colours)
        }
    }

    /// The colours of the row's water from trough to crest.
    private func mixColours(_ colours: inout [UInt32], depth: Float, fall: Float) {
        let grazing = 1 / (1 + fall * 9)
        let mirrored = look.horizon.mixed(with: look.zenith, 0.35)
        let base = look.deepSea.mixed(with: mirrored, grazing * grazing * 0.85)
        let contrast = look.waves.clamped(0.4, 1.6) * (0.5 + 0.5 / (1 + depth * depth / 9_000))
        let trough = base.mixed(with: look.deepSea * 0.82, 0.6 * contrast)
        let crest = base.mixed(with: mirrored, 0.5 * contrast)
        let far = depth * look.haze
        let haze = UInt32(far * far / (1 + far * far) * 255)
        let (low, high) = (Pixel.pack(trough), Pixel.pack(crest))
        let (dim, bright) = (Pixel.mix(low, air, haze), Pixel.mix(high, air, haze))
        for level in 0..<Self.levels {
            colours[level] = Pixel.mix(dim, bright, UInt32(level * 256 / Self.levels))
        }
    }

    private func paint(_ row: Int, depth: Float, ahead: Float, fall: Float, _ colours: [UInt32]) {
        let far = depth * look.haze
        let clear = 1 / (1 + far * far)
        let line = Row(
            start: row * raster.width,
            nearness: 1 / depth,
            fall: fall,
            glint: Pixel.mix(
                air,
                Pixel.pack(look.glow.mixed(with: Vector(1, 1, 1), 0.35)),
                UInt32(clear * 256)
            ),
            spread: 1 / (22 + fall * camera.focus * 0.42),
            threshold: 36 - 14 * (1 - min(1, fall * 6)),
            foam: Pixel.mix(
                air,
                Pixel.pack((look.ambient + look.sunlight * 0.7) * 0.98),
                UInt32(clear * 256)
            )
        )
        let (sine, cosine) = (-camera.right.y, camera.right.x)
        let scale = 256 / Self.grain
        let toRight = -camera.centreX / camera.focus
        let x0 = (camera.origin.x + depth * (ahead * sine + toRight * cosine)) * scale
        let y0 = (camera.origin.y + depth * (ahead * cosine - toRight * sine)) * scale
        let step = 4 / camera.focus * depth * scale
        let drift = time * scale
        // Far waves are sampled more coarsely, or they would only flicker.
        let coarse = 1 / (1 + depth / 90)
        var (ax, ay) = ((x0 + drift * 0.55) * coarse, (y0 + drift * 0.9) * coarse)
        var (bx, by) = ((x0 * 0.61 - drift * 0.7) * coarse, (y0 * 0.61 + drift * 0.35) * coarse)
        let (dx, dy) = (step * cosine * coarse, -step * sine * coarse)
        var level = wave(ax, ay, bx, by)
        for column in stride(from: 0, to: raster.width, by: 4) {
            (ax, ay) = (ax + dx, ay + dy)
            (bx, by) = (bx + dx * 0.61, by + dy * 0.61)
            let next = wave(ax, ay, bx, by)
            if isHidden(line.start + column, line.nearness) {
                level = next
                continue
            }
            let slope = (next - level) / 4
            for offset in 0..<4 {
                paint(column + offset, level + slope * offset, line, colours)
            }
            level = next
        }
    }

    /// Height of the water of 0…255·4.
    @inline(__always)
    private func wave(_ ax: Float, _ ay: Float, _ bx: Float, _ by: Float) -> Int {
        (tile.sample(Int(ax), Int(ay)) + tile.sample(Int(bx), Int(by))) * 2
    }

    @inline(__always)
    private func isHidden(_ index: Int, _ nearness: Float) -> Bool {
        let known = unsafe UnsafeRawPointer(raster.nearness + index)
            .loadUnaligned(as: SIMD4<Float>.self)
        return known.min() >= nearness
    }

    @inline(__always)
    private func paint(_ column: Int, _ level: Int, _ line: Row, _ colours: [UInt32]) {
        let index = line.start + column
        let ground = unsafe raster.nearness[index]
        guard ground < line.nearness else { return }
        let step = max(0, min(63, (level - 300) / 7))
        var pixel = colours[step]
        if ground > 0 {
            pixel = wash(pixel, unsafe raster.pixels[index], ground, step, line)
        } else {
            let aside = (Float(column) - sunX) * line.spread
            let lift = Float(step) - line.threshold - aside * aside * 9
            if lift > 0 {
                pixel = Pixel.mix(pixel, line.glint, UInt32(min(13, lift) * 16))
            }
        }
        unsafe raster.nearness[index] = line.nearness
        unsafe raster.pixels[index] = pixel
    }

    /// Water over ground that shows through it, with foam at its edge.
    @inline(__always)
    private func wash(
        _ water: UInt32,
        _ ground: UInt32,
        _ groundNearness: Float,
        _ step: Int,
        _ line: Row
    ) -> UInt32 {
        let way = 1 / groundNearness - 1 / line.nearness
        let deep = way * line.fall
        let shallow = Pixel.mix(ground, shallowWater, UInt32(deep / (deep + 0.5) * 256))
        let mixed = Pixel.mix(shallow, water, UInt32(deep / (deep + 2.6) * 256))
        let lap = foamEdge + Float(step) * 0.006
        guard deep < lap else { return mixed }
        return Pixel.mix(mixed, line.foam, UInt32((1 - deep / lap) * 235))
    }
}
