// SPDX-License-Identifier: Apache-2.0

/// Draws a person in a posture from the meshes of its parts.
struct PersonRenderer {
    let model: PersonModel
    let meshRenderer: MeshRenderer

    /// Draws a person; the transform is that of the feet.
    func draw(_ posture: Posture, at feet: Transform, seconds: Float) {
        let root =
            feet
            .placing(Transform(at: Vector(0, 0, posture.lift), heading: posture.turn))
            .placing(Transform(pitch: posture.fall, roll: -posture.sway))
        let hips = root.placing(Transform(at: Vector(0, 0, drop(posture))))
        let joint = Vector(0, 0, PersonModel.hip)
        let upper = hips.placing(Transform(at: joint, pitch: -posture.lean))
            .placing(Transform(at: -joint))
        meshRenderer.draw(model.torso, upper)
        let neck = Transform(
            at: Vector(0, 0.0, 1.49),
            heading: posture.headTurn,
            pitch: -posture.nod
        )
        meshRenderer.draw(model.head, upper.placing(neck))
        let flutter = 0.02 * Turn.sine(seconds * 0.8) + 0.04
        let knot = Transform(at: Vector(-0.09, -0.12, 1.42), pitch: -flutter, roll: 0.02)
        meshRenderer.draw(model.scarf, upper.placing(knot))
        for side in [-1, 1] as [Float] {
            let arm = side < 0 ? posture.leftArm : posture.rightArm
            drawArm(arm, side, upper)
            let leg = side < 0 ? posture.leftLeg : posture.rightLeg
            drawLeg(leg, side, hips)
        }
    }

    private func drawArm(_ arm: Posture.Limb, _ side: Float, _ body: Transform) {
        let shoulder = body.placing(
            Transform(
                at: Vector(side * 0.215, 0, PersonModel.shoulder),
                pitch: arm.swing,
                roll: -side * arm.spread
            )
        )
        meshRenderer.draw(model.upperArm, shoulder)
        let elbow = Vector(0, 0, -PersonModel.upperArmLength)
        // A raised arm bends inwards, a hanging one forwards.
        let inwards = arm.spread.smoothStep(0.12, 0.3)
        let fore = Transform(
            at: elbow,
            pitch: arm.bend * (1 - inwards),
            roll: -side * arm.bend * inwards
        )
        meshRenderer.draw(model.foreArm, shoulder.placing(fore))
    }

    private func drawLeg(_ leg: Posture.Limb, _ side: Float, _ hips: Transform) {
        let joint = hips.placing(
            Transform(
                at: Vector(side * 0.095, 0, PersonModel.hip),
                pitch: leg.swing,
                roll: -side * leg.spread
            )
        )
        meshRenderer.draw(model.thigh, joint)
        let knee = Vector(0, 0, -PersonModel.thighLength)
        meshRenderer.draw(model.shin, joint.placing(Transform(at: knee, pitch: -leg.bend)))
    }

    /// How far the hips sink, so that the feet of bent legs stay on the ground.
    private func drop(_ posture: Posture) -> Float {
        guard posture.lift > -0.5, posture.fall < 0.1 else { return 0 }
        func reach(_ leg: Posture.Limb) -> Float {
            PersonModel.thighLength * Turn.cosine(leg.swing)
                + 0.43 * Turn.cosine(leg.swing - leg.bend)
        }
        return max(reach(posture.leftLeg), reach(posture.rightLeg)) - PersonModel.hip
    }
}
