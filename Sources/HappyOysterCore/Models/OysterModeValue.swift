// SPDX-License-Identifier: Apache-2.0

/// An open word: values of later servers are kept.
///
/// Encoded as a JSON string. Source: iOS SDK reference 1.0.3, section 8.
public struct OysterRawValue: RawRepresentable, Equatable, Hashable, Codable, Sendable {
    /// The word.
    public let rawValue: String

    /// Creates a value from any word.
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// Mode of a world.
public typealias OysterModeValue = OysterRawValue

extension OysterModeValue {
    /// Reads the wire's integer 1, 2, 3, and the words that older services used.
    ///
    /// Source: Open API `travels/enter-travel`; words as used by the vendor's demos.
    package init?(wire: JSONValue?) {
        guard let text = wire?.plainInteger.map({ String($0) }) ?? wire?.stringValue else {
            return nil
        }
        let word = Word.trimmed(text)
        guard (1...256).contains(word.utf8.count) else { return nil }
        self = OysterModeValue(spelling: Word(word).text) ?? OysterModeValue(rawValue: word)
    }

    /// The mode of a world's version: `wanderV2`, `storyV2`, `actingV2`.
    package init?(version: String) {
        let word = Word(version).text
        if word.hasPrefix("wander") {
            self = .adventure
        } else if word.hasPrefix("story") {
            self = .directing
        } else if word.hasPrefix("acting") {
            self = .acting
        } else {
            return nil
        }
    }

    /// The mode of a model that is named after it, such as `happyoyster-1.0-acting`.
    package init?(model: String) {
        let word = Word(model).text
        let modes: [OysterModeValue] = [.adventure, .directing, .acting]
        guard let mode = modes.first(where: { word.hasSuffix("-" + $0.rawValue) }) else {
            return nil
        }
        self = mode
    }
}
