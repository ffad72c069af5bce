// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// One endpoint below a model route.
struct Route: Sendable {
    typealias Handler = @Sendable (inout GatewayState, Call) throws(Refusal) -> Reply

    let method: String
    let endpoint: String
    /// Temporary keys are refused with 403003.
    let needsPrimaryKey: Bool
    /// The models that support it; the others refuse it with 409000.
    let models: Set<Model>
    let handler: Handler

    private init(
        _ method: String,
        _ endpoint: String,
        primary needsPrimaryKey: Bool = false,
        models: Set<Model> = Set(Model.allCases),
        _ handler: @escaping Handler
    ) {
        self.method = method
        self.endpoint = endpoint
        self.needsPrimaryKey = needsPrimaryKey
        self.models = models
        self.handler = handler
    }

    static let all: [Route] = [
        Route("POST", "worlds", primary: true, WorldRoutes.create),
        Route("GET", "worlds", primary: true, WorldRoutes.list),
        Route("GET", "worlds/build-status", WorldRoutes.buildStatus),
        Route("GET", "worlds/detail", primary: true, WorldRoutes.detail),
        Route("POST", "worlds/delete", primary: true, WorldRoutes.delete),
        Route("POST", "worlds/get-travel-credential", primary: true, WorldRoutes.credential),
        Route("POST", "travels/enter-travel", TravelRoutes.enter),
        Route("GET", "travels/status", TravelRoutes.status),
        Route(
            "POST",
            "travels/instruct",
            models: [.directing, .acting],
            TravelRoutes.instruct
        ),
        Route("POST", "travels/pause", models: [.directing, .acting], TravelRoutes.pause),
        Route("POST", "travels/resume", models: [.directing, .acting], TravelRoutes.resume),
        Route("POST", "travels/rewind", models: [.directing], TravelRoutes.rewind),
        Route("POST", "travels/update-script", models: [.directing], TravelRoutes.updateScript),
        Route("POST", "travels/end", TravelRoutes.end),
        Route("GET", "travels", primary: true, TravelRoutes.list),
        Route("GET", "travels/artifacts", primary: true, TravelRoutes.artifacts),
        Route("GET", "feature-gate", FeatureGateRoute.answer),
    ]
}

/// The target of a request.
enum Destination: Sendable {
    case tokens
    case model(Model, Route)

    /// The name for faults and the request log.
    var endpoint: String {
        switch self {
        case .tokens: "tokens"
        case .model(_, let route): route.endpoint
        }
    }

    /// Finds the destination of a request.
    init(_ request: Request) throws(Refusal) {
        let path = request.path.split(separator: "/", omittingEmptySubsequences: false)
        if request.path == "/api/v1/tokens" {
            guard request.method == "POST" else { throw Self.wrongMethod }
            self = .tokens
            return
        }
        guard path.count >= 8, path.prefix(4) == ["", "api", "v2", "apps"],
            path[5...6] == ["openapi", "v1"]
        else { throw Self.notFound }
        guard let model = Model(rawValue: String(path[4])) else {
            throw .gateway(
                status: 404,
                code: "ModelNotFound",
                message: "There is no such model."
            )
        }
        let endpoint = path[7...].joined(separator: "/")
        let routes = Route.all.filter { $0.endpoint == endpoint }
        guard !routes.isEmpty else { throw Self.notFound }
        guard let route = routes.first(where: { $0.method == request.method }) else {
            throw Self.wrongMethod
        }
        self = .model(model, route)
    }

    static let notFound = Refusal.gateway(
        status: 404,
        code: "NotFound",
        message: "There is no such route."
    )

    static let wrongMethod = Refusal.gateway(
        status: 405,
        code: "MethodNotAllowed",
        message: "The route does not support this method."
    )
}
