// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

/// The keys and types of a JSON value, without its contents.
indirect enum JSONShape: Hashable {
    case null
    case bool
    case number
    case string
    /// The shapes that occur among the elements.
    case array(Set<JSONShape>)
    case object([String: JSONShape])

    init(_ value: JSONValue) {
        self =
            switch value {
            case .null, .unreadable: .null
            case .bool: .bool
            case .integer, .number: .number
            case .string: .string
            case .array(let elements): .array(Set(elements.map(JSONShape.init)))
            case .object(let object):
                .object(
                    Dictionary(
                        uniqueKeysWithValues: object.members.map { ($0.key, JSONShape($0.value)) }
                    )
                )
            }
    }
}
