// SPDX-License-Identifier: Apache-2.0

/// What the camera is told.
struct View: Equatable, Sendable {
    var eye: Vector
    /// Turns clockwise from north.
    var heading: Float
    /// Turns upwards.
    var pitch: Float
    /// Focal length as a part of the longer edge of the picture.
    var zoom: Float = 0.72
}
