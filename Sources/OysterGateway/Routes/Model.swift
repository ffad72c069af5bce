// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// A model of the platform; there is one for each mode.
enum Model: String, CaseIterable, Sendable {
    case adventure = "happyoyster-1.0-adventure"
    case directing = "happyoyster-1.0-directing"
    case acting = "happyoyster-1.0-acting"

    /// The mode as the core's type.
    var modeValue: OysterModeValue {
        switch self {
        case .adventure: .adventure
        case .directing: .directing
        case .acting: .acting
        }
    }

    /// The mode as a number on the wire.
    var mode: Int { Int(modeValue.number) }

    /// The mode as a word on the control port.
    var word: String { modeValue.rawValue }

    /// The protocol version in the response of enter-travel.
    var version: String {
        switch self {
        case .adventure: "wanderV2"
        case .directing: "storyV2"
        case .acting: "actingV2"
        }
    }
}
