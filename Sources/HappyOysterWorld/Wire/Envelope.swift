// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore

/// Opens the service's answers, whatever shape they come in.
///
/// Source: `wire.md` 3.1 (decoding order) and 3.4 (mapping to codes), 2026-09.
package struct Envelope: Equatable, Sendable {
    package let data: JSONObject
    package let requestId: String?

    /// The data of a successful answer, or the error that the answer tells.
    package static func open(_ response: HTTPResponse, json: any JSONCoding)
        throws(OysterSDKError) -> Envelope
    {
        guard let value = json.parse(response.body) else {
            throw refusal(response)
        }
        guard let top = value.objectValue else { throw refusal(response) }
        let requestId = top["request_id"]?.stringValue
        if case .symbol(let symbol) = Code(top["code"]) {
            throw gateway(symbol, top, response.status, requestId)
        }
        if let output = top["output"]?.objectValue {
            return try open(output, wrapped: true, response.status, requestId)
        }
        return try open(top, wrapped: false, response.status, requestId)
    }

    private static func open(
        _ envelope: JSONObject,
        wrapped: Bool,
        _ status: Int,
        _ requestId: String?
    ) throws(OysterSDKError) -> Envelope {
        switch Code(envelope["code"]) {
        case .number(0) where isSuccess(status):
            guard let data = envelope["data"]?.objectValue else {
                throw failure(OysterErrorCode.responseDecodeFailed, envelope, status, requestId)
            }
            return Envelope(data: data, requestId: requestId)
        case .number(let code):
            guard OysterErrorCode.isServer(code) else {
                throw gateway(String(code), envelope, status, requestId)
            }
            throw failure(code, envelope, status, requestId)
        case .symbol(let symbol):
            throw gateway(symbol, envelope, status, requestId)
        case .missing where wrapped && isSuccess(status):
            return Envelope(data: envelope, requestId: requestId)
        case .missing:
            let code = status == 401 ? OysterErrorCode.tokenInvalid : unrecognized
            throw failure(code, envelope, status, requestId)
        }
    }

    /// Whether an HTTP status lets a good envelope be believed: 2xx alone.
    private static func isSuccess(_ status: Int) -> Bool { (200..<300).contains(status) }

    private static let unrecognized = OysterErrorCode.proxyOrUnrecognized

    /// A refusal with a symbolic code: by the gateway before the app, or by a proxy.
    private static func gateway(
        _ symbol: String,
        _ object: JSONObject,
        _ status: Int,
        _ requestId: String?
    ) -> OysterSDKError {
        let isToken = status == 401 || symbol == "InvalidApiKey"
        let code = isToken ? OysterErrorCode.tokenInvalid : unrecognized
        return failure(code, object, status, requestId, symbol: symbol)
    }

    private static func failure(
        _ code: Int,
        _ object: JSONObject,
        _ status: Int,
        _ requestId: String?,
        symbol: String? = nil
    ) -> OysterSDKError {
        OysterSDKError(
            code,
            raw: ErrorDiagnostics(
                message: object["message"]?.stringValue,
                requestId: requestId,
                httpStatus: status,
                errorCode: symbol
            )
        )
    }

    /// An answer that is no JSON object: judged by its HTTP status.
    private static func refusal(_ response: HTTPResponse) -> OysterSDKError {
        let code =
            switch response.status {
            case 401: OysterErrorCode.tokenInvalid
            case let status where isSuccess(status): OysterErrorCode.responseDecodeFailed
            default: unrecognized
            }
        return OysterSDKError(code, raw: ErrorDiagnostics(httpStatus: response.status))
    }
}

extension Envelope {
    /// A `code` field: a number, also written as digits; a symbol; or none.
    private enum Code: Equatable {
        case number(Int)
        case symbol(String)
        case missing

        init(_ value: JSONValue?) {
            if let number = value?.integerValue.flatMap(Int.init(exactly:)) {
                self = .number(number)
            } else if let text = value?.stringValue {
                self = Int(text).map(Code.number) ?? .symbol(text)
            } else {
                self = .missing
            }
        }
    }
}
