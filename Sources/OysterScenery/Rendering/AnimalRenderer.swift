// SPDX-License-Identifier: Apache-2.0

/// Draws an animal from the meshes of its parts.
struct AnimalRenderer {
    let model: AnimalModel
    let meshRenderer: MeshRenderer

    /// The movement of the parts.
    struct Motion {
        /// Phase of the gait, in turns.
        var phase: Float = 0
        /// Amplitude of the legs, in turns; 0 while it stands.
        var reach: Float = 0
        var nod: Float = 0
        var wag: Float = 0
        /// Metres.
        var lift: Float = 0
        /// Pitch of the whole animal, in turns.
        var rear: Float = 0
    }

    /// Draws the animal; the transform is that of its feet.
    func draw(_ motion: Motion, at feet: Transform) {
        let bounce = motion.lift + abs(Turn.sine(motion.phase)) * motion.reach * 0.6
        let root = feet.placing(Transform(at: Vector(0, 0, bounce), pitch: motion.rear))
        meshRenderer.draw(model.body, root)
        meshRenderer.draw(model.head, root.placing(Transform(at: model.neck, pitch: -motion.nod)))
        meshRenderer.draw(
            model.tail,
            root.placing(Transform(at: model.rump, pitch: -0.07, roll: motion.wag))
        )
        for (index, joint) in model.legs.enumerated() {
            let offset: Float = index == 0 || index == 3 ? 0 : 0.5
            let swing = motion.reach * Turn.sine(motion.phase + offset)
            meshRenderer.draw(model.leg, root.placing(Transform(at: joint, pitch: swing)))
        }
    }
}
