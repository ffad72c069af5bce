// SPDX-License-Identifier: Apache-2.0

/// The content of a frame's block strip.
package struct StripContent: Equatable, Sendable {
    /// 1, 2, 3 … of the stream.
    package let frameNumber: UInt32
    /// Timeline in tenths of a second, 24 bits.
    package let tenths: UInt32
    /// Position from left to right, 0…4095.
    package let x: UInt16
    /// Position from near to far, 0…4095.
    package let y: UInt16
    /// Direction in 1/4096 turns, clockwise.
    package let heading: UInt16
    /// Low 32 bits of the sequence number of the newest command applied; 0 before the first.
    package let commandSequence: UInt32

    /// Keeps the low bits of each number, as many as the strip has for it.
    package init(
        frameNumber: UInt32,
        tenths: UInt32,
        x: UInt16,
        y: UInt16,
        heading: UInt16,
        commandSequence: UInt32
    ) {
        self.frameNumber = frameNumber
        self.tenths = tenths & 0xFF_FFFF
        self.x = x & 0xFFF
        self.y = y & 0xFFF
        self.heading = heading & 0xFFF
        self.commandSequence = commandSequence
    }
}
