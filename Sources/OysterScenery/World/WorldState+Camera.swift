// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

extension WorldState {
    /// The camera: at the avatar's eyes in an adventure, at an external position otherwise.
    func view(on island: Island, isWide: Bool) -> CameraView {
        switch mode {
        case .adventure: travelling
        case .acting: portrait(on: island, distance: isWide ? 4.7 : 3.1)
        default: film(on: island)
        }
    }

    private var travelling: CameraView {
        let sprint: Float = avatar.actionState.isSprinting(at: step) ? 1 : 0
        return CameraView(
            eye: Vector(pose.x, pose.y, pose.height),
            heading: pose.heading,
            pitch: pose.pitch,
            zoom: 0.72 - 0.04 * sprint * min(1, avatar.speed / Avatar.pace)
        )
    }

    /// In front of the person, with a slow sway.
    private func portrait(on island: Island, distance: Float) -> CameraView {
        let mark = Landmark.mark
        let sway = 0.018 * Turn.sine(seconds * 0.05)
        let eye = Vector(
            mark.x - distance * Turn.sine(sway),
            mark.y - distance * Turn.cosine(sway),
            island.height(x: mark.x, y: mark.y) + 1.22
        )
        return CameraView(eye: eye, heading: sway, pitch: 0.004, zoom: 0.72)
    }

    /// Slowly along the shore.
    private func film(on island: Island) -> CameraView {
        let (x, y) = (
            Landmark.start.x + 7 * Turn.sine(seconds * 0.012), 86 + 3 * Turn.sine(seconds * 0.017)
        )
        return CameraView(
            eye: Vector(x, y, island.height(x: x, y: y) + 2.4),
            heading: 0.015 + 0.03 * Turn.sine(seconds * 0.009),
            pitch: -0.012,
            zoom: 0.72
        )
    }
}

/// Position, direction and zoom of the camera.
struct CameraView: Equatable, Sendable {
    var eye: Vector
    /// Turns clockwise from north.
    var heading: Float
    /// Turns upwards.
    var pitch: Float
    /// Focal length as a fraction of the longer edge of the frame.
    var zoom: Float = 0.72
}
