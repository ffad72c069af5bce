// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterStream

/// Draws the title and the captions: panels into the render target, text onto the frame.
struct CaptionRenderer {
    private static let scale = 2
    private static let lineHeight = 11 * scale
    private static let ink = Colour(248, 244, 236)
    private static let titleInk = Colour(255, 226, 190)
    private static let shadow = Colour(14, 24, 38)
    private static let panel = Pixel.pack(Vector(0.05, 0.09, 0.15))
    private static let mostLines = 3

    /// A text broken into lines, with its position.
    private struct Block {
        let lines: [String]
        let top: Int
        let strength: Float
        let ink: Colour
    }

    private let width: Int
    private let blocks: [Block]

    /// Lays out the captions that are visible at the world's current step.
    init(_ world: WorldState, width: Int, height: Int) {
        self.width = width
        var blocks: [Block] = []
        var bottom = height - 14
        for caption in world.captions.reversed() {
            let lines = Self.lines(caption.text, width: width)
            bottom -= lines.count * Self.lineHeight + 10
            let strength = caption.strength(at: world.step)
            blocks.append(Block(lines: lines, top: bottom, strength: strength, ink: Self.ink))
            bottom -= 12
        }
        let strength = world.title.strength(at: world.step)
        if strength > 0, !world.title.text.isEmpty {
            let lines = Self.lines(world.title.text, width: width)
            blocks.append(Block(lines: lines, top: 20, strength: strength, ink: Self.titleInk))
        }
        self.blocks = blocks.filter { $0.strength > 0 }
    }

    func drawPanels(_ target: RenderTarget) {
        for block in blocks {
            let widest = block.lines.map { BitmapFont.width(of: $0, scale: Self.scale) }.max() ?? 0
            let left = (width - widest) / 2 - 14
            let rows = block.top - 8..<block.top + block.lines.count * Self.lineHeight + 2
            let part = UInt32(150 * block.strength)
            target.tint(columns: left..<width - left, rows: rows, Self.panel, part: part)
        }
    }

    func drawText(_ canvas: Canvas) {
        for block in blocks where block.strength > 0.4 {
            for (index, line) in block.lines.enumerated() {
                let x = (width - BitmapFont.width(of: line, scale: Self.scale)) / 2 / 2 * 2
                let y = block.top / 2 * 2 + index * Self.lineHeight
                canvas.text(line, x: x + 2, y: y + 2, scale: Self.scale, Self.shadow)
                canvas.text(line, x: x, y: y, scale: Self.scale, block.ink)
            }
        }
    }

    /// Breaks a text between words; a word longer than a line is broken, too.
    private static func lines(_ text: String, width: Int) -> [String] {
        let room = max(8, (width - 64) / (BitmapFont.advance * scale))
        var lines: [String] = []
        var line = ""
        for word in text.split(whereSeparator: \.isWhitespace) {
            var rest = word
            while !rest.isEmpty {
                let space = line.isEmpty ? 0 : 1
                if line.count + space + rest.count <= room {
                    line += (space > 0 ? " " : "") + rest
                    rest = ""
                } else if line.isEmpty {
                    lines.append(String(rest.prefix(room)))
                    rest = rest.dropFirst(room)
                } else {
                    lines.append(line)
                    line = ""
                }
            }
        }
        if !line.isEmpty { lines.append(line) }
        guard lines.count > mostLines else { return lines }
        lines = Array(lines.prefix(mostLines))
        lines[mostLines - 1] = lines[mostLines - 1].prefix(room - 3) + "..."
        return lines
    }
}
