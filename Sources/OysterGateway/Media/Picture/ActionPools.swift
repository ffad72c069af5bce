// SPDX-License-Identifier: Apache-2.0
internal import OysterScenery

/// What an Adventure can do: the two pools of `travels/status`.
struct ActionPools: Equatable, Sendable {
    var character: [String] = []
    var environment: [String] = []
}

extension ActionPools {
    init(_ scenery: Scenery) {
        character = scenery.characterActions
        environment = scenery.environmentActions
    }
}

extension Scenery {
    /// The world of a Travel at its beginning.
    init(of travel: Travel) {
        let plan = travel.world.plan
        self.init(
            mode: travel.model.modeValue,
            aspectRatio: plan.aspectRatio,
            title: plan.title,
            seed: Self.seed(travel.world.id)
        )
    }

    /// The same number for the same name (FNV-1a).
    private static func seed(_ name: String) -> UInt64 {
        name.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
