// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// One member of a fault: its name on the control port, and how it is read and written as JSON.
struct FaultMember: Sendable {
    let name: String
    /// What a value may be, for the message that refuses another.
    let expects: String
    /// The value, nil when the fault does not have it.
    let read: @Sendable (Fault) -> JSONValue?
    /// Writes a value; false when it is not allowed.
    let write: @Sendable (inout Fault, JSONValue) -> Bool
}

extension FaultMember {
    /// All members, in the order of the documentation.
    static let all: [FaultMember] = [
        route,
        choice("kind") {
            $0.kind
        } write: {
            $0.kind = $1
        },
        number("status", 200...599) {
            $0.status
        } write: {
            $0.status = $1
        },
        // Null is a body too: the answer is the JSON text null.
        FaultMember(name: "body", expects: "a JSON value") {
            $0.body
        } write: {
            $0.body = $1
            return true
        },
        text("text") {
            $0.text
        } write: {
            $0.text = $1
        },
        number("code", 0...999_999) {
            $0.code
        } write: {
            $0.code = $1
        },
        text("message") {
            $0.message
        } write: {
            $0.message = $1 ?? Fault.defaultMessage
        },
        optionalChoice("envelope") {
            $0.envelope
        } write: {
            $0.envelope = $1
        },
        time("delayMs", 0...3_600_000) {
            $0.delay
        } write: {
            $0.delay = $1
        },
        number("times", 1...1_000_000) {
            $0.times
        } write: {
            $0.times = $1
        },
        number("skip", 0...1_000_000) {
            $0.skip
        } write: {
            $0.skip = $1 ?? 0
        },
        FaultMember(name: "effect", expects: "true, false or null") {
            .bool($0.takesEffect)
        } write: { fault, value in
            fault.effect = value.boolValue
            return value.isNull || value.boolValue != nil
        },
        number("dripBytes", 1...65_536) {
            $0.dripBytes
        } write: {
            $0.dripBytes = $1 ?? 1
        },
        time("dripMs", 1...60_000) {
            $0.dripEvery
        } write: {
            $0.dripEvery = $1
        },
    ]

    private static let route: FaultMember = {
        let known = Set(["*", "tokens", Signal.route] + Route.all.map(\.endpoint))
        let names = known.sorted().joined(separator: ", ")
        return FaultMember(name: "route", expects: "one of \(names)") {
            .string($0.route)
        } write: { fault, value in
            guard let name = value.stringValue, known.contains(name) else { return false }
            fault.route = name
            return true
        }
    }()
}

extension FaultMember {
    /// A whole number; null stands for none.
    private static func number(
        _ name: String,
        _ range: ClosedRange<Int>,
        _ read: @escaping @Sendable (Fault) -> Int?,
        write: @escaping @Sendable (inout Fault, Int?) -> Void
    ) -> FaultMember {
        FaultMember(
            name: name,
            expects: "an integer from \(range.lowerBound) to \(range.upperBound), or null"
        ) {
            read($0).map { JSONValue($0) }
        } write: { fault, value in
            guard !value.isNull else {
                write(&fault, nil)
                return true
            }
            guard case .integer(let number) = value, let number = Int(exactly: number),
                range.contains(number)
            else { return false }
            write(&fault, number)
            return true
        }
    }

    private static func time(
        _ name: String,
        _ range: ClosedRange<Int64>,
        _ read: @escaping @Sendable (Fault) -> Duration,
        write: @escaping @Sendable (inout Fault, Duration) -> Void
    ) -> FaultMember {
        FaultMember(
            name: name,
            expects: "milliseconds from \(range.lowerBound) to \(range.upperBound)"
        ) {
            .integer(read($0).wholeMilliseconds)
        } write: { fault, value in
            guard case .integer(let number) = value, range.contains(number) else { return false }
            write(&fault, .milliseconds(number))
            return true
        }
    }

    /// A text; null stands for none.
    private static func text(
        _ name: String,
        _ read: @escaping @Sendable (Fault) -> String?,
        write: @escaping @Sendable (inout Fault, String?) -> Void
    ) -> FaultMember {
        FaultMember(name: name, expects: "a string or null") {
            read($0).map(JSONValue.string)
        } write: { fault, value in
            guard value.isNull || value.stringValue != nil else { return false }
            write(&fault, value.stringValue)
            return true
        }
    }

    private static func choice<Choice: RawRepresentable & CaseIterable & Sendable>(
        _ name: String,
        _ read: @escaping @Sendable (Fault) -> Choice,
        write: @escaping @Sendable (inout Fault, Choice) -> Void
    ) -> FaultMember where Choice.RawValue == String {
        let all = Choice.allCases.map(\.rawValue).joined(separator: ", ")
        return FaultMember(name: name, expects: "one of \(all)") {
            .string(read($0).rawValue)
        } write: { fault, value in
            guard let choice = value.stringValue.flatMap(Choice.init(rawValue:)) else {
                return false
            }
            write(&fault, choice)
            return true
        }
    }

    /// A word of a list; null stands for none.
    private static func optionalChoice<Choice: RawRepresentable & CaseIterable & Sendable>(
        _ name: String,
        _ read: @escaping @Sendable (Fault) -> Choice?,
        write: @escaping @Sendable (inout Fault, Choice?) -> Void
    ) -> FaultMember where Choice.RawValue == String {
        let all = Choice.allCases.map(\.rawValue).joined(separator: ", ")
        return FaultMember(name: name, expects: "one of \(all), or null") {
            read($0).map { .string($0.rawValue) }
        } write: { fault, value in
            let choice = value.stringValue.flatMap(Choice.init(rawValue:))
            guard value.isNull || choice != nil else { return false }
            write(&fault, choice)
            return true
        }
    }
}
