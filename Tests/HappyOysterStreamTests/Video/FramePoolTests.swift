// SPDX-License-Identifier: Apache-2.0
import HappyOysterStream
import Testing

@Suite struct FramePoolTests {
    private func frame(_ pool: FramePool, width: Int = 16, value: UInt8 = 1) -> VideoFrame {
        pool.frame(.i420, width: width, height: 16, presentationTime: .seconds(1)) { planes in
            for plane in planes {
                plane.fill(columns: 0..<plane.stride, rows: 0..<plane.rows, with: value)
            }
        }
    }

    @Test func `a frame holds what was painted`() {
        let frame = frame(FramePool(), value: 9)
        #expect(frame.bytes(plane: 0) == Array(repeating: 9, count: 256))
        #expect(frame.bytes(plane: 2) == Array(repeating: 9, count: 64))
        #expect(frame.presentationTime == .seconds(1))
    }

    @Test func `a released frame's memory is reused`() {
        let pool = FramePool()
        let first = UInt(bitPattern: frame(pool).planes[0].base)
        #expect(pool.idleCount == 1)
        let second = frame(pool)
        #expect(UInt(bitPattern: second.planes[0].base) == first)
        #expect(pool.idleCount == 0)
    }

    @Test func `frames in use do not share memory`() {
        let pool = FramePool()
        let frames = (1...5).map { frame(pool, value: $0) }
        #expect(frames.map { $0.bytes(plane: 0)[0] } == [1, 2, 3, 4, 5])
    }

    @Test func `idle memory is bounded and follows the size in use`() {
        let pool = FramePool(idleLimit: 2)
        do { _ = (0..<5).map { _ in frame(pool) } }
        #expect(pool.idleCount == 2)
        do { _ = (0..<5).map { _ in frame(pool, width: 32) } }
        #expect(pool.idleCount == 2)
        _ = frame(pool, width: 32)
        #expect(pool.idleCount == 2)
        pool.trim()
        #expect(pool.idleCount == 0)
    }

    @Test func `a frame may outlive its pool's owner`() {
        var pool: FramePool? = FramePool()
        let frame = pool.map { self.frame($0, value: 3) }
        pool = nil
        #expect(frame?.bytes(plane: 0).last == 3)
    }

    @Test func `many threads may take and release`() async {
        let pool = FramePool(idleLimit: 2)
        await withTaskGroup(of: Bool.self) { group in
            for value in 1...8 as ClosedRange<UInt8> {
                group.addTask {
                    (0..<50).allSatisfy { _ in
                        frame(pool, value: value).bytes(plane: 0).allSatisfy { $0 == value }
                    }
                }
            }
            for await isClean in group { #expect(isClean) }
        }
        #expect(pool.idleCount <= 2)
    }
}
