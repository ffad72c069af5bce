// SPDX-License-Identifier: Apache-2.0

/// The terrain: a bay that opens to the north, a hill, a headland with a lighthouse.
///
/// It is immutable, so that all worlds share it.
package final class Island: Sendable {
    /// Metres along the edge of the square that it lies in.
    package static let side: Float = 256
    /// Metres between two height samples.
    static let cell: Float = 2
    /// Height samples along an edge.
    static let count = Int(side / cell) + 1

    static let shared = Island()

    /// Heights above the sea in metres, row by row from the south.
    private let heights: [Float]
    /// The obstacles for the avatar.
    let obstacles: [Obstacle]
    let plants: [Plant]

    private init() {
        let heights = Self.survey()
        self.heights = heights
        plants = Plant.grow { Self.height(x: $0, y: $1, in: heights) }
        obstacles =
            Landmark.obstacles
            + plants.compactMap { plant in
                plant.trunk > 0 ? Obstacle(x: plant.x, y: plant.y, radius: plant.trunk) : nil
            }
    }

    /// Interpolated height of the ground; outside the square that of the sea floor.
    func height(x: Float, y: Float) -> Float { Self.height(x: x, y: y, in: heights) }

    /// A point on the ground.
    func ground(_ x: Float, _ y: Float) -> Vector { Vector(x, y, height(x: x, y: y)) }

    /// Whether the avatar may stand here: above the water and outside all obstacles.
    func isWalkable(x: Float, y: Float) -> Bool {
        guard height(x: x, y: y) > 0.25 else { return false }
        return !obstacles.contains { $0.holds(x: x, y: y) }
    }

    private static func height(x: Float, y: Float, in heights: [Float]) -> Float {
        let limit = Float(count) - 1.001
        let across = (x / cell).clamped(0, limit)
        let along = (y / cell).clamped(0, limit)
        let (column, row) = (Int(across), Int(along))
        let index = row * count + column
        let (right, up) = (across - Float(column), along - Float(row))
        return heights[index].mixed(with: heights[index + 1], right)
            .mixed(with: heights[index + count].mixed(with: heights[index + count + 1], right), up)
    }

    private static func survey() -> [Float] {
        (0..<count * count).map { index in
            shape(x: Float(index % count) * cell, y: Float(index / count) * cell)
        }
    }

    /// The height function of the terrain.
    static func shape(x: Float, y: Float) -> Float {
        func hump(_ centreX: Float, _ centreY: Float, _ radius: Float) -> Float {
            let (dx, dy) = ((x - centreX) / radius, (y - centreY) / radius)
            let square = dx * dx + dy * dy
            return square < 1 ? (1 - square) * (1 - square) : 0
        }
        /// Distance inside an ellipse, in metres of its shorter radius.
        func inside(_ centreX: Float, _ centreY: Float, _ across: Float, _ along: Float) -> Float {
            let (dx, dy) = ((x - centreX) / across, (y - centreY) / along)
            return (1 - (dx * dx + dy * dy).squareRoot()) * min(across, along)
        }
        let rough = Noise.hills(x / 44, y / 44, octaves: 3, 3) - 0.5
        var coast = (inside(128, 112, 106, 94) + 60 * rough) / 55
        coast = min(coast, (-inside(138, 208, 74, 92) + 22 * rough) / 60)
        coast = max(coast, (inside(178, 178, 30, 34) + 14 * rough) / 12)
        coast = max(coast, (inside(190, 142, 20, 34) + 14 * rough) / 30)
        guard coast > 0 else { return max(-9, coast * 11) }
        let inland = coast.smoothStep(0.1, 0.7)
        var height = 0.05 + min(1, coast / 0.4) * 1.9 + inland * 1.6
        height += coast.smoothStep(0, 0.7) * 27 * hump(54, 138, 58)
        height += inland * 9 * hump(34, 92, 40)
        height += coast.smoothStep(0, 0.7) * 9.5 * hump(178, 180, 44).smoothStep(0.1, 0.5)
        height += inland * 6 * hump(196, 84, 52)
        height += inland * 6.5 * hump(122, 62, 48)
        height += inland * 2.4 * (Noise.hills(x / 22, y / 22, octaves: 3, 9) - 0.5)
        return height
    }
}

/// A cylinder that the avatar cannot enter.
struct Obstacle: Sendable {
    let x: Float
    let y: Float
    let radius: Float

    func holds(x: Float, y: Float) -> Bool {
        let (dx, dy) = (x - self.x, y - self.y)
        return dx * dx + dy * dy < radius * radius
    }
}
