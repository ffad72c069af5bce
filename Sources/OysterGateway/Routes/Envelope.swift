// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

extension Settings.Envelope {
    /// Wraps the data of a success.
    func success(_ data: JSONValue, requestId: String) -> JSONValue {
        let answer: JSONValue = ["code": 0, "message": nil, "data": data]
        return switch self {
        case .bare: answer
        case .wrapped: ["request_id": .string(requestId), "output": answer]
        case .wrappedWithoutCode: ["request_id": .string(requestId), "output": data]
        }
    }

    /// Wraps a business error.
    ///
    /// Envelope C has no code, so that errors use B.
    func failure(_ code: Int, _ message: String, requestId: String) -> JSONValue {
        let answer: JSONValue = [
            "code": JSONValue(code), "message": .string(message), "data": nil,
        ]
        return self == .bare ? answer : ["request_id": .string(requestId), "output": answer]
    }
}

extension Response {
    /// The response for a refusal.
    init(_ refusal: Refusal, _ envelope: Settings.Envelope, requestId: String) {
        switch refusal {
        case .business(let code, let message):
            self.init(
                status: 200,
                json: envelope.failure(code, message, requestId: requestId)
            )
            self.code = String(code)
        case .gateway(let status, let code, let message):
            self.init(
                status: status,
                json: [
                    "code": .string(code), "message": .string(message),
                    "request_id": .string(requestId),
                ]
            )
            self.code = code
        case .unreachable:
            self.init(status: 0, body: [])
            delivery = .close
        }
    }
}
