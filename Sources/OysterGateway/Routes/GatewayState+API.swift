// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

extension GatewayState {
    /// Serves a request of the API port.
    mutating func serve(_ request: Request, at timestamp: Timestamp) -> Response {
        let now = timestamp + clockAhead
        let requestId = identifiers.request()
        var destination: Destination?
        var response: Response
        do throws(Refusal) {
            let found = try Destination(request)
            destination = found
            response = serve(request, found, requestId, at: now)
        } catch {
            response = Response(error, settings.envelope, requestId: requestId)
        }
        var model: Model?
        if case .model(let named, _)? = destination { model = named }
        log.add(
            request,
            route: destination?.endpoint,
            model: model,
            status: response.isAnswered ? response.status : 0,
            requestId: requestId,
            at: now
        )
        return response
    }

    /// Serves a request whose route is known, and applies the next fault.
    private mutating func serve(
        _ request: Request,
        _ destination: Destination,
        _ requestId: String,
        at now: Timestamp
    ) -> Response {
        guard let fault = faults.take(destination.endpoint) else {
            return answer(request, destination, settings.envelope, requestId, at: now)
        }
        let envelope = fault.envelope ?? settings.envelope
        var response = Response(status: 200, body: [])
        if fault.takesEffect {
            response = answer(request, destination, envelope, requestId, at: now)
        }
        return response.applying(fault, envelope, requestId)
    }

    /// The response without faults.
    private mutating func answer(
        _ request: Request,
        _ destination: Destination,
        _ envelope: Settings.Envelope,
        _ requestId: String,
        at now: Timestamp
    ) -> Response {
        do throws(Refusal) {
            let reply =
                switch destination {
                case .tokens: try TokenRoute.answer(&self, request, at: now)
                case .model(let model, let route): try run(route, model, request, at: now)
                }
            var response = Response(
                status: 200,
                json: reply.isBare
                    ? reply.data : envelope.success(reply.data, requestId: requestId)
            )
            response.delay = reply.delay
            return response
        } catch {
            return Response(error, envelope, requestId: requestId)
        }
    }

    private mutating func run(
        _ route: Route,
        _ model: Model,
        _ request: Request,
        at now: Timestamp
    ) throws(Refusal) -> Reply {
        let kind = try keyKind(of: request, at: now)
        guard !settings.deniedModels.contains(model.rawValue) else {
            throw .accessDenied("No access to this application.")
        }
        guard kind == .primary || !route.needsPrimaryKey else {
            throw .business(403_003, "Use the primary key.")
        }
        guard !request.isTooLarge else {
            throw .gateway(
                status: 413,
                code: "RequestEntityTooLarge",
                message: "The body is longer than \(request.bodyLimit) bytes."
            )
        }
        let body = route.method == "POST" ? try Self.body(of: request) : JSONObject()
        guard route.models.contains(model) else { throw .conflict }
        // As in `Request.query(_:)`, the first of equal names counts.
        var query = JSONObject()
        for (name, value) in request.query where query[name] == nil {
            query[name] = .string(value)
        }
        let call = Call(
            model: model,
            now: now,
            body: Fields(object: body),
            query: Fields(object: query)
        )
        return try route.handler(&self, call)
    }

    private static func body(of request: Request) throws(Refusal) -> JSONObject {
        guard request.mediaType == "application/json" else {
            throw .gateway(
                status: 400,
                code: "InvalidParameter",
                message: "Content-Type: must be application/json"
            )
        }
        guard let object = request.json()?.objectValue else {
            throw .badParameter("The body must be a JSON object.")
        }
        return object
    }
}
