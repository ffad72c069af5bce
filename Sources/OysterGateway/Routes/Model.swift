// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// A model route, which is also a mode.
enum Model: String, CaseIterable, Sendable {
    case adventure = "happyoyster-1.0-adventure"
    case directing = "happyoyster-1.0-directing"
    case acting = "happyoyster-1.0-acting"

    /// The mode as a number on the wire.
    var mode: Int {
        switch self {
        case .adventure: 1
        case .directing: 2
        case .acting: 3
        }
    }

    /// The mode as a word on the control port.
    var word: String {
        switch self {
        case .adventure: "adventure"
        case .directing: "directing"
        case .acting: "acting"
        }
    }

    /// The mode as the other layers name it.
    var modeValue: OysterModeValue { OysterModeValue(rawValue: word) }

    /// The protocol version that enter-travel names.
    var version: String {
        switch self {
        case .adventure: "wanderV2"
        case .directing: "storyV2"
        case .acting: "actingV2"
        }
    }
}
