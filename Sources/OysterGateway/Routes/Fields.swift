// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// The fields of a request.
///
/// Null counts as absent.
struct Fields: Sendable {
    let object: JSONObject
    /// The path of the object, for error messages.
    var prefix = ""

    subscript(name: String) -> JSONValue? {
        object[name].flatMap { $0.isNull ? nil : $0 }
    }

    func bad(_ name: String, _ rule: String) -> Refusal {
        .badParameter("\(prefix)\(name): \(rule)")
    }

    /// A string, nil when absent.
    func text(_ name: String, longest: Int = 128) throws(Refusal) -> String? {
        guard let value = self[name] else { return nil }
        guard let text = value.stringValue, text.unicodeScalars.count <= longest else {
            throw bad(name, "must be a string of at most \(longest) characters")
        }
        return text
    }

    /// A required string that is not blank.
    func filledText(_ name: String, longest: Int) throws(Refusal) -> String {
        guard let text = try text(name, longest: longest),
            text.unicodeScalars.contains(where: { !$0.properties.isWhitespace })
        else { throw bad(name, "must not be missing or blank") }
        return text
    }

    /// One of the allowed strings, nil when absent.
    func choice(_ name: String, _ allowed: [String]) throws(Refusal) -> String? {
        guard let value = self[name] else { return nil }
        guard let text = value.stringValue, allowed.contains(text) else {
            throw bad(name, "must be one of \(allowed.joined(separator: ", "))")
        }
        return text
    }

    func flag(_ name: String) throws(Refusal) -> Bool? {
        guard let value = self[name] else { return nil }
        guard let flag = value.boolValue else { throw bad(name, "must be true or false") }
        return flag
    }

    func object(_ name: String) throws(Refusal) -> Fields? {
        guard let value = self[name] else { return nil }
        guard let object = value.objectValue else { throw bad(name, "must be an object") }
        return Fields(object: object, prefix: "\(prefix)\(name).")
    }

    /// An array of objects, nil when absent.
    func objects(_ name: String, count: ClosedRange<Int>) throws(Refusal) -> [Fields]? {
        guard let value = self[name] else { return nil }
        guard let elements = value.arrayValue, count.contains(elements.count) else {
            throw bad(name, "must be an array of \(count.lowerBound) to \(count.upperBound)")
        }
        var objects: [Fields] = []
        for (index, element) in elements.enumerated() {
            guard let object = element.objectValue else {
                throw bad(name, "must hold objects only")
            }
            objects.append(Fields(object: object, prefix: "\(prefix)\(name)[\(index)]."))
        }
        return objects
    }

    /// The well-formed identifier of a world or travel.
    func identifier(_ name: String) throws(Refusal) -> String {
        guard let text = self[name]?.stringValue, Identifiers.isWellFormed(text) else {
            throw bad(name, "must be an identifier from this service")
        }
        return text
    }
}

/// A page of a list, with sizes clamped as on the platform.
struct Page: Sendable {
    let number: Int
    let size: Int

    init(_ query: Fields) {
        number = Self.positive(query["page"]) ?? 1
        size = min(100, Self.positive(query["pageSize"]) ?? 20)
    }

    /// A positive integer, else nil.
    ///
    /// The limit keeps products small.
    private static func positive(_ value: JSONValue?) -> Int? {
        guard let number = value?.stringValue.flatMap({ Int($0) }), number > 0 else { return nil }
        return min(number, 1_000_000)
    }

    /// The data of a list response.
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
