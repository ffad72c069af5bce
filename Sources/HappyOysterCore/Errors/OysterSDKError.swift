// SPDX-License-Identifier: Apache-2.0

/// The one error of the SDK; its type is its code.
///
/// Texts are safe to show: diagnostics are redacted before they get here. Source: iOS SDK reference
/// 1.0.3, sections 8 and 9, for `code`, `raw` and `kind`; the other properties are ours.
public struct OysterSDKError: Error, Sendable {
    /// A code of `docs/errors.md`.
    public let code: Int
    /// What happened, in a sentence that is safe to show.
    public let message: String
    /// What the other side said; ``raw`` shows it to the host.
    package let diagnostics: ErrorDiagnostics
    /// The operation that failed, or nil for a failure that belongs to no operation.
    package var operationName: OperationName?
    /// Whether this failure made the travel `failed`.
    public package(set) var endsTravel: Bool
    private let givenRaw: GivenRaw?

    /// Makes an error of a code.
    public init(code: Int, raw: Any? = nil) {
        self.code = code
        message = ErrorCatalog.message(code)
        diagnostics = ErrorDiagnostics()
        endsTravel = false
        givenRaw = raw.map(GivenRaw.init)
    }

    package init(
        _ code: Int,
        message: String? = nil,
        diagnostics: ErrorDiagnostics = ErrorDiagnostics(),
        operation: OperationName? = nil,
        endsTravel: Bool = false
    ) {
        self.code = code
        self.message = message ?? ErrorCatalog.message(code)
        self.diagnostics = diagnostics
        operationName = operation
        self.endsTravel = endsTravel
        givenRaw = nil
    }

    /// Diagnostics for logs, without secrets: a `[String: String]`, or what `init` was given.
    public var raw: Any? { givenRaw?.value ?? diagnostics.dictionary }
    /// Typed view of the code.
    public var kind: OysterErrorKind { OysterErrorKind(code: code) }
    /// The code's name, such as `TOKEN_INVALID`.
    public var name: String { ErrorCatalog.name(code) }
    /// What a developer does about it.
    public var advice: String { ErrorCatalog.advice(code) }
    /// The operation that failed, such as `pause`; nil for a failure of no operation.
    public var operation: String? { operationName?.rawValue }

    /// Whether the same call may succeed without a change; false where the gateway named a cause
    /// that stays.
    public var isRetryable: Bool {
        guard !endsTravel, ErrorCatalog.entries[code]?.isRetryable == true else { return false }
        return code != OysterErrorCode.proxyOrUnrecognized || mayProxyLetPass
    }

    /// Whether a gateway or proxy may let the same request pass later.
    ///
    /// By its symbol, or else by its HTTP status: a 4xx without a known cause asks for a change,
    /// but for those that ask for a wait.
    private var mayProxyLetPass: Bool {
        if let symbol = diagnostics.errorCode.map(GatewaySymbol.init) {
            if symbol.isTransient { return true }
            if symbol.isHopeless { return false }
        }
        guard let status = diagnostics.httpStatus, (400..<500).contains(status) else { return true }
        return [408, 425, 429].contains(status)
    }

    /// The same failure as that of an operation.
    package func during(_ operation: OperationName?) -> OysterSDKError {
        var copy = self
        copy.operationName = operation ?? operationName
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
            "advice": .string(advice),
            "operation": JSONValue(operation),
            "endsTravel": .bool(endsTravel),
            "retryable": .bool(isRetryable),
            "raw": diagnostics.json,
        ])
    }
}

/// What `init(code:raw:)` was given.
///
/// An object: an error with an `Any` inside would be read through its address, and each struct with
/// an error too.
private final class GivenRaw: Sendable {
    /// `nonisolated(unsafe)`: code that makes an error with an object inside shares that object.
    private nonisolated(unsafe) let stored: Any

    init(_ value: Any) { unsafe stored = value }

    var value: Any { unsafe stored }
}

extension OysterSDKError: Equatable {
    /// Whether two errors report the same failure, without what `init(code:raw:)` was given.
    public static func == (one: OysterSDKError, other: OysterSDKError) -> Bool {
        one.code == other.code && one.message == other.message
            && one.diagnostics == other.diagnostics && one.operationName == other.operationName
            && one.endsTravel == other.endsTravel
    }
}

extension OysterSDKError: CustomStringConvertible {
    /// Code, name and message, without `raw`.
    public var description: String { "\(code) \(name): \(message)" }
}
