// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore
import HappyOysterThreading

/// Takes the result of an operation; called exactly once.
package typealias OperationCompletion = @Sendable (Result<OperationResult, OysterSDKError>) -> Void

/// The pending operations of a travel or a session; completes each of them exactly once.
package final class PendingOperations: Sendable {
    /// Most operations of one travel or session that may be pending.
    package static let limit = 256

    private struct State {
        var waiting: [OperationID: OperationCompletion] = [:]
        /// Completions that the engine's queue holds.
        var inDelivery = 0
        /// The number of completions that each thread is adding to the engine's queue.
        var handovers: [UInt: Int] = [:]
        var lastID: OperationID = 0
        var isClosed = false
    }

    private let state = Condition(State())
    private let delivery: any CallbackDelivery
    /// What the operations belong to, for the texts of errors.
    private let owner: String

    package init(delivery: any CallbackDelivery, owner: String) {
        self.delivery = delivery
        self.owner = owner
    }

    /// Registers an operation; throws 109007 when too many are pending, 109001 after `close`.
    package func register(_ completion: @escaping OperationCompletion) throws(OysterSDKError)
        -> OperationID
    {
        try state.withLock { state throws(OysterSDKError) in
            if state.isClosed { throw OysterSDKError(OysterErrorCode.invalidHandle) }
            guard state.waiting.count + state.inDelivery < PendingOperations.limit else {
                throw OysterSDKError(
                    OysterErrorCode.limitReached,
                    cause: "\(PendingOperations.limit) operations of this \(owner) are pending"
                )
            }
            state.lastID += 1
            state.waiting[state.lastID] = completion
            return state.lastID
        }
    }

    /// Forgets an operation that was refused after all; its completion does not run.
    package func withdraw(_ id: OperationID) {
        // Freed outside the lock: the completion may hold an object of the host.
        _ = state.update { $0.waiting.removeValue(forKey: id) }
    }

    /// Completes an operation; a completed operation is ignored.
    package func complete(_ id: OperationID, _ result: Result<OperationResult, OysterSDKError>) {
        let thread = SystemThread.current
        let completion = state.withLock { state -> OperationCompletion? in
            guard let completion = state.waiting.removeValue(forKey: id) else { return nil }
            state.inDelivery += 1
            state.handovers[thread, default: 0] += 1
            return completion
        }
        guard let completion else { return }
        delivery.deliver(
            DeliveryItem(.essential) { [self] in
                completion(result)
                state.update { $0.inDelivery -= 1 }
            }
        )
        state.update { state in
            let left = (state.handovers[thread] ?? 1) - 1
            state.handovers[thread] = left > 0 ? left : nil
        }
    }

    /// Completes every operation with 109006 and accepts no more.
    ///
    /// When it returns, each completion is in the engine's queue or has run. It waits for a thread
    /// that is adding a completion; that thread only appends to the queue.
    package func close() {
        let ids = state.withLock { state -> [OperationID] in
            state.isClosed = true
            return state.waiting.keys.sorted()
        }
        let cause = "the host released the \(owner)"
        let failure = OysterSDKError(OysterErrorCode.aborted, cause: cause)
        for id in ids { complete(id, .failure(failure)) }
        let thread = SystemThread.current
        _ = state.wait(until: nil) { state in
            state.handovers.keys.allSatisfy { $0 == thread } ? true : nil
        }
    }

    /// Waits until every completion has run; false when the bound passed first.
    package func waitUntilDelivered(bound: Duration) -> Bool {
        let deadline = SystemClock.monotonic + bound
        return state.wait(until: deadline) { state in
            state.waiting.isEmpty && state.inDelivery == 0 ? true : nil
        } ?? false
    }
}
