// SPDX-License-Identifier: Apache-2.0

extension BlockStrip {
    /// Least difference between the darkest and the lightest block of a strip.
    private static let leastContrast = 64

    /// Paints the strip along the bottom edge; a frame too small for it is left unchanged.
    package static func draw(_ content: StripContent, into canvas: Canvas) {
        guard let layout = StripLayout(width: canvas.width, height: canvas.height) else { return }
        canvas.fill(layout.area, .black)
        let bits = encode(content)
        for index in 0..<layout.blockCount {
            let isWhite = index < bits.count ? bits[index] : layout.filler(index)
            if isWhite { canvas.fill(layout.block(index), .white) }
        }
    }

    /// Reads the strip of an I420 or NV12 frame; nil when there is none, or any block is wrong.
    package static func decode(from frame: VideoFrame) -> StripContent? {
        guard frame.format == .i420 || frame.format == .nv12,
            let layout = StripLayout(width: frame.width, height: frame.height)
        else { return nil }
        let luma = frame.bytes(plane: 0, rows: layout.area.rows)
        return decode(width: frame.width, height: frame.height) { x, y in
            luma[(y - layout.area.y) * frame.width + x]
        }
    }

    /// Reads the strip of any image whose samples are bright where it is white.
    package static func decode(
        width: Int,
        height: Int,
        sample: (_ x: Int, _ y: Int) -> UInt8
    ) -> StripContent? {
        guard let layout = StripLayout(width: width, height: height) else { return nil }
        let levels = (0..<layout.blockCount).map { level(of: layout.block($0), sample) }
        guard let darkest = levels.min(), let lightest = levels.max(),
            lightest - darkest >= leastContrast
        else { return nil }
        let blocks = levels.map { 2 * $0 > darkest + lightest }
        let fillers = bitCount..<max(bitCount, blocks.count)
        guard fillers.allSatisfy({ blocks[$0] == layout.filler($0) }) else { return nil }
        return decode(Array(blocks.prefix(bitCount)))
    }

    /// Mean of samples around the centre, where neighbours and the codec's filters do not reach.
    private static func level(of block: Rect, _ sample: (Int, Int) -> UInt8) -> Int {
        let centre = block.inset(by: StripLayout.side / 4)
        var sum = 0
        for y in stride(from: centre.y, to: centre.y + centre.height, by: 2) {
            for x in stride(from: centre.x, to: centre.x + centre.width, by: 2) {
                sum += Int(sample(x, y))
            }
        }
        return sum / (centre.width * centre.height / 4)
    }
}
