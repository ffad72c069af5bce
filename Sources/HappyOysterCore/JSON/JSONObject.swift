// SPDX-License-Identifier: Apache-2.0

/// The members of a JSON object, in the order in which they were written.
package struct JSONObject: Sendable {
    /// All members, those of a key that stands twice included.
    package private(set) var members: [(key: String, value: JSONValue)]
    /// The keys that stand more than once, in UTF-8.
    private var repeated: Set<[UInt8]> = []

    package init(_ members: [(String, JSONValue)] = []) {
        self.members = members.map { (key: $0.0, value: $0.1) }
    }

    package var isEmpty: Bool { members.isEmpty }

    /// Reads, replaces, appends, or (with nil) removes a member.
    ///
    /// A key that stands twice has no value on which all readers of JSON agree: it reads as
    /// ``JSONValue/unreadable(_:)``.
    package subscript(key: String) -> JSONValue? {
        get {
            if isRepeated(key) { return .unreadable(.ambiguous) }
            return members.first { JSONText.same($0.key, key) }?.value
        }
        set {
            if isRepeated(key) { removeRepetitions(of: key) }
            let index = members.firstIndex { JSONText.same($0.key, key) }
            switch (index, newValue) {
            case (let index?, let value?): members[index].value = value
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?): members.append((key, value))
            case (nil, nil): break
            }
        }
    }

    /// Whether any key stands more than once.
    var hasRepetitions: Bool { !repeated.isEmpty }

    /// Whether a key stands more than once.
    package func isRepeated(_ key: String) -> Bool {
        !repeated.isEmpty && repeated.contains(Array(key.utf8))
    }

    /// Adds what comes next in a text, without a look at the rest.
    mutating func append(_ key: String, _ value: JSONValue, isRepeated: Bool) {
        members.append((key, value))
        if isRepeated { repeated.insert(Array(key.utf8)) }
    }

    private mutating func removeRepetitions(of key: String) {
        repeated.remove(Array(key.utf8))
        guard let first = members.firstIndex(where: { JSONText.same($0.key, key) }) else { return }
        let rest = members[(first + 1)...].filter { !JSONText.same($0.key, key) }
        members.replaceSubrange((first + 1)..., with: rest)
    }
}

extension JSONObject: Equatable {
    package static func == (left: JSONObject, right: JSONObject) -> Bool {
        guard left.members.count == right.members.count else { return false }
        let pairs = zip(left.members, right.members)
        // As a rule the order is the same; otherwise a dictionary keeps the work in proportion.
        if pairs.allSatisfy({ JSONText.same($0.key, $1.key) }) {
            return pairs.allSatisfy { $0.value == $1.value }
        }
        let values = Dictionary(right.members.map { ($0.key, $0.value) }) { first, _ in first }
        return left.members.allSatisfy { values[$0.key] == $0.value }
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral elements: (String, JSONValue)...) { self.init(elements) }
}
