// SPDX-License-Identifier: Apache-2.0

/// Where the eye is and where it looks.
package struct Pose: Equatable, Sendable {
    /// Metres to the east of the island's western border, 0…``Island/side``.
    package var x: Float
    /// Metres to the north of the island's southern border, 0…``Island/side``.
    package var y: Float
    /// Metres above the sea.
    package var height: Float
    /// Turns clockwise from north, 0..<1.
    package var heading: Float
    /// Turns upwards.
    package var pitch: Float
}
