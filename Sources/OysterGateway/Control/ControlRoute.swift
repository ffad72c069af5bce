// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// One route of the control port.
struct ControlRoute: Sendable {
    typealias Handler =
        @Sendable (inout GatewayState, ControlCall) throws(ControlError) -> JSONValue

    let method: String
    let path: String
    let handler: Handler

    private init(_ method: String, _ path: String, _ handler: @escaping Handler) {
        self.method = method
        self.path = path
        self.handler = handler
    }

    static let all: [ControlRoute] = [
        ControlRoute("POST", "/credentials", CredentialControl.post),
        ControlRoute("POST", "/tokens/revoke", CredentialControl.revoke),
        ControlRoute("GET", "/faults", FaultControl.get),
        ControlRoute("POST", "/faults", FaultControl.post),
        ControlRoute("DELETE", "/faults", FaultControl.delete),
        ControlRoute("GET", "/settings", SettingControl.get),
        ControlRoute("POST", "/settings", SettingControl.post),
        ControlRoute("POST", "/clock", SettingControl.clock),
        ControlRoute("POST", "/reset", SettingControl.reset),
        ControlRoute("GET", "/travels", TravelControl.get),
        ControlRoute("POST", "/travels/end", TravelControl.end),
        ControlRoute("POST", "/travels/fail", TravelControl.fail),
        ControlRoute("POST", "/travels/instruct", TravelControl.instruct),
        ControlRoute("GET", "/requests", ObservationControl.requests),
        ControlRoute("GET", "/commands", ObservationControl.commands),
        ControlRoute("GET", "/census", ObservationControl.census),
    ]
}

/// A request of the control port.
struct ControlCall: Sendable {
    let request: Request
    /// The body, or an empty object when there was none.
    let body: JSONValue
    let now: Timestamp

    /// The members of the body; throws when it is no object or has an unknown member.
    func object(_ known: Set<String>? = nil) throws(ControlError) -> JSONObject {
        guard let object = body.objectValue else {
            throw ControlError("The body must be a JSON object.")
        }
        if let known, let unknownID = object.members.first(where: { !known.contains($0.key) }) {
            throw ControlError("\(unknownID.key): no such member")
        }
        return object
    }
}

extension GatewayState {
    /// Serves a request of the control port.
    mutating func control(_ request: Request, at timestamp: Timestamp) -> Response {
        do throws(ControlError) {
            let routes = ControlRoute.all.filter { $0.path == request.path }
            guard !routes.isEmpty else {
                throw ControlError("There is no such route.", status: 404)
            }
            guard let route = routes.first(where: { $0.method == request.method }) else {
                throw ControlError("The route does not support this method.", status: 405)
            }
            guard !request.isTooLarge else {
                throw ControlError("The body is too large.", status: 413)
            }
            let body = try request.controlBody()
            let call = ControlCall(request: request, body: body, now: timestamp + clockAhead)
            return Response(status: 200, json: try route.handler(&self, call))
        } catch {
            return Response(status: error.status, json: ["error": .string(error.message)])
        }
    }
}

extension Request {
    /// The JSON of the body, an empty object when there is none; throws the name of a member whose
    /// value cannot be kept, such as a number that is too large.
    fileprivate func controlBody() throws(ControlError) -> JSONValue {
        guard let body = body.isEmpty ? [:] : json(.lenient) else {
            throw ControlError("The body must be JSON.")
        }
        guard let flaw = body.firstUnreadable else { return body }
        throw ControlError("\(flaw.name ?? "The body"): \(flaw.reason.rawValue)")
    }
}

extension JSONValue {
    /// The first value that cannot be kept exactly, with the name of the nearest member.
    fileprivate var firstUnreadable: (name: String?, reason: JSONError.Reason)? {
        switch self {
        case .unreadable(let value): return (nil, value.reason)
        case .array(let elements):
            return elements.lazy.compactMap(\.firstUnreadable).first
        case .object(let object):
            for (name, value) in object.members {
                if object.isRepeated(name) { return (name, .duplicateKey) }
                if let flaw = value.firstUnreadable { return (flaw.name ?? name, flaw.reason) }
            }
            return nil
        case .null, .bool, .integer, .number, .string: return nil
        }
    }
}

/// An error of the control port.
struct ControlError: Error, Equatable {
    var status = 400
    let message: String

    init(_ message: String, status: Int = 400) {
        self.message = message
        self.status = status
    }
}
