// SPDX-License-Identifier: Apache-2.0

/// The one error value of the SDK.
///
/// The type of an error is its code. Texts are safe to show: diagnostics are redacted before they
/// get here.
package struct OysterSDKError: Error, Equatable, Sendable {
    package let code: Int
    package let message: String
    /// Diagnostics only; the structure is not stable.
    package let raw: ErrorDiagnostics
    /// The operation that failed, or nil for a failure that belongs to no operation.
    package var operation: OperationName?
    /// Whether this failure makes the travel `failed`.
    package var endsTravel: Bool

    package init(
        _ code: Int,
        message: String? = nil,
        raw: ErrorDiagnostics = ErrorDiagnostics(),
        operation: OperationName? = nil,
        endsTravel: Bool = false
    ) {
        self.code = code
        self.message = message ?? ErrorCatalog.message(code)
        self.raw = raw
        self.operation = operation
        self.endsTravel = endsTravel
    }

    package var kind: OysterErrorKind { OysterErrorKind(code: code) }

    /// Whether the same call may succeed without a change by the host.
    package var isRetryable: Bool {
        guard !endsTravel, ErrorCatalog.entries[code]?.isRetryable == true else { return false }
        return code != OysterErrorCode.proxyOrUnrecognized || mayProxyLetPass
    }

    /// Whether a gateway or proxy may let the same request pass later.
    ///
    /// By its symbol, or else by its HTTP status: a 4xx without a known cause asks for a change,
    /// but for those that ask for a wait.
    private var mayProxyLetPass: Bool {
        if let symbol = raw.errorCode.map(GatewaySymbol.init) {
            if symbol.isTransient { return true }
            if symbol.isHopeless { return false }
        }
        guard let status = raw.httpStatus, (400..<500).contains(status) else { return true }
        return [408, 425, 429].contains(status)
    }

    /// The same failure as that of an operation.
    package func during(_ operation: OperationName?) -> OysterSDKError {
        var copy = self
        copy.operation = operation ?? self.operation
        return copy
    }

    /// The same failure, ending the travel.
    package var ending: OysterSDKError {
        var copy = self
        copy.endsTravel = true
        return copy
    }

    /// The error object of `docs/json.md`.
    package var json: JSONValue {
        .object([
            "code": .integer(Int64(code)),
            "kind": .string(kind.name),
            "message": .string(message),
            "advice": .string(ErrorCatalog.advice(code)),
            "operation": JSONValue(operation?.rawValue),
            "endsTravel": .bool(endsTravel),
            "retryable": .bool(isRetryable),
            "raw": raw.json,
        ])
    }
}
