// SPDX-License-Identifier: Apache-2.0

/// Draws stars, the beam of the lighthouse, rain, snow, petals and lightning.
struct AtmosphereRenderer {
    let meshRenderer: MeshRenderer
    let lighting: Lighting
    let island: Island
    let seconds: Float

    private var target: RenderTarget { meshRenderer.target }
    private var camera: Camera { meshRenderer.camera }

    func draw() {
        drawStars()
        drawBeam()
        drawBolt()
        if lighting.rain > 0.02 { drawRain() }
        if lighting.snowfall > 0.02 {
            drawFlakes(lighting.snowfall, Pixel.pack(Vector(1, 1, 1)), salt: 91)
        }
        if lighting.petals > 0.02 {
            drawFlakes(lighting.petals * 0.22, Pixel.pack(Vector(1.0, 0.72, 0.80)), salt: 92)
        }
    }

    private func drawStars() {
        guard lighting.stars > 0.05 else { return }
        let white = Pixel.pack(Vector(0.94, 0.95, 1))
        for star in 0..<420 {
            let height = 0.02 + 0.2 * Noise.value(star, 0, 81)
            let direction = Transform(heading: Noise.value(star, 1, 81), pitch: height).north
            let ahead = direction.dot(camera.ahead)
            guard ahead > 0.1 else { continue }
            let x = camera.centreX + direction.dot(camera.right) / ahead * camera.focus
            let y = camera.centreY - direction.dot(camera.up) / ahead * camera.focus
            let bright = Noise.value(star, 2, 81)
            let twinkle = 0.75 + 0.25 * Turn.sine(seconds * (0.2 + bright * 0.4) + bright)
            let part = UInt32(lighting.stars * twinkle * (70 + 185 * bright * bright))
            target.mixFree(x: Int(x), y: Int(y), white, part)
            guard bright > 0.8 else { continue }
            target.mixFree(x: Int(x) + 1, y: Int(y), white, part / 2)
            target.mixFree(x: Int(x), y: Int(y) + 1, white, part / 2)
        }
    }

    /// Two rotating beams.
    private func drawBeam() {
        let strength = lighting.lamps * (lighting.stars * 0.6 + 0.4) - 0.2
        guard strength > 0.05 else { return }
        let lamp = island.ground(Landmark.lighthouse.x, Landmark.lighthouse.y) + Vector(0, 0, 15.5)
        let toEye = (camera.origin - lamp).normalized
        let colour = Pixel.pack(Vector(1, 0.93, 0.72))
        for side in [0, 0.5] as [Float] {
            let way = Transform(heading: seconds * 0.06 + side, pitch: -0.004).north
            let aside = way.cross(toEye).normalized
            for (length, width) in [(16, 0.9), (30, 1.6), (48, 2.5), (70, 3.6), (100, 5)]
                as [(Float, Float)]
            {
                let end = lamp + way * length
                meshRenderer.blendClipped(
                    camera.see(lamp),
                    camera.see(end + aside * width),
                    camera.see(end - aside * width),
                    colour,
                    part: UInt32(strength * 26)
                )
            }
        }
    }

    private func drawBolt() {
        let flash = Lightning.flash(seconds) * lighting.lightning
        guard flash > 0.35 else { return }
        let salt = Int(seconds / Lightning.pause)
        var x = (0.15 + 0.7 * Noise.value(salt, 3, 95)) * Float(target.width)
        let horizon = camera.centreY + camera.ahead.z * camera.focus
        let white = Pixel.pack(Vector(1, 1, 1))
        var y: Float = 0
        while y < horizon {
            let next = y + 14
            let to = x + 26 * (Noise.value(salt, Int(y), 96) - 0.5)
            target.line(from: (x, y), to: (to, next), white, part: 240, free: true)
            target.line(from: (x + 1, y), to: (to + 1, next), white, part: 200, free: true)
            (x, y) = (to, next)
        }
    }

    private func drawRain() {
        let colour = Pixel.pack(lighting.horizon.mixed(with: Vector(0.9, 0.95, 1), 0.5))
        let (width, height) = (Float(target.width), Float(target.height))
        for drop in 0..<Int(620 * lighting.rain) {
            let near = Noise.value(drop, 0, 90)
            let speed = 620 + 760 * near
            let pan = camera.view.heading * 6.28 * camera.focus * (0.6 + 0.4 * near)
            let fall = seconds * speed + Noise.value(drop, 1, 90) * 2_000
            let span = height + 60
            let round = Float(Int(fall / span))
            let y = fall - round * span - 40
            let across = Noise.value(drop, Int(round), 89) * width - pan
            let x = (across / width).wrapped * width - y * 0.10
            let length = 9 + 20 * near
            target.line(
                from: (x, y),
                to: (x - length * 0.10, y + length),
                colour,
                part: UInt32(40 + 70 * near)
            )
        }
    }

    private func drawFlakes(_ amount: Float, _ colour: UInt32, salt: UInt32) {
        let (width, height) = (Float(target.width), Float(target.height))
        for flake in 0..<Int(560 * amount) {
            let near = Noise.value(flake, 0, salt)
            let speed = 34 + 74 * near
            let pan = camera.view.heading * 6.28 * camera.focus * (0.5 + 0.5 * near)
            let fall = seconds * speed + Noise.value(flake, 1, salt) * 3_000
            let span = height + 20
            let round = Float(Int(fall / span))
            let y = fall - round * span - 10
            let sway = 14 * near * Turn.sine(seconds * (0.15 + 0.2 * near) + near * 9)
            let across = Noise.value(flake, Int(round), salt) * width - pan + sway
            let x = (across / width).wrapped * width
            let size = 1 + Int(near * near * 3.4)
            let part = UInt32(120 + 110 * near)
            target.square(x: Int(x), y: Int(y), size: size, colour, part: part)
        }
    }
}

/// The times of lightning.
enum Lightning {
    /// Seconds between two flashes.
    static let pause: Float = 3.1

    /// Brightness at a time, 0…1.
    static func flash(_ seconds: Float) -> Float {
        let slot = Int(seconds / pause)
        let begin = 0.4 + 1.8 * Noise.value(slot, 0, 94)
        let age = seconds - Float(slot) * pause - begin
        guard age >= 0, age < 0.45 else { return 0 }
        let flicker: Float = age > 0.10 && age < 0.17 ? 0.25 : 1
        return (1 - age / 0.45) * flicker
    }
}
