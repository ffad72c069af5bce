// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// One member of a JSON object of the control port: its name, its conversion, its documentation.
///
/// A table of members is the only description of a record such as `Settings` or `Fault`: reading,
/// writing, listing, error messages and the tables of docs/gateway.md use it.
struct Member<Record: Sendable>: Sendable {
    typealias Path<Value> = any WritableKeyPath<Record, Value> & Sendable

    let name: String
    /// The allowed values, for error messages and the documentation.
    let expects: String
    /// The meaning, for the documentation.
    let meaning: String
    /// The value, nil when the record does not have it.
    let read: @Sendable (Record) -> JSONValue?
    /// Writes a value; false when it is invalid.
    let write: @Sendable (inout Record, JSONValue) -> Bool
}

extension Member {
    /// A member that always has a value.
    init<Value: Sendable>(
        _ name: String,
        _ path: Path<Value>,
        _ format: ValueFormat<Value>,
        _ meaning: String
    ) {
        self.init(name: name, expects: format.expects, meaning: meaning) {
            format.encode($0[keyPath: path])
        } write: { record, json in
            guard let value = format.decode(json) else { return false }
            record[keyPath: path] = value
            return true
        }
    }

    /// A member that may be absent; null removes it.
    init<Value: Sendable>(
        _ name: String,
        _ path: Path<Value?>,
        optional format: ValueFormat<Value>,
        _ meaning: String
    ) {
        self.init(name: name, expects: format.expects + ", or null", meaning: meaning) {
            $0[keyPath: path].map(format.encode)
        } write: { record, json in
            let value = format.decode(json)
            guard json.isNull || value != nil else { return false }
            record[keyPath: path] = json.isNull ? nil : value
            return true
        }
    }

    /// A member that null sets to its default.
    init<Value: Sendable>(
        _ name: String,
        _ path: Path<Value>,
        _ format: ValueFormat<Value>,
        default standard: Value,
        _ meaning: String
    ) {
        self.init(name: name, expects: format.expects + ", or null", meaning: meaning) {
            format.encode($0[keyPath: path])
        } write: { record, json in
            guard let value = json.isNull ? standard : format.decode(json) else { return false }
            record[keyPath: path] = value
            return true
        }
    }
}

extension Member {
    /// Writes the members of an object; throws at the first that is unknown or invalid.
    static func write(
        _ object: JSONObject,
        to record: inout Record,
        by table: [Member],
        _ kind: String
    ) throws(ControlError) {
        for (name, value) in object.members {
            guard let member = table.first(where: { $0.name == name }) else {
                throw ControlError("\(name): no such \(kind)")
            }
            guard member.write(&record, value) else {
                throw ControlError("\(name): must be \(member.expects)")
            }
        }
    }
}

/// The conversion of a value from and to JSON.
struct ValueFormat<Value: Sendable>: Sendable {
    /// The allowed values, for error messages and the documentation.
    let expects: String
    let encode: @Sendable (Value) -> JSONValue
    /// Nil when the value is invalid.
    let decode: @Sendable (JSONValue) -> Value?
}

extension ValueFormat<Bool> {
    static var flag: Self {
        Self(expects: "true or false", encode: { .bool($0) }, decode: { $0.boolValue })
    }
}

extension ValueFormat<Int> {
    static func integer(_ range: ClosedRange<Int>) -> Self {
        integer("an integer from \(range.lowerBound) to \(range.upperBound)") { range.contains($0) }
    }

    static func integer(of values: [Int]) -> Self {
        let names = values.map { String($0) }.joined(separator: ", ")
        return integer("one of \(names)") { values.contains($0) }
    }

    private static func integer(
        _ expects: String,
        _ allows: @escaping @Sendable (Int) -> Bool
    ) -> Self {
        Self(expects: expects) {
            JSONValue($0)
        } decode: { json in
            guard case .integer(let number) = json, let number = Int(exactly: number),
                allows(number)
            else { return nil }
            return number
        }
    }
}

extension ValueFormat<Duration> {
    static func milliseconds(_ range: ClosedRange<Int64>) -> Self {
        Self(expects: "milliseconds from \(range.lowerBound) to \(range.upperBound)") {
            .integer($0.wholeMilliseconds)
        } decode: { json in
            guard case .integer(let number) = json, range.contains(number) else { return nil }
            return .milliseconds(number)
        }
    }

    static func seconds(_ range: ClosedRange<Int64>) -> Self {
        Self(expects: "seconds from \(range.lowerBound) to \(range.upperBound)") {
            .integer($0.components.seconds)
        } decode: { json in
            guard case .integer(let number) = json, range.contains(number) else { return nil }
            return .seconds(number)
        }
    }
}

extension ValueFormat<String> {
    static var text: Self {
        Self(expects: "a string", encode: { .string($0) }, decode: { $0.stringValue })
    }

    static func text(_ expects: String, _ allows: @escaping @Sendable (String) -> Bool) -> Self {
        Self(expects: expects) {
            .string($0)
        } decode: {
            $0.stringValue.flatMap { allows($0) ? $0 : nil }
        }
    }
}

extension ValueFormat<[String]> {
    static func texts(_ expects: String, _ allows: @escaping @Sendable ([String]) -> Bool) -> Self {
        Self(expects: expects) {
            .array($0.map(JSONValue.string))
        } decode: { json in
            guard let elements = json.arrayValue else { return nil }
            let texts = elements.compactMap(\.stringValue)
            return texts.count == elements.count && allows(texts) ? texts : nil
        }
    }
}

extension ValueFormat
where Value: RawRepresentable & CaseIterable & Sendable, Value.RawValue == String {
    static var choice: Self {
        Self(expects: "one of \(Value.allCases.map(\.rawValue).joined(separator: ", "))") {
            .string($0.rawValue)
        } decode: {
            $0.stringValue.flatMap(Value.init(rawValue:))
        }
    }
}
