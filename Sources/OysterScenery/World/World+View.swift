// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

extension World {
    /// What the camera sees: with the traveller's eyes, or from where a film would be made.
    func view(on island: Island, isWide: Bool) -> View {
        switch mode {
        case .adventure: travelling
        case .acting: portrait(on: island, distance: isWide ? 4.7 : 3.1)
        default: film(on: island)
        }
    }

    private var travelling: View {
        let sprint: Float = traveller.effort.isSprinting(at: step) ? 1 : 0
        return View(
            eye: Vector(pose.x, pose.y, pose.height),
            heading: pose.heading,
            pitch: pose.pitch,
            zoom: 0.72 - 0.04 * sprint * min(1, traveller.speed / Traveller.pace)
        )
    }

    /// In front of the one who acts, swaying a little.
    private func portrait(on island: Island, distance: Float) -> View {
        let mark = Landmark.mark
        let sway = 0.018 * Turn.sine(seconds * 0.05)
        let eye = Vector(
            mark.x - distance * Turn.sine(sway),
            mark.y - distance * Turn.cosine(sway),
            island.height(x: mark.x, y: mark.y) + 1.22
        )
        return View(eye: eye, heading: sway, pitch: 0.004, zoom: 0.72)
    }

    /// Drifting slowly along the shore.
    private func film(on island: Island) -> View {
        let (x, y) = (
            Landmark.start.x + 7 * Turn.sine(seconds * 0.012), 86 + 3 * Turn.sine(seconds * 0.017)
        )
        return View(
            eye: Vector(x, y, island.height(x: x, y: y) + 2.4),
            heading: 0.015 + 0.03 * Turn.sine(seconds * 0.009),
            pitch: -0.012,
            zoom: 0.72
        )
    }
}
