// SPDX-License-Identifier: Apache-2.0

/// The members of a JSON object, in the order in which they were written.
package struct JSONObject: Sendable {
    package private(set) var members: [(key: String, value: JSONValue)]

    package init(_ members: [(String, JSONValue)] = []) {
        self.members = members.map { (key: $0.0, value: $0.1) }
    }

    package var isEmpty: Bool { members.isEmpty }

    /// Reads, replaces, appends, or (with nil) removes a member.
    package subscript(key: String) -> JSONValue? {
        get { members.first { JSONText.same($0.key, key) }?.value }
        set {
            let index = members.firstIndex { JSONText.same($0.key, key) }
            switch (index, newValue) {
            case (let index?, let value?): members[index].value = value
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?): members.append((key, value))
            case (nil, nil): break
            }
        }
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
