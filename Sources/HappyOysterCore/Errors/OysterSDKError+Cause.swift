// SPDX-License-Identifier: Apache-2.0

extension OysterSDKError {
    /// An error whose message is the catalogue's sentence followed by a concrete cause.
    package init(
        _ code: Int,
        cause: String,
        diagnostics: ErrorDiagnostics = ErrorDiagnostics(),
        operation: OperationName? = nil
    ) {
        self.init(
            code,
            message: ErrorCatalog.message(code, cause: cause),
            diagnostics: diagnostics,
            operation: operation
        )
    }

    /// Whether the message says more than the code does.
    package var hasCause: Bool { message != ErrorCatalog.message(code) }

    /// The failure of an operation as a sentence for the log.
    package func sentence(_ operation: String) -> String {
        "\(operation) failed with \(ErrorCatalog.name(code)) (\(code)): \(message)"
    }
}
