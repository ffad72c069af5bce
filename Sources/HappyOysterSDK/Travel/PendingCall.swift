// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterThreading
import HappyOysterWorld

/// An operation that a task waits for, and that is cancelled with the task.
final class PendingCall: Sendable {
    private struct State {
        var operation: OperationID?
        var isCancelled = false
    }

    private let travel: HappyOysterWorld.Travel
    private let state = Lock(State())

    init(of travel: HappyOysterWorld.Travel) { self.travel = travel }

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// The travel accepted the operation; the task may have been cancelled before.
    func began(_ operation: OperationID) {
        let isCancelled = state.withLock { state in
            state.operation = operation
            return state.isCancelled
        }
        if isCancelled { travel.cancel(operation) }
    }

    /// The task was cancelled.
    func cancel() {
        let operation = state.withLock { state in
            state.isCancelled = true
            return state.operation
        }
        if let operation { travel.cancel(operation) }
    }

    /// The outcome of the call.
    func outcome(
        _ result: Result<OperationResult, OysterSDKError>
    ) -> Result<OperationResult, any Error> {
        result.mapError { error in
            let isOurs = error.code == OysterErrorCode.aborted && isCancelled
            return isOurs ? CancellationError() : error
        }
    }
}
