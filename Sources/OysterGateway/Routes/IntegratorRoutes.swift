// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// The routes of an integrator's own server, `/server-api`, which the vendor's demo apps call.
///
/// That server holds the primary key, chooses the model by the mode, and passes everything else
/// through. Source: wire facts 1.6.
enum IntegratorRoutes {
    private static let root = "/server-api/"

    /// Each route with its method and the platform's endpoint.
    private static let endpoints: [String: (methods: [String], endpoint: String)] = [
        "travel-credential": (["POST"], "worlds/get-travel-credential"),
        "worlds": (["GET", "POST"], "worlds"),
        "worlds/build-status": (["GET"], "worlds/build-status"),
        "worlds/detail": (["GET"], "worlds/detail"),
        "worlds/delete": (["POST"], "worlds/delete"),
        "travels": (["GET"], "travels"),
        "travels/artifacts": (["GET"], "travels/artifacts"),
        "travels/update-script": (["POST"], "travels/update-script"),
    ]

    /// Why the integrator's server refuses a request before the platform sees it.
    private struct LocalFailure: Error {
        let status: Int
        let errorCode: String
        let message: String
    }

    /// Serves a request; nil when it is for another part of the gateway.
    static func serve(
        _ state: inout GatewayState,
        _ request: Request,
        at moment: Moment
    ) -> Outgoing? {
        guard request.path.hasPrefix(root) else { return nil }
        do throws(LocalFailure) {
            let passedOn = try platformRequest(state, request)
            return state.serve(passedOn, at: moment)
        } catch {
            return Outgoing(
                status: error.status,
                json: [
                    "success": false, "errorCode": .string(error.errorCode),
                    "message": .string(error.message),
                ]
            )
        }
    }

    /// The request to the platform that stands for one of an app.
    private static func platformRequest(
        _ state: GatewayState,
        _ request: Request
    ) throws(LocalFailure) -> Request {
        let name = String(request.path.dropFirst(root.count))
        if name == "temp-api-key" { return try tokenRequest(request) }
        guard let route = endpoints[name] else {
            throw LocalFailure(
                status: 404,
                errorCode: "NOT_FOUND",
                message: "There is no route \(request.path)."
            )
        }
        try check(request, route.methods)
        let model = try model(state, request)
        var passedOn = request
        passedOn.path = "/api/v2/apps/\(model.rawValue)/openapi/v1/\(route.endpoint)"
        passedOn.query.removeAll { $0.name == "mode" || $0.name == "userAgent" }
        passedOn.authorize()
        return passedOn
    }

    private static func check(
        _ request: Request,
        _ methods: [String]
    ) throws(LocalFailure) {
        guard methods.contains(request.method) else {
            throw LocalFailure(
                status: 405,
                errorCode: "METHOD_NOT_ALLOWED",
                message: "Use \(methods.joined(separator: " or "))."
            )
        }
    }

    private static func tokenRequest(_ request: Request) throws(LocalFailure) -> Request {
        try check(request, ["POST"])
        var passedOn = request
        passedOn.path = "/api/v1/tokens"
        passedOn.body = []
        if request.query("expire_in_seconds") == nil, let body = request.json() {
            let seconds = body["expire_in_seconds"] ?? body["expireInSeconds"]
            if let text = seconds?.stringValue ?? seconds?.integerValue.map(String.init) {
                passedOn.query.append(("expire_in_seconds", text))
            }
        }
        passedOn.authorize()
        return passedOn
    }
}

extension IntegratorRoutes {
    /// The model that a request is for.
    ///
    /// A mode in the header, the query or the body says it; apps of before modes are served by the
    /// World or the Travel that they name, or by the adventure model.
    private static func model(
        _ state: GatewayState,
        _ request: Request
    ) throws(LocalFailure) -> Model {
        let body = request.method == "POST" ? request.json() : nil
        let said = [
            request.header("X-Happy-Oyster-Mode"), request.query("mode"),
            body?["mode"]?.integerValue.map(String.init) ?? body?["mode"]?.stringValue,
        ]
        if let mode = said.compactMap(\.self).first {
            guard let model = Model.allCases.first(where: { String($0.mode) == mode }) else {
                throw LocalFailure(
                    status: 400,
                    errorCode: "INVALID_MODE",
                    message: "mode: must be 1, 2 or 3"
                )
            }
            return model
        }
        let names = ["encryptedWorldId", "encryptedTravelId"].compactMap {
            body?[$0]?.stringValue ?? request.query($0)
        }
        return names.compactMap { state.model(of: $0) }.first ?? .adventure
    }
}

extension Request {
    /// Puts the primary key in place of what the app sent.
    fileprivate mutating func authorize() {
        headers.removeAll { $0.name.lowercased() == "authorization" }
        headers.append(("Authorization", "Bearer \(KeyStore.developmentKey)"))
    }
}

extension GatewayState {
    /// The model of the World or Travel of a name.
    fileprivate func model(of name: String) -> Model? {
        worlds.model(of: name) ?? travels.model(of: name)
    }
}
