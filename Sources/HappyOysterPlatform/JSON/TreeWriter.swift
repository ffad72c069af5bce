// SPDX-License-Identifier: Apache-2.0
internal import CcJSON
internal import HappyOysterCore

/// Builds cJSON trees from values.
enum TreeWriter {
    /// What stands for a value that cannot be kept exactly.
    enum Substitute {
        /// Null, and one null for a key that stands twice: for hosts.
        case null
        /// A number as it was written, null for a string; all members: for stream engines.
        case written
    }

    /// Nesting beyond this is refused, so that recursion stays bounded.
    static let depth = 64

    /// A tree owned by the caller, nil when the value cannot be kept or memory ran out.
    static func tree(
        of value: JSONValue,
        _ substitute: Substitute,
        depth level: Int = 0
    ) -> UnsafeMutablePointer<cJSON>? {
        guard level <= depth else { return nil }
        return switch value {
        case .null: cJSON_CreateNull()
        case .bool(let flag): cJSON_CreateBool(flag ? 1 : 0)
        case .integer(let number):
            number.magnitude <= JSONValue.largestInteger.magnitude
                ? cJSON_CreateNumber(Double(number)) : nil
        case .number(let number): number.isFinite ? cJSON_CreateNumber(number) : nil
        case .string(let text): holdsNul(text) ? nil : cJSON_CreateString(text)
        case .array(let elements): array(elements, substitute, level + 1)
        case .object(let object): self.object(object, substitute, level + 1)
        case .unreadable(let value):
            substitute == .written && value.isPlainNumber
                ? cJSON_CreateRaw(value.text) : cJSON_CreateNull()
        }
    }

    private static func holdsNul(_ text: String) -> Bool { text.utf8.contains(0) }

    private static func array(
        _ elements: [JSONValue],
        _ substitute: Substitute,
        _ level: Int
    ) -> UnsafeMutablePointer<cJSON>? {
        guard let array = cJSON_CreateArray() else { return nil }
        for element in elements {
            guard let item = tree(of: element, substitute, depth: level) else {
                cJSON_Delete(array)
                return nil
            }
            cJSON_AddItemToArray(array, item)
        }
        return array
    }

    private static func object(
        _ object: JSONObject,
        _ substitute: Substitute,
        _ level: Int
    ) -> UnsafeMutablePointer<cJSON>? {
        guard let tree = cJSON_CreateObject() else { return nil }
        var ambiguous: Set<[UInt8]> = []
        for member in object.members {
            var value = member.value
            if substitute == .null, object.isRepeated(member.key) {
                guard ambiguous.insert(Array(member.key.utf8)).inserted else { continue }
                value = .null
            }
            guard !holdsNul(member.key), let item = self.tree(of: value, substitute, depth: level)
            else {
                cJSON_Delete(tree)
                return nil
            }
            guard cJSON_AddItemToObject(tree, member.key, item) != 0 else {
                cJSON_Delete(item)
                cJSON_Delete(tree)
                return nil
            }
        }
        return tree
    }
}
