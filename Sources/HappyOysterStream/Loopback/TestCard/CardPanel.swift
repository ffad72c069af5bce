// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

/// The text of a test card.
struct CardPanel {
    /// The lines of the panel, in order.
    private enum Line: Int, CaseIterable {
        case travel, status, time, move, look, action, frame

        var label: String {
            switch self {
            case .travel: "TRAVEL"
            case .status: "STATUS"
            case .time: "TIME"
            case .move: "MOVE"
            case .look: "LOOK"
            case .action: "ACTION"
            case .frame: "FRAME"
            }
        }
    }

    private static let labelColumns = 8

    private let area: Rect
    private let scale: Int

    init(layout: CardLayout) {
        area = layout.panel
        scale = layout.textScale
    }

    /// Paints the parts that do not change.
    func paintLabels(travelId: String, _ canvas: Canvas) {
        let canvas = canvas.clipped(to: area)
        for line in Line.allCases {
            canvas.text(
                line.label,
                x: area.x + margin,
                y: y(of: line),
                scale: scale,
                CardPalette.label
            )
        }
        let columns = (area.width - 2 * margin) / (BitmapFont.advance * scale) - Self.labelColumns
        write(Self.shorten(travelId, to: columns), .travel, CardPalette.value, canvas)
    }

    /// Paints the parts that change with each frame.
    func paint(_ content: CardContent, _ canvas: Canvas) {
        let canvas = canvas.clipped(to: area)
        let command = content.command?.command ?? OysterAdventureCommand()
        let status = CardPalette.status(content.status)
        write(content.status.rawValue, .status, status, canvas)
        canvas.text(
            content.clock,
            x: valueX,
            y: y(of: .time) - BitmapFont.height * scale / 4 * 2,
            scale: 2 * scale,
            CardPalette.clock
        )
        write(command.translation.rawValue, .move, tone(command.translation != .none), canvas)
        write(command.rotation.rawValue, .look, tone(command.rotation != .none), canvas)
        write(command.interaction.rawValue, .action, tone(command.interaction != .none), canvas)
        let number = content.command.map { "\(content.number), command \($0.sequence)" }
        write(number ?? "\(content.number)", .frame, CardPalette.value, canvas)
        paintCells(content, canvas)
    }

    /// One cell per frame of a second.
    private func paintCells(_ content: CardContent, _ canvas: Canvas) {
        let count = Int(FramePacing.framesPerSecond)
        let pitch = (area.width - 2 * margin) / count / 2 * 2
        let lit = Int((content.number - 1) % UInt64(count))
        let rows = area.rows.upperBound - margin - 4 * scale..<area.rows.upperBound - margin
        for index in 0..<count where pitch > 2 {
            let left = area.x + margin + index * pitch
            canvas.fill(
                columns: left..<left + pitch - 2,
                rows: rows,
                index == lit
                    ? CardPalette.accent : index < lit ? CardPalette.edge : CardPalette.cellOff
            )
        }
    }

    private var margin: Int { 6 * scale }
    private var valueX: Int { area.x + margin + Self.labelColumns * BitmapFont.advance * scale }

    /// Upper edge of a line's text; the time has the height of two lines.
    private func y(of line: Line) -> Int {
        let room = area.height - 2 * margin - 6 * scale
        let pitch = room / (Line.allCases.count + 1) / 2 * 2
        let extra = line == .time ? pitch / 2 : line.rawValue > Line.time.rawValue ? pitch : 0
        let top = area.y + margin + line.rawValue * pitch + extra
        return top + (pitch - BitmapFont.height * scale) / 4 * 2
    }

    private func tone(_ isSet: Bool) -> Colour { isSet ? CardPalette.value : CardPalette.label }

    private func write(_ text: String, _ line: Line, _ colour: Colour, _ canvas: Canvas) {
        canvas.text(text, x: valueX, y: y(of: line), scale: scale, colour)
    }

    /// Leaves out the middle of a text that is too long.
    static func shorten(_ text: String, to limit: Int) -> String {
        let dots = "..."
        guard text.count > limit else { return text }
        guard limit > dots.count + 2 else { return String(text.prefix(max(0, limit))) }
        let kept = limit - dots.count
        return text.prefix(kept - kept / 2) + dots + text.suffix(kept / 2)
    }
}
