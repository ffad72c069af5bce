// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore
import Synchronization

/// Records the completions of one operation.
package final class Outcome: Sendable {
    private let results = Mutex<[Result<OperationResult, OysterSDKError>]>([])

    package init() {}

    package func take(_ result: Result<OperationResult, OysterSDKError>) {
        results.withLock { $0.append(result) }
    }

    /// How often it completed.
    package var count: Int { results.withLock { $0.count } }

    package var value: OperationResult? { try? results.withLock { $0.first }?.get() }

    package var error: OysterSDKError? {
        guard case .failure(let error)? = results.withLock({ $0.first }) else { return nil }
        return error
    }

    /// The error's code, 0 after success, nil while pending.
    package var code: Int? {
        switch results.withLock({ $0.first }) {
        case nil: nil
        case .success: 0
        case .failure(let error): error.code
        }
    }
}
