// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterStream
import Testing

@Suite struct FrameSizeTests {
    @Test(arguments: [
        ("16:9", 864, 480), ("9:16", 480, 864), ("1:1", 480, 480), ("4:3", 640, 480),
        ("3:4", 480, 640), ("21:9", 1_120, 480), ("1920:1080", 864, 480), ("4:1", 1_920, 480),
        ("100:1", 1_920, 32), ("1:100", 32, 1_920), ("100000:1", 1_920, 16),
        ("1:100000", 16, 1_920),
    ])
    func `a readable ratio gives a size`(ratio: String, width: Int, height: Int) {
        let size = FrameSize(aspectRatio: ratio)
        #expect(size?.width == width)
        #expect(size?.height == height)
    }

    @Test(arguments: [
        "", ":", "16", "16:", ":9", "0:9", "16:0", "-16:9", "+16:9", "16:9:1", "1.5:1", " 16:9",
        "16x9", "a:b", "100001:1", "99999999999999999999999999:1", "１６:９",
    ])
    func `an unreadable ratio has the effect of a missing one`(ratio: String) {
        #expect(FrameSize(aspectRatio: ratio) == nil)
        #expect(FrameSize(mode: .acting, aspectRatio: ratio) == .portrait)
    }

    @Test func `all sizes are even and bounded`() {
        for across in stride(from: 1, to: 3_000, by: 37) {
            for down in stride(from: 1, to: 3_000, by: 41) {
                let size = FrameSize(aspectRatio: "\(across):\(down)")
                let sides = [size?.width, size?.height].compactMap { $0 }
                #expect(sides.count == 2)
                #expect(sides.allSatisfy { $0.isMultiple(of: 2) && (16...1_920).contains($0) })
            }
        }
    }
}
