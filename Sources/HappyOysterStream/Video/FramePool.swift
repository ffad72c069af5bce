// SPDX-License-Identifier: Apache-2.0
import HappyOysterThreading

/// Makes frames and reuses the memory of released ones; from any thread.
///
/// Each frame keeps its pool alive, so that frames may outlive the pool's owner.
package final class FramePool: Sendable {
    private let live = LiveObject("FramePool")
    /// Memory of one frame.
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
    /// Oldest first, so that after a change of size the buffers of the former size are freed first.
    private let idle = Lock<[Buffer]>([])

    /// Keeps at most so many buffers that no frame uses.
    package init(idleLimit: Int = 3) { self.idleLimit = idleLimit }

    deinit { trim() }

    /// Number of buffers that wait for a frame.
    package var idleCount: Int { idle.withLock { $0.count } }

    /// Makes a frame of an even size; `paint` must write every byte.
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
