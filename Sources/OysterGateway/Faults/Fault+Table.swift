// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

extension Fault {
    /// All members of a fault.
    static let table: [Member<Fault>] = [
        Member(
            "route",
            \.route,
            .text("one of \(routes.sorted().joined(separator: ", "))") { routes.contains($0) },
            "The route that the fault affects; required. `rtc` is signalling, `*` all routes."
        ),
        Member("kind", \.kind, .choice, Kind.documentation),
        Member(
            "status",
            \.status,
            optional: .integer(200...599),
            "HTTP status. Without `body`, `text` and `code` the body has shape D."
        ),
        // Null is a body, too: the response is the JSON text null.
        Member(name: "body", expects: "a JSON value", meaning: "Replaces the body by this JSON.") {
            $0.body
        } write: {
            $0.body = $1
            return true
        },
        Member(
            "text",
            \.text,
            optional: .text,
            "Replaces the body by this text, which need not be JSON."
        ),
        Member(
            "code",
            \.code,
            optional: .integer(0...999_999),
            "Replaces the response by this business error, in the current envelope."
        ),
        Member(
            "message",
            \.message,
            .text,
            default: defaultMessage,
            "The message of `code` and `status`."
        ),
        Member(
            "envelope",
            \.envelope,
            optional: .choice,
            "The envelope of the response; required by the kind `envelope`."
        ),
        Member(
            "delayMs",
            \.delay,
            .milliseconds(0...3_600_000),
            "Delay of the response, in real time."
        ),
        Member(
            "times",
            \.times,
            optional: .integer(1...1_000_000),
            "Number of requests that the fault affects; without it, all."
        ),
        Member(
            "skip",
            \.skip,
            .integer(0...1_000_000),
            default: 0,
            "Number of requests that pass before the first affected one."
        ),
        Member(
            name: "effect",
            expects: "true, false or null",
            meaning: "Whether the request takes effect. Default: true, but false for `hang` and "
                + "when the response is replaced."
        ) {
            .bool($0.takesEffect)
        } write: { fault, value in
            fault.effect = value.boolValue
            return value.isNull || value.boolValue != nil
        },
        Member(
            "dripBytes",
            \.dripBytes,
            .integer(1...65_536),
            default: 1,
            "Bytes that the kind `drip` sends at a time."
        ),
        Member(
            "dripMs",
            \.dripInterval,
            .milliseconds(1...60_000),
            "Interval of the kind `drip`."
        ),
    ]

    private static let routes = Set(
        ["*", "tokens", SignallingRequest.route] + Route.all.map(\.endpoint)
    )

    /// Reads a fault as `POST /faults` takes it, and as `GET /faults` returns it.
    init(_ object: JSONObject) throws(ControlError) {
        self.init()
        guard object["route"] != nil else { throw ControlError("route: is missing") }
        try Member.write(object, to: &self, by: Self.table, "member of a fault")
        guard kind != .envelope || envelope != nil else {
            throw ControlError("envelope: is missing")
        }
    }

    /// The fault as `GET /faults` returns it, without absent members.
    var json: JSONValue {
        var object = JSONObject()
        for member in Self.table { object[member.name] = member.read(self) }
        return .object(object)
    }

    /// The table of docs/gateway.md.
    static var documentation: String {
        let rows = table.map { "| `\($0.name)` | \($0.expects) | \($0.meaning) |" }
        return (["| Member | Value | Meaning |", "| --- | --- | --- |"] + rows)
            .joined(separator: "\n")
    }
}
