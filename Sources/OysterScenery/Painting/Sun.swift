// SPDX-License-Identifier: Apache-2.0

/// The sun or moon on the screen, with its glow.
struct Sun {
    /// Where it is on the screen; far away when it is behind the eye.
    let x: Float
    let y: Float
    let isAhead: Bool
    private let glows: [UInt32]
    private let colour: UInt32
    private let scale: Float

    init(_ look: Look, _ camera: Camera) {
        let direction = Placement(heading: look.sunHeading, pitch: look.sunHeight).north
        let seen = Vector(
            direction.dot(camera.right),
            direction.dot(camera.up),
            direction.dot(camera.ahead)
        )
        isAhead = seen.z > 0.05
        let depth = max(seen.z, 0.05)
        x = isAhead ? camera.centreX + seen.x / depth * camera.focus : -1e5
        y = isAhead ? camera.centreY - seen.y / depth * camera.focus : -1e5
        colour = Pixel.pack(look.glow)
        // Entry by the square root of the distance in parts of half the focal length.
        scale = 255 / (camera.focus * camera.focus * 0.36)
        let strength = 1 - 0.45 * look.moon
        glows = (0..<256).map { entry in
            let distance = (Float(entry) / 255).squareRoot()
            let near = 1 - distance
            let halo = near * near * near * 0.75 * strength
            let disc = distance.smoothStep(0.062, 0.048) * look.disc
            return UInt32(min(1, max(halo, disc)) * 255)
        }
    }

    /// Square of the distance to a row.
    @inline(__always)
    func row(_ row: Int) -> Float { (Float(row) + 1 - y) * (Float(row) + 1 - y) }

    /// A colour of the sky with the glow in it.
    @inline(__always)
    func glow(_ base: UInt32, _ column: Int, _ squareRow: Float) -> UInt32 {
        let across = Float(column) + 1 - x
        let entry = (across * across + squareRow) * scale
        guard entry < 255 else { return base }
        return Pixel.mix(base, colour, glows[Int(entry)])
    }
}
