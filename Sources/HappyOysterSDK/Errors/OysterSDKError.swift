// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

/// The one error of the SDK; its type is its code.
///
/// Source: iOS SDK reference 1.0.3, sections 8 and 9; the properties after `kind` are ours.
public struct OysterSDKError: Error {
    /// A code of `docs/errors.md`.
    public let code: Int
    /// Diagnostics for logs, without secrets: a `[String: String]`, or what `init` was given.
    ///
    /// `nonisolated(unsafe)`: ours is a constant value of Sendable parts; code that makes an error
    /// with an object inside shares that object.
    public nonisolated(unsafe) let raw: Any?
    /// What happened, in a sentence that is safe to show.
    public let message: String
    /// The operation that failed, such as `pause`; nil for a failure of no operation.
    public let operation: String?
    /// Whether this failure made the travel `failed`.
    public let endsTravel: Bool
    /// Whether the same call may succeed without a change; false where the gateway named a cause
    /// that stays.
    public let isRetryable: Bool

    /// Makes an error of a code.
    public init(code: Int, raw: Any? = nil) {
        self.init(
            code: code,
            raw: raw,
            message: ErrorCatalog.message(code),
            operation: nil,
            endsTravel: false,
            isRetryable: CoreError(code).isRetryable
        )
    }

    init(
        code: Int,
        raw: Any?,
        message: String,
        operation: String?,
        endsTravel: Bool,
        isRetryable: Bool
    ) {
        self.code = code
        unsafe self.raw = raw
        self.message = message
        self.operation = operation
        self.endsTravel = endsTravel
        self.isRetryable = isRetryable
    }

    /// Typed view of the code.
    public var kind: OysterErrorKind {
        OysterErrorKind(HappyOysterCore.OysterErrorKind(code: code))
    }
    /// The code's name, such as `TOKEN_INVALID`.
    public var name: String { ErrorCatalog.name(code) }
    /// What a developer does about it.
    public var advice: String { ErrorCatalog.advice(code) }
}

extension OysterSDKError: CustomStringConvertible {
    /// Code, name and message, without `raw`.
    public var description: String { "\(code) \(name): \(message)" }
}
