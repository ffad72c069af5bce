// SPDX-License-Identifier: Apache-2.0
internal import CcJSON

/// Writes cJSON trees as text, with numbers written by Swift.
///
/// cJSON prints through `sprintf` and the host's locale, and takes numbers that differ in the last
/// place for equal: 9007199254740991 would become 9.00719925474099e+15.
enum TreePrinter {
    /// The text of a tree, which stays as it is.
    static func text(of tree: UnsafePointer<cJSON>) -> UnsafeMutablePointer<CChar>? {
        // cJSON_Duplicate recurses without a bound of its own.
        guard isShallow(tree, TreeWriter.depth), let copy = cJSON_Duplicate(tree, 1) else {
            return nil
        }
        defer { cJSON_Delete(copy) }
        return consume(copy)
    }

    /// The text of a tree whose numbers may be replaced by their spelling.
    static func consume(_ tree: UnsafeMutablePointer<cJSON>) -> UnsafeMutablePointer<CChar>? {
        spell(tree) ? cJSON_PrintUnformatted(tree) : nil
    }

    private static func isShallow(_ item: UnsafePointer<cJSON>, _ levels: Int) -> Bool {
        var next = item.pointee.child
        guard next == nil || levels > 0 else { return false }
        while let child = next {
            guard isShallow(child, levels - 1) else { return false }
            next = child.pointee.next
        }
        return true
    }

    /// Turns each number below an item into raw text; false when one cannot be written.
    private static func spell(_ item: UnsafeMutablePointer<cJSON>) -> Bool {
        if item.pointee.type & 0xFF == cJSON_Number {
            guard let raw = spelling(of: item.pointee.valuedouble) else { return false }
            item.pointee.valuestring = raw
            item.pointee.type = item.pointee.type & ~0xFF | cJSON_Raw
        }
        var next = item.pointee.child
        while let child = next {
            guard spell(child) else { return false }
            next = child.pointee.next
        }
        return true
    }

    /// The shortest text that reads back as the same number, in memory of cJSON.
    private static func spelling(of number: Double) -> UnsafeMutablePointer<CChar>? {
        guard number.isFinite else { return nil }
        let isWhole = number.magnitude < 0x1p53 && (number != 0 || number.sign == .plus)
        let text = (isWhole ? Int64(exactly: number)?.description : nil) ?? number.description
        let size = text.utf8.count + 1
        guard let memory = cJSON_malloc(size)?.bindMemory(to: CChar.self, capacity: size) else {
            return nil
        }
        text.withCString { memory.update(from: $0, count: size) }
        return memory
    }
}
