// SPDX-License-Identifier: Apache-2.0

/// A JSON value, as plain Swift.
///
/// ``JSONReader`` reads it from text; ``JSONWriter`` writes it as text, and `HostTree` makes
/// cJSON trees for C hosts of it.
package enum JSONValue: Sendable {
    case null
    case bool(Bool)
    /// A number without fraction or exponent, within ±(2^53 − 1).
    case integer(Int64)
    /// Any other finite number.
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)
    /// Valid JSON that cannot be kept exactly; every typed accessor returns nil for it.
    case unreadable(JSONUnreadable)
}

extension JSONValue {
    /// The largest integer that every JSON reader keeps exactly, 2^53 − 1.
    package static let largestInteger: Int64 = (1 << 53) - 1

    package var isNull: Bool { self == .null }

    package var boolValue: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The integer, also when it was written as `8.0`; within ±(2^53 − 1).
    package var integerValue: Int64? {
        switch self {
        case .integer(let value): value
        case .number(let value):
            Int64(exactly: value).flatMap { abs($0) <= JSONValue.largestInteger ? $0 : nil }
        default: nil
        }
    }

    package var doubleValue: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }

    package var stringValue: String? {
        if case .string(let value) = self { value } else { nil }
    }

    package var arrayValue: [JSONValue]? {
        if case .array(let value) = self { value } else { nil }
    }

    package var objectValue: JSONObject? {
        if case .object(let value) = self { value } else { nil }
    }

    /// The member of an object; nil for a missing key and for anything but an object.
    package subscript(key: String) -> JSONValue? { objectValue?[key] }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    package init(stringLiteral value: String) { self = .string(value) }
    package init(integerLiteral value: Int64) { self = .integer(value) }
    package init(floatLiteral value: Double) { self = .number(value) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(JSONObject(elements))
    }
    package init(nilLiteral: ()) { self = .null }
}

extension JSONValue {
    /// A string, or null when there is none.
    package init(_ text: String?) { self = text.map(JSONValue.string) ?? .null }

    /// An integer, or null when there is none.
    package init(_ number: Int?) { self = number.map { .integer(Int64($0)) } ?? .null }
}

extension JSONValue: Equatable {
    package static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let one), .bool(let other)): one == other
        case (.integer(let one), .integer(let other)): one == other
        case (.number(let one), .number(let other)): one == other
        case (.string(let one), .string(let other)): JSONText.same(one, other)
        case (.array(let one), .array(let other)): one == other
        case (.object(let one), .object(let other)): one == other
        case (.unreadable(let one), .unreadable(let other)): one == other
        default: false
        }
    }
}
