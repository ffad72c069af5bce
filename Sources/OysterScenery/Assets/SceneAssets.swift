// SPDX-License-Identifier: Apache-2.0

/// The meshes and textures, made once and shared by all renderers.
final class SceneAssets: Sendable {
    static let shared = SceneAssets()

    let terrain = Terrain(.shared)
    let plantModels = PlantModels()
    let buildingModels = BuildingModels()
    let person = PersonModel()
    let creatureModels = CreatureModels()
    /// All plants with their position on the ground.
    let plants: [(Plant, Vector)] = Island.shared.plants.map {
        ($0, Island.shared.ground($0.x, $0.y) - Vector(0, 0, $0.trunk > 0 ? 0.1 : 0))
    }
    let clouds = NoiseTexture(period: 4, octaves: 5, salt: 40)
    let waves = NoiseTexture(period: 16, octaves: 3, salt: 41)

    private init() {}
}
