// SPDX-License-Identifier: Apache-2.0
import CHappyOyster
import HappyOysterCore
import HappyOysterStream
import Synchronization

/// A frame that a host holds.
final class FrameObject: Sendable {
    let frame: NumberedFrame
    private let view: ViewObject

    /// Nil when the host holds too many frames of this view.
    init?(_ frame: NumberedFrame, of view: ViewObject) {
        self.frame = frame
        self.view = view
        let held = view.held.add(1, ordering: .relaxed).newValue
        if held > ViewObject.heldLimit { return nil }
    }

    deinit { view.held.subtract(1, ordering: .relaxed) }
}

extension oyster_frame_info {
    /// Describes a frame; the planes are valid as long as the frame.
    init(_ numbered: NumberedFrame) {
        self.init()
        let frame = numbered.frame
        size = UInt32(MemoryLayout<oyster_frame_info>.size)
        format =
            oyster_pixel_format(rawValue: frame.format.number)
            ?? .OYSTER_PIXEL_FORMAT_I420
        width = UInt32(clamping: frame.width)
        height = UInt32(clamping: frame.height)
        plane_count = UInt32(clamping: frame.planes.count)
        let bases = frame.planes.map(\.base)
        let rows = frame.planes.map { UInt32(clamping: $0.stride) }
        planes = (bases.first, bases.dropFirst().first, bases.dropFirst(2).first)
        strides = (rows.first ?? 0, rows.dropFirst().first ?? 0, rows.dropFirst(2).first ?? 0)
        sequence = numbered.sequence
        pts_us = numbered.presentationTime.wholeMicroseconds
        monotonic_time_us = numbered.receivedAt.wholeMicroseconds
    }
}
