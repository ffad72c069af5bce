// SPDX-License-Identifier: Apache-2.0
import HappyOysterThreading

/// Makes frames, using the memory of released ones again.
///
/// Frames may outlive whoever made them: each keeps its pool alive. From any thread.
package final class FramePool: Sendable {
    private let live = LiveObject("FramePool")
    /// Memory of one picture.
    ///
    /// `@unchecked Sendable`: owned by one frame or by the idle list, never by both.
    @safe private struct Buffer: @unchecked Sendable {
        let base: UnsafeMutablePointer<UInt8>
        let byteCount: Int

        init(byteCount: Int) {
            unsafe base = .allocate(capacity: byteCount)
            self.byteCount = byteCount
        }

        func free() { unsafe base.deallocate() }
    }

    private let idleLimit: Int
    /// Oldest first, so that a change of size pushes the former size out.
    private let idle = Lock<[Buffer]>([])

    /// Keeps at most so many buffers that no frame uses.
    package init(idleLimit: Int = 3) { self.idleLimit = idleLimit }

    deinit { trim() }

    /// Number of buffers that wait for a frame.
    package var idleCount: Int { idle.withLock { $0.count } }

    /// Makes a frame of an even size out of what `paint` writes; it must write every byte.
    package func frame(
        _ format: PixelFormat,
        width: Int,
        height: Int,
        presentationTime: Duration,
        paint: ([MutablePlane]) -> Void
    ) -> VideoFrame {
        let layout = FrameLayout(format, width: width, height: height)
        let buffer = take(byteCount: layout.byteCount)
        paint(
            layout.planes.map {
                unsafe MutablePlane(
                    base: buffer.base + $0.offset,
                    stride: $0.stride,
                    rows: $0.rows
                )
            }
        )
        return VideoFrame(
            format: format,
            width: width,
            height: height,
            planes: layout.planes.map {
                unsafe VideoFrame.Plane(base: buffer.base + $0.offset, stride: $0.stride)
            },
            presentationTime: presentationTime,
            onRelease: { self.giveBack(buffer) }
        )
    }

    /// Frees the buffers that no frame uses.
    package func trim() {
        let unused = idle.withLock { idle in
            defer { idle = [] }
            return idle
        }
        for buffer in unused { buffer.free() }
    }

    private func take(byteCount: Int) -> Buffer {
        let found = idle.withLock { idle -> Buffer? in
            idle.lastIndex { $0.byteCount == byteCount }.map { idle.remove(at: $0) }
        }
        return found ?? Buffer(byteCount: byteCount)
    }

    private func giveBack(_ buffer: Buffer) {
        let surplus = idle.withLock { idle -> Buffer? in
            idle.append(buffer)
            return idle.count > idleLimit ? idle.removeFirst() : nil
        }
        surplus?.free()
    }
}
