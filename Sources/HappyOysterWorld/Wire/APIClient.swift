// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore

/// The client of the Open API: builds requests, opens envelopes, maps failures to codes.
///
/// Source: `wire.md` sections 1, 2 and 3.
package struct APIClient: Sendable {
    let dependencies: EngineDependencies
    let config: RuntimeConfig

    package init(dependencies: EngineDependencies, config: RuntimeConfig) {
        self.dependencies = dependencies
        self.config = config
    }

    /// Sends a call; used on the loop, and completes there once unless it was cancelled.
    func send(
        _ call: APICall,
        token: Secret?,
        redactor: Redactor,
        _ completion: @escaping @Sendable (Result<JSONObject, OysterSDKError>) -> Void
    ) -> any PendingRequest {
        guard let token else {
            dependencies.loop.run {
                completion(.failure(OysterSDKError(OysterErrorCode.tokenMissing)))
            }
            return NothingToCancel()
        }
        let log = dependencies.log
        let request = httpRequest(call, token: token)
        return dependencies.transport.send(request) { result in
            let answer = APIClient.read(result, redactor: redactor)
            APIClient.report(call, answer, redactor, to: log)
            completion(answer.map(\.data))
        }
    }

    /// The request that is sent; tests compare it with the wire samples.
    package func httpRequest(_ call: APICall, token: Secret) -> HTTPRequest {
        let query = call.query.map { "\($0.name)=\(PercentEncoding.encode($0.value))" }
        let path = "/api/v2/apps/\(config.model)/openapi/v1/\(call.route)"
        var headers = [
            (name: "Authorization", value: "Bearer " + token.exposed),
            (name: "User-Agent", value: config.userAgent),
            (name: "Accept", value: "application/json"),
        ]
        var body: [UInt8]?
        if let object = call.body {
            headers.append((name: "Content-Type", value: "application/json"))
            body = JSONCodec.bytes(.object(object)) ?? []
        }
        return HTTPRequest(
            method: call.body == nil ? .get : .post,
            url: config.address.origin + path + (query.isEmpty ? "" : "?")
                + query.joined(separator: "&"),
            headers: headers,
            body: body,
            timeout: call.timeout ?? config.callbackTimeout,
            certificates: config.certificates
        )
    }

    private static func read(
        _ result: Result<HTTPResponse, HTTPFailure>,
        redactor: Redactor
    ) -> Result<Envelope, OysterSDKError> {
        switch result {
        case .success(let response):
            do {
                return .success(try Envelope.open(response))
            } catch {
                return .failure(error.delayed(response.retryAfter).redacted(by: redactor))
            }
        case .failure(let failure):
            return .failure(APIClient.error(failure).redacted(by: redactor))
        }
    }

    private static func error(_ failure: HTTPFailure) -> OysterSDKError {
        let code =
            switch failure.kind {
            case .timedOut: OysterErrorCode.callbackTimeout
            case .unreadable: OysterErrorCode.responseDecodeFailed
            case .transport: OysterErrorCode.localNetwork
            }
        return OysterSDKError(
            code,
            cause: failure.cause,
            diagnostics: ErrorDiagnostics(message: failure.cause)
        )
    }

    private static func report(
        _ call: APICall,
        _ answer: Result<Envelope, OysterSDKError>,
        _ redactor: Redactor,
        to log: any LogWriter
    ) {
        switch answer {
        case .success(let envelope):
            // A request id is foreign text like any other.
            let requestId = envelope.requestId.map(redactor.redact) ?? "-"
            log.log(.debug, .network, "the request \(call.route) succeeded, reqId=\(requestId)")
        case .failure(let error):
            let level: OysterLogLevel = call.mayBeMissing ? .debug : .info
            let requestId = error.diagnostics.requestId ?? "-"
            log.log(
                level,
                .network,
                "\(error.sentence("the request \(call.route)")) reqId=\(requestId)"
            )
        }
    }
}

extension OysterSDKError {
    /// The same error with the time that the server asks the library to wait.
    fileprivate func delayed(_ retryAfter: Duration?) -> OysterSDKError {
        var diagnostics = diagnostics
        diagnostics.retryAfter = retryAfter
        return OysterSDKError(
            code,
            message: message,
            diagnostics: diagnostics,
            operation: operationName,
            endsTravel: endsTravel
        )
    }

    /// The same error without secrets in its texts.
    func redacted(by redactor: Redactor) -> OysterSDKError {
        OysterSDKError(
            code,
            message: redactor.redact(message),
            diagnostics: diagnostics.mapTexts(redactor.redact),
            operation: operationName,
            endsTravel: endsTravel
        )
    }
}

/// The handle of a call that was not sent.
struct NothingToCancel: PendingRequest {
    let missing: String? = nil
    func cancel() {}
}
