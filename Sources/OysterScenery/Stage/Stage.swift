// SPDX-License-Identifier: Apache-2.0

/// All shapes and patterns, made once and shared by all painters.
final class Stage: Sendable {
    static let shared = Stage()

    let land = Land(.shared)
    let greenery = Greenery()
    let buildings = Buildings()
    let person = PersonModel()
    let creatures = Creatures()
    /// All plants with their place on the ground.
    let plants: [(Plant, Vector)] = Island.shared.plants.map {
        ($0, Island.shared.ground($0.x, $0.y) - Vector(0, 0, $0.trunk > 0 ? 0.1 : 0))
    }
    let clouds = Tile(period: 4, octaves: 5, salt: 40)
    let waves = Tile(period: 16, octaves: 3, salt: 41)

    private init() {}
}
