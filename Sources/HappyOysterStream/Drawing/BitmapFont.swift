// SPDX-License-Identifier: Apache-2.0

/// A font of 5 by 7 pixels for printable ASCII, drawn for this project.
package enum BitmapFont {
    package static let width = 5
    package static let height = 7
    /// From one character to the next.
    package static let advance = 6

    /// Pixels from the first to past the last pixel of a line.
    package static func width(of text: String, scale: Int) -> Int {
        text.isEmpty ? 0 : (text.count * advance - 1) * scale
    }

    /// Pixels by which a character hangs below the line.
    static func descent(of character: Character) -> Int {
        switch character {
        case "g", "p", "q", "y": 2
        default: 0
        }
    }

    /// Seven rows, top first, leftmost pixel in bit 4; a box for a character that the font lacks.
    static func rows(of character: Character) -> ArraySlice<UInt8> {
        let code = character.asciiValue.map(Int.init) ?? 0x7F
        let index = (0x20...0x7E).contains(code) ? code - 0x20 : 0x5F
        return glyphs[index * height..<(index + 1) * height]
    }
}
