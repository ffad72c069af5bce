// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore
internal import HappyOysterPlatform

/// A small blocking client of the development gateway, for tests.
package struct GatewayClient: Sendable {
    package let apiURL: String
    package let controlURL: String

    package init(apiURL: String, controlURL: String) {
        self.apiURL = apiURL
        self.controlURL = controlURL
    }

    /// Calls a control route and returns its answer; throws for another status than HTTP 200.
    @discardableResult package func control(
        _ method: String,
        _ path: String,
        _ body: JSONValue? = nil
    ) throws -> JSONValue {
        let response = try send(BlockingRequest(method, controlURL + path, json: body))
        guard response.status == 200, let json = response.json else {
            throw ControlFailure(status: response.status, json: response.json)
        }
        return json
    }

    /// Calls an endpoint of a model route and returns its answer, of any status.
    package func call(
        _ model: String,
        _ method: String,
        _ endpoint: String,
        key: String?,
        body: JSONValue? = nil
    ) throws -> BlockingResponse {
        let url = "\(apiURL)/api/v2/apps/\(model)/openapi/v1/\(endpoint)"
        var request = BlockingRequest(method, url, json: body)
        if let key { request.headers.append("Authorization: Bearer \(key)") }
        return try send(request)
    }

    package func send(_ request: BlockingRequest) throws -> BlockingResponse {
        try request.perform()
    }

    /// A refusal of the control port.
    package struct ControlFailure: Error {
        package let status: Int
        package let json: JSONValue?
    }
}

extension BlockingRequest {
    /// A request with a JSON body, when there is one.
    package init(_ method: String, _ url: String, json: JSONValue?) {
        self.init(method, url)
        guard let json else { return }
        body = JSONCodec.bytes(json) ?? []
        headers.append("Content-Type: application/json")
    }
}

extension BlockingResponse {
    /// The body as JSON, nil when it is not JSON.
    package var json: JSONValue? {
        var limits = JSONLimits()
        limits.bytes = 64 << 20  // a full request log
        return try? JSONCodec.parse(body, limits: limits)
    }
}
