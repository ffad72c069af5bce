// SPDX-License-Identifier: Apache-2.0

/// Draws the water over everything below or behind it.
///
/// The camera has no roll, so that the sea has one depth per row.
@safe struct SeaRenderer {
    private let camera: Camera
    private let lighting: Lighting
    private let texture: NoiseTexture
    private let target: RenderTarget
    /// Seconds of the timeline.
    private let time: Float
    private let sunX: Float
    private let air: UInt32
    private let shallowWater: UInt32
    /// Depth of water up to which there is foam, in metres.
    private let foamEdge: Float
    /// Metres per sample of the wave texture.
    private static let grain: Float = 0.11
    private static let levels = 64
    /// The colours of a row from trough to crest.
    private let colours: UnsafeMutablePointer<UInt32>

    init(
        camera: Camera,
        lighting: Lighting,
        texture: NoiseTexture,
        target: RenderTarget,
        time: Float,
        air: UInt32
    ) {
        self.camera = camera
        self.lighting = lighting
        self.texture = texture
        self.target = target
        self.time = time
        self.air = air
        unsafe colours = unsafe target.row
        let sun = Sun(lighting, camera)
        sunX = sun.isAhead ? sun.x : -1e5
        shallowWater = Pixel.pack(lighting.shallowSea)
        foamEdge = 0.10 + 0.06 * Turn.sine(time * 0.23)
    }

    /// The values that are equal for all pixels of a row.
    private struct Row {
        let start: Int
        let inverseDepth: Float
        /// Slope of the view downwards: metres per metre of depth.
        let fall: Float
        let glint: UInt32
        /// Widens the reflection of the sun towards the camera.
        let spread: Float
        let threshold: Float
        let foam: UInt32
    }

    func draw() {
        for row in 0..<target.height {
            let dy = (camera.centreY - Float(row) - 0.5) / camera.focus
            let fall = -(camera.ahead.z + dy * camera.up.z)
            guard fall > 0.0004 else { continue }
            let depth = max(0.5, camera.origin.z) / fall
            let ahead = camera.up.z - dy * camera.ahead.z
            mixColours(depth: depth, fall: fall)
            draw(row, depth: depth, ahead: ahead, fall: fall)
        }
    }

    private func mixColours(depth: Float, fall: Float) {
        let grazing = 1 / (1 + fall * 9)
        let mirrored = lighting.horizon.mixed(with: lighting.zenith, 0.35)
        let base = lighting.deepSea.mixed(with: mirrored, grazing * grazing * 0.85)
        let contrast = lighting.waves.clamped(0.4, 1.6) * (0.5 + 0.5 / (1 + depth * depth / 9_000))
        let trough = base.mixed(with: lighting.deepSea * 0.82, 0.6 * contrast)
        let crest = base.mixed(with: mirrored, 0.5 * contrast)
        let far = depth * lighting.haze
        let haze = UInt32(far * far / (1 + far * far) * 255)
        let (low, high) = (Pixel.pack(trough), Pixel.pack(crest))
        let (dim, bright) = (Pixel.mix(low, air, haze), Pixel.mix(high, air, haze))
        for level in 0..<Self.levels {
            unsafe colours[level] = Pixel.mix(dim, bright, UInt32(level * 256 / Self.levels))
        }
    }

    private func draw(_ row: Int, depth: Float, ahead: Float, fall: Float) {
        let line = line(row, depth: depth, fall: fall)
        var swell = swell(depth: depth, ahead: ahead)
        let pixels = unsafe target.pixels + line.start
        let inverseDepth = unsafe target.inverseDepth + line.start
        var level: Int?
        for column in stride(from: 0, to: target.width, by: 4) {
            let known = unsafe UnsafeRawPointer(inverseDepth + column)
                .loadUnaligned(as: SIMD4<Float>.self)
            guard any(known .< line.inverseDepth) else {
                swell.advance()
                level = nil
                continue
            }
            let first = level ?? swell.height(texture)
            swell.advance()
            let next = swell.height(texture)
            let slope = (next &- first) >> 2
            for offset in 0..<4 where known[offset] < line.inverseDepth {
                let step = max(0, min(Self.levels &- 1, (first &+ slope &* offset) >> 6))
                var pixel = unsafe colours[step]
                if known[offset] > 0 {
                    let ground = unsafe pixels[column &+ offset]
                    pixel = wash(pixel, ground, known[offset], step, line)
                } else {
                    pixel = glint(pixel, column &+ offset, step, line)
                }
                unsafe pixels[column &+ offset] = pixel
                unsafe inverseDepth[column &+ offset] = line.inverseDepth
            }
            level = next
        }
    }

