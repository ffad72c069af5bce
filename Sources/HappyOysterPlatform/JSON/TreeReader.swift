// SPDX-License-Identifier: Apache-2.0
internal import CcJSON
internal import HappyOysterCore

/// Turns the tree of a validated text into a value.
///
/// Numbers come from the validator in document order: cJSON's own went through `strtod` and no
/// longer tell `8` from `8.0`. Recursion is bounded by the depth that the validator let through.
struct TreeReader {
    private var numbers: ArraySlice<JSONValue>

    init(numbers: [JSONValue]) { self.numbers = numbers[...] }

    /// The value of an item, nil when the tree does not fit the text.
    mutating func value(of item: UnsafePointer<cJSON>) -> JSONValue? {
        switch item.pointee.type & 0xFF {
        case cJSON_False: .bool(false)
        case cJSON_True: .bool(true)
        case cJSON_NULL: .null
        case cJSON_Number: numbers.popFirst()
        case cJSON_String: string(item.pointee.valuestring).map(JSONValue.string)
        case cJSON_Array: array(item)
        case cJSON_Object: object(item)
        default: nil
        }
    }

    private func string(_ text: UnsafePointer<CChar>?) -> String? {
        text.flatMap { String(validatingCString: $0) }
    }

    private mutating func array(_ item: UnsafePointer<cJSON>) -> JSONValue? {
        var elements: [JSONValue] = []
        var next = item.pointee.child
        while let child = next {
            guard let element = value(of: child) else { return nil }
            elements.append(element)
            next = child.pointee.next
        }
        return .array(elements)
    }

    private mutating func object(_ item: UnsafePointer<cJSON>) -> JSONValue? {
        var members: [(String, JSONValue)] = []
        var next = item.pointee.child
        while let child = next {
            guard let key = string(child.pointee.string), let member = value(of: child) else {
                return nil
            }
            members.append((key, member))
            next = child.pointee.next
        }
        return .object(JSONObject(members))
    }
}
