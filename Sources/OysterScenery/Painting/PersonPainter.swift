// SPDX-License-Identifier: Apache-2.0

/// Puts the parts of a person together as a posture says.
struct PersonPainter {
    let model: PersonModel
    let brush: Brush

    /// Paints a person whose feet are at a place.
    func paint(_ posture: Posture, at feet: Placement, seconds: Float) {
        let root =
            feet
            .placing(Placement(at: Vector(0, 0, posture.lift), heading: posture.turn))
            .placing(Placement(pitch: posture.fall, roll: -posture.sway))
        let hips = root.placing(Placement(at: Vector(0, 0, drop(posture))))
        let joint = Vector(0, 0, PersonModel.hip)
        let upper = hips.placing(Placement(at: joint, pitch: -posture.lean))
            .placing(Placement(at: -joint))
        brush.paint(model.torso, upper)
        let neck = Placement(
            at: Vector(0, 0.0, 1.49),
            heading: posture.look,
            pitch: -posture.nod
        )
        brush.paint(model.head, upper.placing(neck))
        let flutter = 0.02 * Turn.sine(seconds * 0.8) + 0.04
        let knot = Placement(at: Vector(-0.09, -0.12, 1.42), pitch: -flutter, roll: 0.02)
        brush.paint(model.scarf, upper.placing(knot))
        for side in [-1, 1] as [Float] {
            let arm = side < 0 ? posture.leftArm : posture.rightArm
            paintArm(arm, side, upper)
            let leg = side < 0 ? posture.leftLeg : posture.rightLeg
            paintLeg(leg, side, hips)
        }
    }

    private func paintArm(_ arm: Posture.Limb, _ side: Float, _ body: Placement) {
        let shoulder = body.placing(
            Placement(
                at: Vector(side * 0.215, 0, PersonModel.shoulder),
                pitch: arm.swing,
                roll: -side * arm.spread
            )
        )
        brush.paint(model.upperArm, shoulder)
        let elbow = Vector(0, 0, -PersonModel.upperArmLength)
        // A raised arm bends inwards, a hanging one forwards.
        let inwards = arm.spread.smoothStep(0.12, 0.3)
        let fore = Placement(
            at: elbow,
            pitch: arm.bend * (1 - inwards),
            roll: -side * arm.bend * inwards
        )
        brush.paint(model.foreArm, shoulder.placing(fore))
    }

    private func paintLeg(_ leg: Posture.Limb, _ side: Float, _ hips: Placement) {
        let joint = hips.placing(
            Placement(
                at: Vector(side * 0.095, 0, PersonModel.hip),
                pitch: leg.swing,
                roll: -side * leg.spread
            )
        )
        brush.paint(model.thigh, joint)
        let knee = Vector(0, 0, -PersonModel.thighLength)
        brush.paint(model.shin, joint.placing(Placement(at: knee, pitch: -leg.bend)))
    }

    /// How far bent knees let the hips down so that the feet stay on the ground.
    private func drop(_ posture: Posture) -> Float {
        guard posture.lift > -0.5, posture.fall < 0.1 else { return 0 }
        func reach(_ leg: Posture.Limb) -> Float {
            PersonModel.thighLength * Turn.cosine(leg.swing)
                + 0.43 * Turn.cosine(leg.swing - leg.bend)
        }
        return max(reach(posture.leftLeg), reach(posture.rightLeg)) - PersonModel.hip
    }
}
