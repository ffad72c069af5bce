// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// A page of a list, with sizes clamped as the platform does.
struct Page: Sendable {
    let number: Int
    let size: Int

    init(_ query: Fields) {
        number = Self.positive(query["page"]) ?? 1
        size = min(100, Self.positive(query["pageSize"]) ?? 20)
    }

    /// Nil for anything but a positive integer; large ones are cut, so that products stay small.
    private static func positive(_ value: JSONValue?) -> Int? {
        guard let number = value?.stringValue.flatMap({ Int($0) }), number > 0 else { return nil }
        return min(number, 1_000_000)
    }

    /// The data of a list answer.
    func data<Element>(_ all: [Element], _ item: (Element) -> JSONValue) -> JSONValue {
        let page = all.dropFirst((number - 1) * size).prefix(size)
        return [
            "items": .array(page.map(item)),
            "pagination": [
                "page": JSONValue(number), "pageSize": JSONValue(size),
                "total": JSONValue(all.count), "hasMore": .bool(number * size < all.count),
            ],
        ]
    }
}
