// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore

/// Width and height of a video in pixels: multiples of 16, the macroblock size of video codecs.
package struct FrameSize: Equatable, Sendable {
    package let width: Int
    package let height: Int

    package static let landscape = FrameSize(width: 864, height: 480)
    package static let portrait = FrameSize(width: 480, height: 864)

    private static let step = 16
    private static let shortSide = 480
    private static let longestSide = 1_920

    private init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// The size for a mode: landscape; for acting the server's ratio, or portrait without one.
    ///
    /// Source: Open API, acting `aspectRatio`, default `9:16`.
    package init(mode: OysterModeValue, aspectRatio: String?) {
        if mode == .acting {
            self = aspectRatio.flatMap(FrameSize.init(aspectRatio:)) ?? .portrait
        } else {
            self = .landscape
        }
    }

    /// Reads `width:height`, positive integers; nil for anything else.
    ///
    /// The short side has 480 pixels, less where the long side would pass 1920.
    package init?(aspectRatio: String) {
        let parts = aspectRatio.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let across = Self.term(parts[0]), let down = Self.term(parts[1])
        else { return nil }
        let (long, short) = (max(across, down), min(across, down))
        var longSide = Self.roundUp(Self.shortSide * long, by: short)
        var shortSide = Self.shortSide
        if longSide > Self.longestSide {
            longSide = Self.longestSide
            shortSide = Self.roundUp(Self.longestSide * short, by: long)
        }
        let isWide = across >= down
        self.init(width: isWide ? longSide : shortSide, height: isWide ? shortSide : longSide)
    }

    private static func term(_ text: Substring) -> Int? {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(text).flatMap { (1...100_000).contains($0) ? $0 : nil }
    }

    /// A quotient rounded up to a multiple of 16.
    private static func roundUp(_ dividend: Int, by divisor: Int) -> Int {
        let unit = divisor * step
        return (dividend + unit - 1) / unit * step
    }
}
