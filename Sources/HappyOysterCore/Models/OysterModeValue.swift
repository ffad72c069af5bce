// SPDX-License-Identifier: Apache-2.0

/// Mode of a world: an open string, so that values of later servers survive.
package struct OysterModeValue: RawRepresentable, Equatable, Sendable {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    package static let adventure = OysterModeValue(rawValue: "adventure")
    package static let directing = OysterModeValue(rawValue: "directing")
    package static let acting = OysterModeValue(rawValue: "acting")

    /// What a mode is that the server does not name.
    package static let unknown = OysterModeValue(rawValue: "unknown")

    /// Reads the wire's integer 1, 2, 3, and the words that older services used.
    ///
    /// Source: Open API `travels/enter-travel`; words as met by vendor demos.
    package init?(wire: JSONValue?) {
        guard let text = wire?.plainInteger.map({ String($0) }) ?? wire?.stringValue else {
            return nil
        }
        let word = Word.trimmed(text)
        guard (1...256).contains(word.utf8.count) else { return nil }
        switch Word(word).text {
        case "1", "adventure", "wander", "vendor": self = .adventure
        case "2", "directing", "story": self = .directing
        case "3", "acting": self = .acting
        default: self.init(rawValue: word)
        }
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

    /// The number of the C interface (`oyster_mode`).
    package var number: Int32 {
        switch self {
        case .adventure: 1
        case .directing: 2
        case .acting: 3
        default: 0
        }
    }
}
