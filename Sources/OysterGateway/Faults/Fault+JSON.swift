// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

extension Fault {
    /// Reads a fault as `POST /faults` takes it.
    init(_ object: JSONObject) throws(ControlError) {
        self.init()
        guard object["route"] != nil else { throw ControlError("route: is missing") }
        for (key, value) in object.members { try set(key, value) }
        guard kind != .envelope || envelope != nil else {
            throw ControlError("envelope: is missing")
        }
    }

    private mutating func set(_ key: String, _ value: JSONValue) throws(ControlError) {
        switch key {
        case "route": route = try Self.route(value)
        case "kind": kind = try Self.choice(key, value)
        case "envelope": envelope = try Self.choice(key, value)
        case "status": status = try Self.number(key, value, 200...599)
        case "code": code = try Self.number(key, value, 0...999_999)
        case "body": body = value
        case "text": text = try Self.text(key, value)
        case "message": message = try Self.text(key, value)
        case "delayMs": delay = .milliseconds(try Self.number(key, value, 0...3_600_000))
        case "times": times = try Self.number(key, value, 1...1_000_000)
        case "skip": skip = try Self.number(key, value, 0...1_000_000)
        case "dripBytes": dripBytes = try Self.number(key, value, 1...65_536)
        case "dripMs": dripEvery = .milliseconds(try Self.number(key, value, 1...60_000))
        case "effect":
            guard let flag = value.boolValue else {
                throw ControlError("effect: must be true or false")
            }
            effect = flag
        default: throw ControlError("\(key): no such member of a fault")
        }
    }

    private static func route(_ value: JSONValue) throws(ControlError) -> String {
        let known = ["*", "tokens", Signal.route] + Route.all.map(\.endpoint)
        guard let route = value.stringValue, known.contains(route) else {
            throw ControlError(
                "route: must be one of \(Set(known).sorted().joined(separator: ", "))"
            )
        }
        return route
    }

    private static func text(_ key: String, _ value: JSONValue) throws(ControlError) -> String {
        guard let text = value.stringValue else { throw ControlError("\(key): must be a string") }
        return text
    }

    private static func number(
        _ key: String,
        _ value: JSONValue,
        _ range: ClosedRange<Int>
    ) throws(ControlError) -> Int {
        guard case .integer(let number) = value, let number = Int(exactly: number),
            range.contains(number)
        else {
            throw ControlError(
                "\(key): must be an integer from \(range.lowerBound) to \(range.upperBound)"
            )
        }
        return number
    }

    private static func choice<Choice: RawRepresentable & CaseIterable>(
        _ key: String,
        _ value: JSONValue
    ) throws(ControlError) -> Choice where Choice.RawValue == String {
        guard let choice = value.stringValue.flatMap(Choice.init(rawValue:)) else {
            let all = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw ControlError("\(key): must be one of \(all)")
        }
        return choice
    }

    /// The fault as `GET /faults` shows it.
    var json: JSONValue {
        var object: JSONObject = [
            "route": .string(route), "kind": .string(kind.rawValue),
            "delayMs": .integer(delay.wholeMilliseconds), "times": JSONValue(times),
            "skip": JSONValue(skip), "effect": .bool(takesEffect),
        ]
        object["status"] = status.map { JSONValue($0) }
        object["code"] = code.map { JSONValue($0) }
        object["body"] = body
        object["text"] = text.map(JSONValue.string)
        object["envelope"] = envelope.map { .string($0.rawValue) }
        return .object(object)
    }
}
