// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// One setting: its name on the control port, and how it is read and written as JSON.
struct Setting: Sendable {
    let name: String
    /// What a value may be, for the message that refuses another.
    let expects: String
    let read: @Sendable (Settings) -> JSONValue
    /// Writes a value; false when it is not allowed.
    let write: @Sendable (inout Settings, JSONValue) -> Bool
}

extension Setting {
    typealias Path<Value> = any WritableKeyPath<Settings, Value> & Sendable

    /// The longest time that can be set: one day.
    private static let times: ClosedRange<Int64> = 0...86_400_000

    static func flag(_ name: String, _ path: Path<Bool>) -> Setting {
        Setting(name: name, expects: "true or false") {
            .bool($0[keyPath: path])
        } write: { settings, value in
            guard let flag = value.boolValue else { return false }
            settings[keyPath: path] = flag
            return true
        }
    }

    static func time(_ name: String, _ path: Path<Duration>) -> Setting {
        Setting(name: name, expects: "milliseconds from 0 to 86400000") {
            .integer($0[keyPath: path].wholeMilliseconds)
        } write: { settings, value in
            guard case .integer(let number) = value, times.contains(number) else { return false }
            settings[keyPath: path] = .milliseconds(number)
            return true
        }
    }

    static func optionalTime(_ name: String, _ path: Path<Duration?>) -> Setting {
        Setting(name: name, expects: "milliseconds from 0 to 86400000, or null") {
            $0[keyPath: path].map { .integer($0.wholeMilliseconds) } ?? .null
        } write: { settings, value in
            if value.isNull {
                settings[keyPath: path] = nil
                return true
            }
            guard case .integer(let number) = value, times.contains(number) else { return false }
            settings[keyPath: path] = .milliseconds(number)
            return true
        }
    }

    static func choice<Value: RawRepresentable & CaseIterable & Sendable>(
        _ name: String,
        _ path: Path<Value>
    ) -> Setting where Value.RawValue == String {
        let all = Value.allCases.map(\.rawValue).joined(separator: ", ")
        return Setting(name: name, expects: "one of \(all)") {
            .string($0[keyPath: path].rawValue)
        } write: { settings, value in
            guard let choice = value.stringValue.flatMap(Value.init(rawValue:)) else {
                return false
            }
            settings[keyPath: path] = choice
            return true
        }
    }

    static func number(
        _ name: String,
        _ path: Path<Int?>,
        expects: String,
        allows: @escaping @Sendable (Int64) -> Bool
    ) -> Setting {
        Setting(name: name, expects: expects) {
            JSONValue($0[keyPath: path])
        } write: { settings, value in
            if value.isNull {
                settings[keyPath: path] = nil
                return true
            }
            guard case .integer(let number) = value, allows(number) else { return false }
            settings[keyPath: path] = Int(exactly: number)
            return true
        }
    }

    static func words(
        _ name: String,
        _ path: Path<[String]>,
        expects: String,
        allows: @escaping @Sendable ([String]) -> Bool
    ) -> Setting {
        Setting(name: name, expects: expects) {
            .array($0[keyPath: path].map(JSONValue.string))
        } write: { settings, value in
            guard let elements = value.arrayValue else { return false }
            let words = elements.compactMap(\.stringValue)
            guard words.count == elements.count, allows(words) else { return false }
            settings[keyPath: path] = words
            return true
        }
    }
}
