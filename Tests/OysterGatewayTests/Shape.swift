// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

/// The keys and types of a JSON value, without its contents.
indirect enum Shape: Hashable {
    case null
    case bool
    case number
    case string
    /// The shapes that occur among the elements.
    case array(Set<Shape>)
    case object([String: Shape])

    init(_ value: JSONValue) {
        self =
            switch value {
            case .null, .unreadable: .null
            case .bool: .bool
            case .integer, .number: .number
            case .string: .string
            case .array(let elements): .array(Set(elements.map(Shape.init)))
            case .object(let object):
                .object(
                    Dictionary(
                        uniqueKeysWithValues: object.members.map { ($0.key, Shape($0.value)) }
                    )
                )
            }
    }
}
