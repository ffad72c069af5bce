// SPDX-License-Identifier: Apache-2.0

/// The members of a JSON object, in the order in which they were written.
package struct JSONObject: Sendable {
    /// All members, including those with a repeated key.
    package private(set) var members: [(key: String, value: JSONValue)]
    /// The keys that occur more than once, in UTF-8.
    private var repeated: Set<[UInt8]> = []

    package init(_ members: [(String, JSONValue)] = []) {
        self.members = members.map { (key: $0.0, value: $0.1) }
    }

    package var isEmpty: Bool { members.isEmpty }

    /// Reads, replaces, appends, or (with nil) removes a member.
    ///
    /// JSON readers disagree about the value of a repeated key, so it reads as
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

    /// Whether any key occurs more than once.
    var hasRepetitions: Bool { !repeated.isEmpty }

    /// Whether a key occurs more than once.
    package func isRepeated(_ key: String) -> Bool {
        !repeated.isEmpty && repeated.contains(Array(key.utf8))
    }

    /// Appends a member; the caller knows whether its key is repeated.
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
        // The order is usually the same. If not, a dictionary keeps the work linear.
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

/// The keys of one object, compared byte by byte.
///
/// Up to 16 keys are compared one by one without a hash table: most objects have few members, and a
/// server may send hundreds of thousands of objects.
struct JSONKeySet {
    private static let few = 16
    private var list: [String] = []
    private var table: Set<[UInt8]> = []

    /// Adds a key; false when it is there already.
    mutating func insert(_ key: String) -> Bool {
        if table.isEmpty {
            guard !list.contains(where: { JSONText.same($0, key) }) else { return false }
            list.append(key)
            if list.count == JSONKeySet.few { table = Set(list.map { Array($0.utf8) }) }
            return true
        }
        return table.insert(Array(key.utf8)).inserted
    }
}

/// Compares texts of JSON byte by byte.
///
/// Swift compares strings by canonical equivalence. With a server's long runs of combining marks
/// that would take seconds.
enum JSONText {
    static func same(_ left: String, _ right: String) -> Bool {
        left.utf8.count == right.utf8.count && left.utf8.elementsEqual(right.utf8)
    }
}
