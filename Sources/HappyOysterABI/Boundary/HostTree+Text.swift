// SPDX-License-Identifier: Apache-2.0
internal import CcJSON
import HappyOysterCore

/// Text of cJSON trees, those that a host built included; Swift writes the numbers.
///
/// cJSON prints numbers through `sprintf` and the host's locale, and takes numbers that differ in
/// the last place for equal: 9007199254740991 would become 9.00719925474099e+15.
extension HostTree {
    /// Writes a tree, which stays as it is, as compact text to be freed with `freeText`.
    ///
    /// Nil without a tree, for NaN and infinity, beyond 64 levels, and when memory ran out.
    package static func text(_ tree: OpaquePointer?) -> UnsafeMutablePointer<CChar>? {
        // cJSON_Duplicate recurses without a bound of its own.
        guard let tree = UnsafeMutablePointer<cJSON>(tree), isShallow(tree, JSONWriter.depth),
            let copy = cJSON_Duplicate(tree, 1)
        else { return nil }
        defer { cJSON_Delete(copy) }
        return spellNumbers(copy) ? cJSON_PrintUnformatted(copy) : nil
    }

    /// Frees a text made by `text`.
    package static func freeText(_ text: UnsafeMutablePointer<CChar>?) { cJSON_free(text) }

    private static func isShallow(_ item: UnsafePointer<cJSON>, _ levels: Int) -> Bool {
        var next = item.pointee.child
        guard next == nil || levels > 0 else { return false }
        while let child = next {
            guard isShallow(child, levels - 1) else { return false }
            next = child.pointee.next
        }
        return true
    }

    /// Turns each number of a tree into raw text; false when one cannot be written.
    private static func spellNumbers(_ item: UnsafeMutablePointer<cJSON>) -> Bool {
        if item.pointee.type & 0xFF == cJSON_Number {
            guard let raw = rawText(of: item.pointee.valuedouble) else { return false }
            item.pointee.valuestring = raw
            item.pointee.type = item.pointee.type & ~0xFF | cJSON_Raw
        }
        var next = item.pointee.child
        while let child = next {
            guard spellNumbers(child) else { return false }
            next = child.pointee.next
        }
        return true
    }

    private static func rawText(of number: Double) -> UnsafeMutablePointer<CChar>? {
        JSONWriter.text(of: number).flatMap { copy(of: $0) }
    }

    /// A copy of a text in memory of cJSON's allocator, to be freed with `freeText`; nil when memory
    /// ran out.
    static func copy(of text: String) -> UnsafeMutablePointer<CChar>? {
        let size = text.utf8.count + 1
        guard let memory = cJSON_malloc(size)?.bindMemory(to: CChar.self, capacity: size) else {
            return nil
        }
        text.withCString { memory.update(from: $0, count: size) }
        return memory
    }
}
