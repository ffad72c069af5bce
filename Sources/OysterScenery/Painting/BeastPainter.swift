// SPDX-License-Identifier: Apache-2.0

/// Puts the parts of an animal together.
struct BeastPainter {
    let model: BeastModel
    let brush: Brush

    /// What the animal does.
    struct Motion {
        /// Steps taken, in turns of the gait.
        var phase: Float = 0
        /// How far the legs swing, in turns; 0 stands.
        var reach: Float = 0
        var nod: Float = 0
        var wag: Float = 0
        /// Metres.
        var lift: Float = 0
        /// Of the whole animal, upwards.
        var rear: Float = 0
    }

    /// Paints the animal with its feet at a place.
    func paint(_ motion: Motion, at feet: Placement) {
        let bounce = motion.lift + abs(Turn.sine(motion.phase)) * motion.reach * 0.6
        let root = feet.placing(Placement(at: Vector(0, 0, bounce), pitch: motion.rear))
        brush.paint(model.body, root)
        brush.paint(model.head, root.placing(Placement(at: model.neck, pitch: -motion.nod)))
        brush.paint(
            model.tail,
            root.placing(Placement(at: model.rump, pitch: -0.07, roll: motion.wag))
        )
        for (index, joint) in model.legs.enumerated() {
            let offset: Float = index == 0 || index == 3 ? 0 : 0.5
            let swing = motion.reach * Turn.sine(motion.phase + offset)
            brush.paint(model.leg, root.placing(Placement(at: joint, pitch: swing)))
        }
    }
}
