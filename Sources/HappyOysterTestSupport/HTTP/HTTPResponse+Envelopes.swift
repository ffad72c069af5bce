// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore
import HappyOysterPlatform

/// Answers of the service, as its gateway wraps them (envelope B).
extension HTTPResponse {
    package static let requestId = "6d1f0b52-7c3e-9a41-b8d2-0e5a4c7f9134"

    package static func data(_ data: JSONValue) -> HTTPResponse {
        json([
            "request_id": .string(requestId),
            "output": ["code": 0, "message": nil, "data": data],
        ])
    }

    /// A business refusal: HTTP 200 and a code.
    package static func refusal(_ code: Int, _ message: String = "Refused.") -> HTTPResponse {
        json([
            "request_id": .string(requestId),
            "output": ["code": JSONValue(code), "message": .string(message), "data": nil],
        ])
    }

    /// A refusal of the gateway before the app (envelope D).
    package static func gateway(
        _ status: Int,
        _ symbol: String,
        _ message: String = "No."
    ) -> HTTPResponse {
        json(
            [
                "code": .string(symbol), "message": .string(message),
                "request_id": .string(requestId),
            ],
            status: status
        )
    }

    package static func json(_ value: JSONValue, status: Int = 200) -> HTTPResponse {
        HTTPResponse(status: status, body: JSONCodec.bytes(value) ?? [])
    }

    package static func text(_ text: String, status: Int = 200) -> HTTPResponse {
        HTTPResponse(status: status, body: Array(text.utf8))
    }
}
