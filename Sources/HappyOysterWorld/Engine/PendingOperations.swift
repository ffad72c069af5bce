// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore
import HappyOysterThreading

/// Takes the result of an operation; called exactly once.
package typealias OperationCompletion = @Sendable (Result<OysterResult, OysterSDKError>) -> Void

/// Who waits for what: makes sure that each operation completes exactly once.
package final class PendingOperations: Sendable {
    /// Most operations of one travel that may be pending.
    package static let limit = 256

    private struct State {
        var waiting: [OperationID: OperationCompletion] = [:]
        /// Completions on their way to the host.
        var underway = 0
        var lastID: OperationID = 0
        var isClosed = false
    }

    private let state = Condition(State())
    private let delivery: any DeliveryPort

    init(delivery: any DeliveryPort) { self.delivery = delivery }

    /// Registers an operation; 109007 when too many are pending, 109006 after `close`.
    func register(_ completion: @escaping OperationCompletion) throws(OysterSDKError)
        -> OperationID
    {
        try state.withLock { state throws(OysterSDKError) in
            if state.isClosed { throw OysterSDKError(OysterErrorCode.aborted) }
            guard state.waiting.count + state.underway < PendingOperations.limit else {
                throw OysterSDKError(OysterErrorCode.limitReached)
            }
            state.lastID += 1
            state.waiting[state.lastID] = completion
            return state.lastID
        }
    }

    /// Completes an operation; nothing happens when it was completed before.
    func complete(_ id: OperationID, _ result: Result<OysterResult, OysterSDKError>) {
        let completion = state.withLock { state -> OperationCompletion? in
            guard let completion = state.waiting.removeValue(forKey: id) else { return nil }
            state.underway += 1
            return completion
        }
        guard let completion else { return }
        delivery.deliver(
            DeliveryItem(.essential) { [self] in
                completion(result)
                state.update { $0.underway -= 1 }
            }
        )
    }

    /// Completes everything with 109006 and takes nothing more.
    func close() {
        let ids = state.withLock { state -> [OperationID] in
            state.isClosed = true
            return state.waiting.keys.sorted()
        }
        for id in ids { complete(id, .failure(OysterSDKError(OysterErrorCode.aborted))) }
    }

    /// Waits until the host has every completion; false when the bound passed first.
    package func waitUntilDelivered(bound: Duration) -> Bool {
        let deadline = SystemClock.monotonic + bound
        return state.wait(until: deadline) { state in
            state.waiting.isEmpty && state.underway == 0 ? true : nil
        } ?? false
    }
}
