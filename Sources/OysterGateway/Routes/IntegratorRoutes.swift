// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// The routes below `/server-api` of an integrator's server, which the vendor's demo apps call.
///
/// That server has the primary key, selects the model by the mode, and passes requests on
/// unchanged. Source: wire facts 1.6.
enum IntegratorRoutes {
    private static let root = "/server-api/"

    /// Each route with its methods and the endpoint of the platform.
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

    /// An error of the integrator's server itself.
    private struct LocalFailure: Error {
        let status: Int
        let errorCode: String
        let message: String
    }

    /// Serves a request below `/server-api`; nil for other requests.
    static func serve(
        _ state: inout GatewayState,
        _ request: Request,
        at timestamp: Timestamp
    ) -> Response? {
        guard request.path.hasPrefix(root) else { return nil }
        do throws(LocalFailure) {
            let forwarded = try platformRequest(state, request)
            return state.serve(forwarded, at: timestamp)
        } catch {
            return Response(
                status: error.status,
                json: [
                    "success": false, "errorCode": .string(error.errorCode),
                    "message": .string(error.message),
                ]
            )
        }
    }

    /// The request to the platform for a request of an app.
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
        var forwarded = request
        forwarded.path = "/api/v2/apps/\(model.rawValue)/openapi/v1/\(route.endpoint)"
        forwarded.query.removeAll { $0.name == "mode" || $0.name == "userAgent" }
        forwarded.authorize()
        return forwarded
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
        var forwarded = request
        forwarded.path = "/api/v1/tokens"
        forwarded.body = []
        if request.query("expire_in_seconds") == nil, let body = request.json() {
            let seconds = body["expire_in_seconds"] ?? body["expireInSeconds"]
            if let text = seconds?.stringValue ?? seconds?.integerValue.map(String.init) {
                forwarded.query.append(("expire_in_seconds", text))
            }
        }
        forwarded.authorize()
        return forwarded
    }
}

extension IntegratorRoutes {
    /// The model of a request.
    ///
    /// The header, the query or the body may contain the mode. Older apps send no mode: the model is
    /// that of the world or travel that they name, or adventure.
    private static func model(
        _ state: GatewayState,
        _ request: Request
    ) throws(LocalFailure) -> Model {
        let body = request.method == "POST" ? request.json() : nil
        let modes = [
            request.header("X-Happy-Oyster-Mode"), request.query("mode"),
            body?["mode"]?.integerValue.map(String.init) ?? body?["mode"]?.stringValue,
        ]
        if let mode = modes.compactMap(\.self).first {
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
    /// Replaces the authorization of the app by the primary key.
    fileprivate mutating func authorize() {
        headers.removeAll { $0.name.lowercased() == "authorization" }
        headers.append(("Authorization", "Bearer \(KeyStore.developmentKey)"))
    }
}

extension GatewayState {
    /// The model of the world or travel with an identifier.
    fileprivate func model(of name: String) -> Model? {
        worlds.model(of: name) ?? travels.model(of: name)
    }
}
