// SPDX-License-Identifier: Apache-2.0
import HappyOysterStream
import HappyOysterTestSupport
import Testing

@Suite struct BlockStripTests {
    private static let sizes = [(864, 480), (480, 864), (480, 240), (1280, 720), (1920, 96)]

    private static func content(_ random: inout SplitMix) -> StripContent {
        StripContent(
            frameNumber: .random(in: 0...UInt32.max, using: &random),
            tenths: .random(in: 0...0xFF_FFFF, using: &random),
            x: .random(in: 0...4_095, using: &random),
            y: .random(in: 0...4_095, using: &random),
            heading: .random(in: 0...4_095, using: &random),
            commandSequence: .random(in: 0...UInt32.max, using: &random)
        )
    }

    private static func frame(
        _ content: StripContent?,
        _ width: Int,
        _ height: Int,
        noise: (MutablePlane) -> Void = { _ in }
    ) -> VideoFrame {
        FramePool().frame(.i420, width: width, height: height, presentationTime: .zero) { planes in
            let canvas = Canvas(planes)
            canvas.fill(canvas.bounds, Colour(90, 120, 200))
            if let content { BlockStrip.draw(content, into: canvas) }
            noise(planes[0])
        }
    }

    @Test func `5000 random contents decode from their blocks`() {
        var random = SplitMix(1)
        for _ in 0..<5_000 {
            let content = Self.content(&random)
            let blocks = BlockStrip.encode(content)
            #expect(blocks.count == BlockStrip.bitCount)
            #expect(BlockStrip.decode(blocks) == content)
        }
    }

    @Test(arguments: [UInt64.min, .max])
    func `the smallest and largest contents decode from their blocks`(bits: UInt64) {
        let content = StripContent(
            frameNumber: UInt32(truncatingIfNeeded: bits),
            tenths: UInt32(truncatingIfNeeded: bits),
            x: UInt16(truncatingIfNeeded: bits),
            y: UInt16(truncatingIfNeeded: bits),
            heading: UInt16(truncatingIfNeeded: bits),
            commandSequence: UInt32(truncatingIfNeeded: bits)
        )
        #expect(BlockStrip.decode(BlockStrip.encode(content)) == content)
        for (width, height) in Self.sizes {
            #expect(BlockStrip.decode(from: Self.frame(content, width, height)) == content)
        }
    }

    @Test(arguments: sizes)
    func `a drawn strip decodes despite noise`(size: (Int, Int)) throws {
        var random = SplitMix(UInt64(size.0))
        let strip = try #require(StripLayout(width: size.0, height: size.1)).area
        for _ in 0..<20 {
            let content = Self.content(&random)
            let frame = Self.frame(content, size.0, size.1) { plane in
                for index in strip.y * plane.stride..<plane.stride * plane.rows {
                    let noise = Int.random(in: -40...40, using: &random)
                    plane.base[index] = UInt8(clamping: Int(plane.base[index]) + noise)
                }
            }
            #expect(BlockStrip.decode(from: frame) == content)
        }
    }

    @Test(arguments: sizes)
    func `a strip with a flipped block is refused`(size: (Int, Int)) throws {
        var random = SplitMix(3)
        let content = Self.content(&random)
        let layout = try #require(StripLayout(width: size.0, height: size.1))
        for index in 0..<layout.blockCount {
            let block = layout.block(index)
            let frame = Self.frame(content, size.0, size.1) { plane in
                let isWhite = plane.base[block.midY * plane.stride + block.midX] > 128
                plane.fill(columns: block.columns, rows: block.rows, with: isWhite ? 16 : 235)
            }
            #expect(BlockStrip.decode(from: frame) == nil, "block \(index)")
        }
    }

    @Test func `a strip with a flipped bit is refused in 1000 contents`() {
        var random = SplitMix(4)
        for _ in 0..<1_000 {
            var blocks = BlockStrip.encode(Self.content(&random))
            let index = Int.random(in: blocks.indices, using: &random)
            blocks[index].toggle()
            #expect(BlockStrip.decode(blocks) == nil)
        }
    }

    @Test(arguments: [16, 40, 128, 200, 235] as [UInt8])
    func `a frame of one colour has no strip`(level: UInt8) {
        let frame = TestFrame(width: 480, height: 864, y: level, u: 128, v: 128).frame()
        #expect(BlockStrip.decode(from: frame) == nil)
    }

    @Test func `noise has no strip`() {
        for seed in 1...3 as ClosedRange<UInt64> {
            let frame = TestFrame(width: 480, height: 256, seed: seed).frame()
            #expect(BlockStrip.decode(from: frame) == nil)
        }
    }

    @Test(arguments: [(16, 16), (16, 1_920), (1_920, 16), (480, 100)])
    func `drawing a strip leaves a frame that is too small unchanged`(size: (Int, Int)) {
        var random = SplitMix(5)
        let frame = Self.frame(Self.content(&random), size.0, size.1)
        #expect(frame.bytes(plane: 0) == Self.frame(nil, size.0, size.1).bytes(plane: 0))
        #expect(BlockStrip.decode(from: frame) == nil)
    }

    @Test func `a strip with low contrast and an offset decodes`() {
        var random = SplitMix(6)
        let content = Self.content(&random)
        let frame = Self.frame(content, 864, 480) { plane in
            for index in 0..<plane.stride * plane.rows {
                plane.base[index] = 60 + plane.base[index] / 2
            }
        }
        #expect(BlockStrip.decode(from: frame) == content)
    }

    @Test func `a strip decodes from NV12 and not from packed formats`() {
        var random = SplitMix(7)
        let content = Self.content(&random)
        let frame = Self.frame(content, 864, 480)
        #expect(BlockStrip.decode(from: frame.converted(to: .nv12)) == content)
        #expect(BlockStrip.decode(from: frame.converted(to: .bgra)) == nil)
    }
}
