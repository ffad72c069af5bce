// SPDX-License-Identifier: Apache-2.0
internal import CcJSON
package import HappyOysterCore

/// The `cJSON` trees that hosts get.
package enum HostTree {
    /// Builds a tree, with null in place of what cannot be kept exactly.
    ///
    /// Nil for what ``JSONCodec/bytes(_:)`` refuses, and when memory ran out. The caller owns the
    /// tree and frees it with `free`.
    package static func make(_ value: JSONValue) -> OpaquePointer? {
        tree(of: value, level: 0).map { OpaquePointer($0) }
    }

    package static func free(_ tree: OpaquePointer?) { cJSON_Delete(UnsafeMutablePointer(tree)) }

    private static func tree(of value: JSONValue, level: Int) -> UnsafeMutablePointer<cJSON>? {
        guard level <= JSONWriter.depth else { return nil }
        return switch value {
        case .null, .unreadable: cJSON_CreateNull()
        case .bool(let flag): cJSON_CreateBool(flag ? 1 : 0)
        case .integer(let number):
            number.magnitude <= JSONValue.largestInteger.magnitude
                ? cJSON_CreateNumber(Double(number)) : nil
        case .number(let number): number.isFinite ? cJSON_CreateNumber(number) : nil
        case .string(let text): holdsNUL(text) ? nil : cJSON_CreateString(text)
        case .array(let elements): array(elements, level + 1)
        case .object(let object): self.object(object, level + 1)
        }
    }

    private static func holdsNUL(_ text: String) -> Bool { text.utf8.contains(0) }

    private static func array(_ elements: [JSONValue], _ level: Int)
        -> UnsafeMutablePointer<cJSON>?
    {
        guard let array = cJSON_CreateArray() else { return nil }
        for element in elements {
            guard let item = tree(of: element, level: level) else {
                cJSON_Delete(array)
                return nil
            }
            cJSON_AddItemToArray(array, item)
        }
        return array
    }

    private static func object(_ object: JSONObject, _ level: Int) -> UnsafeMutablePointer<cJSON>? {
        guard let tree = cJSON_CreateObject() else { return nil }
        for member in object.unambiguousMembers {
            guard !holdsNUL(member.key), let item = self.tree(of: member.value, level: level) else {
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