    private func line(_ row: Int, depth: Float, fall: Float) -> Row {
        let far = depth * lighting.haze
        let clear = UInt32(256 / (1 + far * far))
        let glint = lighting.glow.mixed(with: Vector(1, 1, 1), 0.35)
        let foam = (lighting.ambient + lighting.sunlight * 0.7) * 0.98
        return Row(
            start: row * target.width,
            inverseDepth: 1 / depth,
            fall: fall,
            glint: Pixel.mix(air, Pixel.pack(glint), clear),
            spread: 1 / (22 + fall * camera.focus * 0.42),
            threshold: 36 - 14 * (1 - min(1, fall * 6)),
            foam: Pixel.mix(air, Pixel.pack(foam), clear)
        )
    }

    /// The waves along a row, from its left end in steps of four pixels.
    private func swell(depth: Float, ahead: Float) -> Swell {
        let (sine, cosine) = (-camera.right.y, camera.right.x)
        let scale = 256 / Self.grain
        let toRight = -camera.centreX / camera.focus
        let place = SIMD2(
            camera.origin.x + depth * (ahead * sine + toRight * cosine),
            camera.origin.y + depth * (ahead * cosine - toRight * sine)
        )
        // Far waves are sampled more coarsely, which avoids flicker.
        let coarse = scale / (1 + depth / 120)
        // The addend keeps coordinates positive; it is a multiple of the texture size.
        let bias = SIMD2<Float>(repeating: 4_194_304)
        let step = SIMD2(cosine, -sine) * (4 / camera.focus * depth * coarse)
        return Swell(
            first: (place + SIMD2(0.55, 0.9) * time) * coarse + bias,
            second: (place * 0.61 + SIMD2(-0.7, 0.35) * time) * coarse + bias,
            step: step
        )
    }

    /// Two wave textures that move in different directions.
    private struct Swell {
        var first: SIMD2<Float>
        var second: SIMD2<Float>
        let step: SIMD2<Float>

        @inline(__always)
        mutating func advance() {
            first += step
            second += step * 0.61
        }

        /// Height of the water, in 1/64 of a colour step.
        @inline(__always)
        func height(_ texture: NoiseTexture) -> Int {
            let one = texture.sample(Int(first.x), Int(first.y))
            let other = texture.sample(Int(second.x), Int(second.y))
            return (one &+ other &- 150) &* 18
        }
    }

    /// The colour of water with the reflection of sun or moon.
    @inline(__always)
    private func glint(_ water: UInt32, _ column: Int, _ step: Int, _ line: Row) -> UInt32 {
        let aside = (Float(column) - sunX) * line.spread
        let lift = Float(step) - line.threshold - aside * aside * 9
        guard lift > 0 else { return water }
        return Pixel.mix(water, line.glint, UInt32(min(13, lift) * 16))
    }

    /// The colour of shallow water over visible ground, with foam at its edge.
    @inline(__always)
    private func wash(
        _ water: UInt32,
        _ ground: UInt32,
        _ groundNearness: Float,
        _ step: Int,
        _ line: Row
    ) -> UInt32 {
        let way = 1 / groundNearness - 1 / line.inverseDepth
        let deep = way * line.fall
        let shallow = Pixel.mix(ground, shallowWater, UInt32(deep / (deep + 0.5) * 256))
        let clear = max(0, 1 - deep / 4.2)
        let mixed = Pixel.mix(shallow, water, UInt32((1 - clear * clear) * 256))
        let lap = foamEdge + Float(step) * 0.006
        guard deep < lap else { return mixed }
        return Pixel.mix(mixed, line.foam, UInt32((1 - deep / lap) * 235))
    }
}
