// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterThreading
import HappyOysterWorld

/// The cleanups of one engine that have not completed; a destroy completes them.
final class PendingCleanups: Sendable {
    private struct State {
        var waiting: [UInt64: OperationCompletion] = [:]
        var lastID: UInt64 = 0
        var isClosed = false
    }

    private let state = Lock(State())

    /// Registers a cleanup; 109001 after `close`.
    func add(_ completion: @escaping OperationCompletion) throws(OysterSDKError) -> UInt64 {
        try state.withLock { state throws(OysterSDKError) in
            if state.isClosed { throw OysterSDKError(OysterErrorCode.invalidHandle) }
            state.lastID += 1
            state.waiting[state.lastID] = completion
            return state.lastID
        }
    }

    /// Completes a cleanup, in a callback of its engine; does nothing when it has completed before.
    func complete(_ id: UInt64, _ result: Result<OperationResult, OysterSDKError>) {
        state.withLock { $0.waiting.removeValue(forKey: id) }?(result)
    }

    /// Completes all cleanups with 109006 and refuses new ones.
    func close(through delivery: any CallbackDelivery) {
        let ids = state.withLock { state in
            state.isClosed = true
            return state.waiting.keys.sorted()
        }
        for id in ids {
            delivery.deliver(
                DeliveryItem(.essential) { [self] in
                    complete(id, .failure(OysterSDKError(OysterErrorCode.aborted)))
                }
            )
        }
    }
}
