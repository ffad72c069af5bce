// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore

/// The bounded list of callbacks that wait for one engine's host.
///
/// When the list is full, the oldest item of the lowest importance is dropped. Essential items are
/// always accepted; the limit on pending operations bounds their number.
package struct DeliveryBacklog {
    package static let capacity = 1024

    private var items: [DeliveryItem] = []
    private var head = 0

    package init() {}

    package var count: Int { items.count - head }
    package var isEmpty: Bool { count == 0 }

    /// Appends an item; returns the item that was dropped or replaced, if any.
    package mutating func push(_ item: DeliveryItem) -> DeliveryItem? {
        if let key = item.replaces,
            let index = items[head...].firstIndex(where: { $0.replaces == key })
        {
            let former = items.remove(at: index)
            items.append(item)
            return former
        }
        items.append(item)
        return count > DeliveryBacklog.capacity ? dropLeastImportant() : nil
    }

    package mutating func popFirst() -> DeliveryItem? {
        guard head < items.count else { return nil }
        let item = items[head]
        head += 1
        if head == items.count || head > 256 {
            items.removeSubrange(..<head)
            head = 0
        }
        return item
    }

    /// Drops all items but the essential ones; returns them.
    package mutating func keepEssential() -> [DeliveryItem] {
        let dropped = items[head...].filter { $0.importance != .essential }
        items = items[head...].filter { $0.importance == .essential }
        head = 0
        return dropped
    }

    private mutating func dropLeastImportant() -> DeliveryItem? {
        for importance in [DeliveryItem.Importance.repeatable, .error, .status] {
            if let index = items[head...].firstIndex(where: { $0.importance == importance }) {
                return items.remove(at: index)
            }
        }
        return nil
    }
}
