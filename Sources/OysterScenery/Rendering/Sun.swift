// SPDX-License-Identifier: Apache-2.0

/// The sun or moon on the screen, with its glow.
struct Sun {
    /// Its position on the screen; far outside when it is behind the camera.
    let x: Float
    let y: Float
    let isAhead: Bool
    private let colour: UInt32
    private let disc: Float
    /// Radius of the disc and of the glow, in pixels.
    private let radius: Float
    private let reach: Float
    private let strength: Float

    init(_ lighting: Lighting, _ camera: Camera) {
        let direction = Transform(heading: lighting.sunHeading, pitch: lighting.sunHeight).north
        let seen = Vector(
            direction.dot(camera.right),
            direction.dot(camera.up),
            direction.dot(camera.ahead)
        )
        isAhead = seen.z > 0.05
        let depth = max(seen.z, 0.05)
        x = isAhead ? camera.centreX + seen.x / depth * camera.focus : -1e5
        y = isAhead ? camera.centreY - seen.y / depth * camera.focus : -1e5
        colour = Pixel.pack(lighting.glow)
        disc = lighting.disc
        radius = camera.focus * (0.036 - 0.006 * lighting.moon)
        reach = camera.focus * 0.62
        strength = 0.75 - 0.30 * lighting.moon
    }

    /// Whether the edge of the disc crosses a square of two by two pixels.
    @inline(__always)
    func hasEdge(_ column: Int, _ row: Int) -> Bool {
        let (across, down) = (Float(column) + 1 - x, Float(row) + 1 - y)
        let square = across * across + down * down
        return square < (radius + 2) * (radius + 2) && square > (radius - 2) * (radius - 2)
    }

    /// A sky colour with the glow added, at a point of the screen.
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
