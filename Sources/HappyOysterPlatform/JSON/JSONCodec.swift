// SPDX-License-Identifier: Apache-2.0
internal import CcJSON
package import HappyOysterCore

/// The only place where JSON text becomes values, and values text.
///
/// Reading is strict (`JSONValidator`), writing is compact; neither depends on the host's locale.
package enum JSONCodec {
    /// Reads a whole text, or says which rule it breaks.
    package static func parse(
        _ bytes: [UInt8],
        limits: JSONLimits = JSONLimits()
    ) throws(JSONError) -> JSONValue {
        let numbers = try JSONValidator.numbers(in: bytes, limits: limits)
        // cJSON wants a terminating NUL in order to insist that nothing follows the value.
        let tree = NumericLocale.plain {
            (bytes + [0]).withUnsafeBytes { text in
                cJSON_ParseWithLengthOpts(
                    text.baseAddress?.assumingMemoryBound(to: CChar.self),
                    text.count,
                    nil,
                    1
                )
            }
        }
        guard let tree else { throw JSONError(.outOfMemory, at: 0) }
        defer { cJSON_Delete(tree) }
        var reader = TreeReader(numbers: numbers)
        guard let value = reader.value(of: tree) else { throw JSONError(.outOfMemory, at: 0) }
        return value
    }

    /// Reads a whole text that somebody else keeps in memory during the call.
    package static func parse(
        _ bytes: UnsafeBufferPointer<UInt8>,
        limits: JSONLimits = JSONLimits()
    ) throws(JSONError) -> JSONValue {
        guard bytes.count <= limits.bytes else { throw JSONError(.tooLarge, at: limits.bytes) }
        return try parse(Array(bytes), limits: limits)
    }

    /// Writes a value as compact text.
    ///
    /// Nil when it holds what JSON cannot say (NaN, infinity) or cJSON cannot keep (a NUL
    /// character, deeper nesting than `TreeWriter.depth`), and when memory ran out.
    package static func print(_ value: JSONValue) -> String? {
        guard let tree = TreeWriter.tree(of: value) else { return nil }
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
    /// Builds a `cJSON *` tree for a C host; nil for the same reasons as `print`.
    ///
    /// The caller owns the tree and gives it back with `delete`.
    package static func tree(_ value: JSONValue) -> OpaquePointer? {
        TreeWriter.tree(of: value).map { OpaquePointer($0) }
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
