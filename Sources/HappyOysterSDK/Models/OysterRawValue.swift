// SPDX-License-Identifier: Apache-2.0

/// An open word: values of later servers survive.
///
/// Coded as a bare JSON string. Source: iOS SDK reference 1.0.3, section 8.
public struct OysterRawValue: RawRepresentable, Equatable, Hashable, Codable, Sendable {
    /// The word.
    public let rawValue: String

    /// Takes any word.
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// Mode of a world.
public typealias OysterModeValue = OysterRawValue

extension OysterModeValue {
    /// Steered by commands.
    public static let adventure = OysterModeValue(rawValue: "adventure")
    /// A storyline, driven by text.
    public static let directing = OysterModeValue(rawValue: "directing")
    /// A performing character, driven by text.
    public static let acting = OysterModeValue(rawValue: "acting")
}
