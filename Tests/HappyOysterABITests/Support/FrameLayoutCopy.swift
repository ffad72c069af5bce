// SPDX-License-Identifier: Apache-2.0
import CHappyOyster

/// A copy of a frame's description, made while the frame was valid.
struct FrameLayoutCopy: Sendable {
    let size: UInt32
    let format: oyster_pixel_format
    let width: Int
    let height: Int
    let planeCount: Int
    let strides: [Int]
    let hasPlane: [Bool]
    let sequence: UInt64
    let pts: Int64
    let time: Int64
    /// First and last byte of each plane, which must be readable.
    let edges: [UInt8]

    init(_ info: oyster_frame_info) {
        size = info.size
        format = info.format
        width = Int(info.width)
        height = Int(info.height)
        planeCount = Int(info.plane_count)
        strides = [info.strides.0, info.strides.1, info.strides.2].map { Int($0) }
        let planes = [info.planes.0, info.planes.1, info.planes.2]
        hasPlane = planes.map { $0 != nil }
        sequence = info.sequence
        pts = info.pts_us
        time = info.monotonic_time_us
        var edges: [UInt8] = []
        for index in 0..<min(planeCount, 3) {
            guard let plane = planes[index] else { continue }
            let rows = index == 0 ? height : height / 2
            edges += [plane[0], plane[max(0, strides[index] * rows - 1)]]
        }
        self.edges = edges
    }

    /// Whether the description is that of a complete frame in its format.
    var isWhole: Bool {
        let layouts: [oyster_pixel_format: [Int]] = [
            .OYSTER_PIXEL_FORMAT_I420: [width, width / 2, width / 2],
            .OYSTER_PIXEL_FORMAT_NV12: [width, width],
            .OYSTER_PIXEL_FORMAT_RGBA: [4 * width],
            .OYSTER_PIXEL_FORMAT_BGRA: [4 * width],
            .OYSTER_PIXEL_FORMAT_RGB24: [3 * width],
            .OYSTER_PIXEL_FORMAT_BGR24: [3 * width],
        ]
        guard let rows = layouts[format], width > 0, width % 2 == 0, height % 2 == 0 else {
            return false
        }
        return planeCount == rows.count && edges.count == 2 * rows.count
            && zip(strides, rows).allSatisfy { $0 >= $1 }
            && hasPlane == (0..<3).map { $0 < rows.count }
            && strides[rows.count...].allSatisfy { $0 == 0 }
            && size == UInt32(MemoryLayout<oyster_frame_info>.size)
    }
}

extension oyster_pixel_format {
    static let all: [oyster_pixel_format] = [
        .OYSTER_PIXEL_FORMAT_I420, .OYSTER_PIXEL_FORMAT_NV12, .OYSTER_PIXEL_FORMAT_RGBA,
        .OYSTER_PIXEL_FORMAT_BGRA, .OYSTER_PIXEL_FORMAT_RGB24, .OYSTER_PIXEL_FORMAT_BGR24,
    ]
}
