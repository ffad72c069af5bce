// SPDX-License-Identifier: Apache-2.0

/// Mode of a world: an open string, so that values of later servers survive.
package struct OysterModeValue: RawRepresentable, Equatable, Sendable {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    package static let adventure = OysterModeValue(rawValue: "adventure")
    package static let directing = OysterModeValue(rawValue: "directing")
    package static let acting = OysterModeValue(rawValue: "acting")

    /// Reads the wire's integer 1, 2, 3, and the words that older services used.
    ///
    /// Source: Open API `travels/enter-travel`; words as met by vendor demos.
    package init?(wire: JSONValue?) {
        guard let wire else { return nil }
        if let number = wire.integerValue {
            self.init(number: String(number))
        } else if let word = wire.stringValue, (1...256).contains(word.utf8.count) {
            self.init(number: word)
        } else {
            return nil
        }
    }

    private init(number: String) {
        switch number.lowercased() {
        case "1", "adventure", "wander", "vendor": self = .adventure
        case "2", "directing", "story": self = .directing
        case "3", "acting": self = .acting
        default: self.init(rawValue: number)
        }
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
