// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// An object of the configuration file while it is read.
///
/// Every member is read by name; `finish` refuses the others.
struct SettingsObject {
    private let path: String
    private let object: JSONObject
    private var known: Set<String> = []

    init(_ value: JSONValue, path: String = "") throws(SettingsError) {
        guard case .object(let object) = value else {
            throw SettingsError(
                path.isEmpty ? "the file must hold one JSON object" : "\(path): must be an object"
            )
        }
        self.object = object
        self.path = path
    }

    /// The name of a member for an error.
    func name(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

    mutating func text(
        _ key: String,
        _ lengths: ClosedRange<Int> = 1...4096
    ) throws(SettingsError) -> String? {
        guard let value = member(key) else { return nil }
        guard let text = value.stringValue, lengths.contains(text.utf8.count) else {
            throw SettingsError(
                "\(name(key)): must be a text of \(lengths.lowerBound) to "
                    + "\(lengths.upperBound) bytes"
            )
        }
        return text
    }

    mutating func secret(_ key: String) throws(SettingsError) -> Secret? {
        try text(key, ProjectSecret.shortest...4096).map { Secret($0) }
    }

    mutating func integer(
        _ key: String,
        _ range: ClosedRange<Int>
    ) throws(SettingsError) -> Int? {
        guard let value = member(key) else { return nil }
        guard let number = value.integerValue.flatMap({ Int(exactly: $0) }), range.contains(number)
        else {
            throw SettingsError(
                "\(name(key)): must be an integer from \(range.lowerBound) to \(range.upperBound)"
            )
        }
        return number
    }

    mutating func milliseconds(
        _ key: String,
        _ range: ClosedRange<Int>
    ) throws(SettingsError) -> Duration? {
        try integer(key, range).map { .milliseconds($0) }
    }

    mutating func texts(_ key: String) throws(SettingsError) -> [String]? {
        guard let value = member(key) else { return nil }
        let texts = value.arrayValue?.map(\.stringValue)
        guard let texts, !texts.contains(nil) else {
            throw SettingsError("\(name(key)): must be an array of texts")
        }
        return texts.compactMap { $0 }
    }

    mutating func object(_ key: String) throws(SettingsError) -> SettingsObject? {
        guard let value = member(key) else { return nil }
        return try SettingsObject(value, path: name(key))
    }

    mutating func objects(_ key: String) throws(SettingsError) -> [SettingsObject]? {
        guard let value = member(key) else { return nil }
        guard let elements = value.arrayValue else {
            throw SettingsError("\(name(key)): must be an array of objects")
        }
        var objects: [SettingsObject] = []
        for (index, element) in elements.enumerated() {
            objects.append(try SettingsObject(element, path: "\(name(key))[\(index)]"))
        }
        return objects
    }

    mutating func value(_ key: String) -> JSONValue? { member(key) }

    /// Refuses members that were not read.
    func finish() throws(SettingsError) {
        for (key, _) in object.members where !known.contains(key) {
            throw SettingsError("\(name(key)): unknown member")
        }
    }

    private mutating func member(_ key: String) -> JSONValue? {
        known.insert(key)
        return object[key]
    }
}
