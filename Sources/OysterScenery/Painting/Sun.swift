// SPDX-License-Identifier: Apache-2.0

/// The sun or moon on the screen, with its glow.
struct Sun {
    /// Where it is on the screen; far away when it is behind the eye.
    let x: Float
    let y: Float
    let isAhead: Bool
    private let colour: UInt32
    private let disc: Float
    /// Pixels from the middle to the edge of the disc, and of the glow.
    private let radius: Float
    private let reach: Float
    private let strength: Float

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
        disc = look.disc
        radius = camera.focus * (0.036 - 0.006 * look.moon)
        reach = camera.focus * 0.62
        strength = 0.75 - 0.30 * look.moon
    }

    /// Whether the edge of the disc passes a square of two by two pixels.
    @inline(__always)
    func hasEdge(_ column: Int, _ row: Int) -> Bool {
        let (across, down) = (Float(column) + 1 - x, Float(row) + 1 - y)
        let square = across * across + down * down
        return square < (radius + 2) * (radius + 2) && square > (radius - 2) * (radius - 2)
    }

    /// A colour of the sky with the glow in it, at a point of the screen.
    @inline(__always)
    func glow(_ base: UInt32, _ column: Float, _ row: Float) -> UInt32 {
        let (across, down) = (column - x, row - y)
        let square = across * across + down * down
        guard square < reach * reach else { return base }
        let distance = square.squareRoot()
        let near = 1 - distance / reach
        let halo = near * near * near * strength
        let cover = (radius - distance + 0.5).clamped(0, 1) * disc
        return Pixel.mix(base, colour, UInt32(max(halo, cover) * 256))
    }
}
