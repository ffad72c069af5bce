// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

/// The colours of the test card.
enum CardPalette {
    static let backdrop = Gradient(from: (16, 32, 56), to: (10, 60, 72))
    static let title = Colour(9, 20, 36)
    static let titleText = Colour(240, 236, 224)
    static let accent = Colour(255, 176, 96)
    static let panel = Colour(13, 26, 42)
    static let edge = Colour(70, 120, 140)
    static let label = Colour(120, 170, 184)
    static let value = Colour(244, 244, 236)
    static let clock = Colour(255, 208, 120)
    static let cellOff = Colour(32, 56, 74)
    static let sky = Gradient(from: (36, 92, 168), to: (255, 190, 150))
    static let sea = Gradient(from: (28, 118, 136), to: (10, 48, 84))
    static let wave = Gradient(from: (92, 176, 182), to: (26, 84, 116))
    static let post = Colour(246, 240, 226)
    static let shadow = Colour(8, 36, 60)

    /// The classic order of falling brightness, at three quarters of the full level.
    static let bars = [
        Colour(191, 191, 191), Colour(191, 191, 0), Colour(0, 191, 191), Colour(0, 191, 0),
        Colour(191, 0, 191), Colour(191, 0, 0), Colour(0, 0, 191),
    ]

    /// A pearl, from its rim to its gleam.
    static let pearl = [
        Colour(150, 128, 150), Colour(196, 176, 190), Colour(226, 210, 214), Colour(244, 234, 232),
        Colour(255, 255, 252),
    ]

    static func status(_ status: OysterTravelStatus) -> Colour {
        switch status {
        case .idle, .prepare: Colour(255, 208, 120)
        case .running: Colour(120, 230, 150)
        case .pausing, .paused: Colour(130, 190, 255)
        case .ended: Colour(190, 190, 190)
        case .failed: Colour(255, 110, 100)
        }
    }

    static func flash(_ interaction: OysterAdventureCommand.Interaction) -> Colour {
        switch interaction {
        case .none: edge
        case .jump: Colour(120, 230, 150)
        case .attack: Colour(255, 96, 84)
        case .crouch: Colour(130, 190, 255)
        case .sprint: Colour(255, 208, 96)
        }
    }
}
