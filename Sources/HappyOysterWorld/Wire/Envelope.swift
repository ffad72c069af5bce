// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore

/// Opens the service's answers, in each of their shapes.
///
/// Source: `wire.md` 3.1 (decoding order) and 3.4 (mapping to codes), 2026-09.
package struct Envelope: Equatable, Sendable {
    package let data: JSONObject
    package let requestId: String?

    /// The data of a successful answer, or the error that the answer names.
    package static func open(_ response: HTTPResponse) throws(OysterSDKError) -> Envelope {
        guard let top = (try? JSONCodec.parse(response.body, .lenient))?.objectValue else {
            let origin = Origin(status: response.status, requestId: nil)
            let size = response.body.count
            throw unreadable(JSONObject(), origin, "its body of \(size) bytes is no JSON object")
        }
        let requestId = FieldReader(object: top).shownText("request_id")
        let origin = Origin(status: response.status, requestId: requestId)
        if case .symbol(let symbol) = Code(top["code"]) { throw gateway(symbol, top, origin) }
        switch top["output"] {
        case .object(let output): return try open(output, wrapped: true, origin)
        // An object with two members `output` may hold two answers.
        case .unreadable: throw unreadable(top, origin, "its field output cannot be read")
        default: return try open(top, wrapped: false, origin)
        }
    }

    private static func open(_ envelope: JSONObject, wrapped: Bool, _ origin: Origin)
        throws(OysterSDKError) -> Envelope
    {
        switch Code(envelope["code"]) {
        case .number(0) where origin.isSuccess:
            guard let data = envelope["data"]?.objectValue else {
                let flaw = "its field data is missing or no object"
                throw failure(OysterErrorCode.responseDecodeFailed, envelope, origin, flaw: flaw)
            }
            return Envelope(data: data, requestId: origin.requestId)
        case .number(let code) where OysterErrorCode.isServer(code):
            throw failure(code, envelope, origin)
        case .number(let code): throw gateway(String(code), envelope, origin)
        case .symbol(let symbol): throw gateway(symbol, envelope, origin)
        case .missing where wrapped && origin.isSuccess:
            return Envelope(data: envelope, requestId: origin.requestId)
        case .missing: throw failure(origin.codeWithoutCause, envelope, origin)
        case .unreadable: throw unreadable(envelope, origin, "its field code cannot be read")
        }
    }

    /// A refusal with a symbolic code: by the gateway before the app, or by a proxy.
    ///
    /// A known symbol takes precedence over the HTTP status.
    private static func gateway(_ text: String, _ object: JSONObject, _ origin: Origin)
        -> OysterSDKError
    {
        let symbol = GatewaySymbol(text)
        let code =
            if symbol.refusesToken {
                OysterErrorCode.tokenInvalid
            } else if symbol.isHopeless || symbol.isTransient {
                OysterErrorCode.proxyOrUnrecognized
            } else {
                origin.codeWithoutCause
            }
        return failure(code, object, origin, symbol: text)
    }

    /// The error of an answer that is no JSON object, or that cannot be opened.
    private static func unreadable(_ object: JSONObject, _ origin: Origin, _ flaw: String)
        -> OysterSDKError
    {
        let code =
            origin.isSuccess ? OysterErrorCode.responseDecodeFailed : origin.codeWithoutCause
        return failure(code, object, origin, flaw: flaw)
    }

    private static func failure(
        _ code: Int,
        _ object: JSONObject,
        _ origin: Origin,
        symbol: String? = nil,
        flaw: String? = nil
    ) -> OysterSDKError {
        let message = FieldReader(object: object).shownText("message")
        let news = message.flatMap { ErrorCatalog.isMessage($0, of: code) ? nil : $0 }
        let words = [symbol, news, flaw].compactMap(\.self).joined(separator: ", ")
        let status = "HTTP status \(origin.status)"
        return OysterSDKError(
            code,
            cause: words.isEmpty ? status : "\(words) (\(status))",
            diagnostics: ErrorDiagnostics(
                message: message,
                requestId: origin.requestId,
                httpStatus: origin.status,
                errorCode: symbol
            )
        )
    }
}

extension Envelope {
    /// What an answer has besides its content.
    private struct Origin {
        let status: Int
        let requestId: String?

        /// Whether the HTTP status is 2xx; with another status no envelope counts as a success.
        var isSuccess: Bool { (200..<300).contains(status) }

        /// The code of a refusal that names no cause.
        var codeWithoutCause: Int {
            status == 401 ? OysterErrorCode.tokenInvalid : OysterErrorCode.proxyOrUnrecognized
        }
    }

    /// A `code` field: a whole number, also written as digits; a symbol; none; or something else.
    private enum Code: Equatable {
        case number(Int)
        case symbol(String)
        case missing
        case unreadable

        init(_ value: JSONValue?) {
            switch value {
            case nil, .null?: self = .missing
            case .string(let text)?:
                self = value?.plainInteger.map(Code.number) ?? .symbol(text)
            case .integer?, .number?:
                self = value?.plainInteger.map(Code.number) ?? .unreadable
            case .bool?, .array?, .object?, .unreadable?: self = .unreadable
            }
        }
    }
}
