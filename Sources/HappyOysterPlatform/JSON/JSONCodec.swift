// SPDX-License-Identifier: Apache-2.0
internal import CcJSON
package import HappyOysterCore

/// JSON text into values, and values into text and cJSON trees.
///
/// Reading is that of ``JSONReader``, writing is cJSON's; neither depends on the host's locale.
package enum JSONCodec {
    /// Reads a whole text, or says which rule it breaks.
    package static func parse(
        _ bytes: [UInt8],
        _ rule: JSONReader.Rule = .exact,
        limits: JSONLimits = JSONLimits()
    ) throws(JSONError) -> JSONValue {
        try JSONReader.value(of: bytes, rule, limits: limits)
    }

    /// Reads a whole text that the caller keeps in memory during the call.
    package static func parse(
        _ bytes: UnsafeBufferPointer<UInt8>,
        limits: JSONLimits = JSONLimits()
    ) throws(JSONError) -> JSONValue {
        guard bytes.count <= limits.bytes else { throw JSONError(.tooLarge, at: limits.bytes) }
        return try parse(Array(bytes), limits: limits)
    }

    /// Writes a value as compact text, with null in place of what cannot be kept exactly.
    ///
    /// Nil when it holds what JSON cannot say (NaN, infinity) or cJSON cannot keep (a NUL
    /// character, deeper nesting than `TreeWriter.depth`), and when memory ran out.
    package static func print(_ value: JSONValue) -> String? {
        text(of: TreeWriter.tree(of: value, .null))
    }

    /// Writes a value that a stream engine reads: numbers of any size as the server wrote them.
    ///
    /// Strings that cannot be kept are null, since cJSON reads no text with a lone surrogate.
    package static func printWritten(_ value: JSONValue) -> String? {
        text(of: TreeWriter.tree(of: value, .written))
    }

    private static func text(of tree: UnsafeMutablePointer<cJSON>?) -> String? {
        guard let tree else { return nil }
        defer { cJSON_Delete(tree) }
        guard let text = TreePrinter.consume(tree) else { return nil }
        defer { cJSON_free(text) }
        return String(validatingCString: text)
    }

    /// Writes a value as compact UTF-8, with the refusals of `print`.
    package static func bytes(_ value: JSONValue) -> [UInt8]? {
        print(value).map { Array($0.utf8) }
    }
}

extension JSONCodec {
    /// Builds a `cJSON *` tree for a C host, with the nulls and the refusals of `print`.
    ///
    /// The caller owns the tree and gives it back with `delete`.
    package static func tree(_ value: JSONValue) -> OpaquePointer? {
        TreeWriter.tree(of: value, .null).map { OpaquePointer($0) }
    }

    /// Frees a tree.
    package static func delete(_ tree: OpaquePointer?) {
        cJSON_Delete(UnsafeMutablePointer(tree))
    }

    /// Writes a tree, also one that the host built, as compact text to be freed with `freeText`.
    ///
    /// Nil without a tree, for NaN and infinity, beyond 64 levels, and when memory ran out.
    package static func print(tree: OpaquePointer?) -> UnsafeMutablePointer<CChar>? {
        guard let tree, let item = UnsafePointer<cJSON>(tree) as UnsafePointer<cJSON>? else {
            return nil
        }
        return TreePrinter.text(of: item)
    }

    /// Frees a text made by `print(tree:)`.
    package static func freeText(_ text: UnsafeMutablePointer<CChar>?) { cJSON_free(text) }
}
