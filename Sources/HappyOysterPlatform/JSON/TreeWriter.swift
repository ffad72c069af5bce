// SPDX-License-Identifier: Apache-2.0
internal import CcJSON
internal import HappyOysterCore

/// Builds cJSON trees from values.
enum TreeWriter {
    /// Nesting beyond this is refused, so that recursion stays bounded.
    static let depth = 64

    /// A tree owned by the caller, nil when the value cannot be kept or memory ran out.
    static func tree(of value: JSONValue, depth level: Int = 0) -> UnsafeMutablePointer<cJSON>? {
        guard level <= depth else { return nil }
        return switch value {
        case .null: cJSON_CreateNull()
        case .bool(let flag): cJSON_CreateBool(flag ? 1 : 0)
        case .integer(let number):
            number.magnitude <= JSONValidator.largestInteger.magnitude
                ? cJSON_CreateNumber(Double(number)) : nil
        case .number(let number): number.isFinite ? cJSON_CreateNumber(number) : nil
        case .string(let text): holdsNul(text) ? nil : cJSON_CreateString(text)
        case .array(let elements): array(elements, level + 1)
        case .object(let object): self.object(object, level + 1)
        }
    }

    private static func holdsNul(_ text: String) -> Bool { text.utf8.contains(0) }

    private static func array(
        _ elements: [JSONValue],
        _ level: Int
    ) -> UnsafeMutablePointer<cJSON>? {
        guard let array = cJSON_CreateArray() else { return nil }
        for element in elements {
            guard let item = tree(of: element, depth: level) else {
                cJSON_Delete(array)
                return nil
            }
            cJSON_AddItemToArray(array, item)
        }
        return array
    }

    private static func object(
        _ members: JSONObject,
        _ level: Int
    ) -> UnsafeMutablePointer<cJSON>? {
        guard let object = cJSON_CreateObject() else { return nil }
        for member in members.members {
            guard !holdsNul(member.key), let item = tree(of: member.value, depth: level) else {
                cJSON_Delete(object)
                return nil
            }
            guard cJSON_AddItemToObject(object, member.key, item) != 0 else {
                cJSON_Delete(item)
                cJSON_Delete(object)
                return nil
            }
        }
        return object
    }
}
