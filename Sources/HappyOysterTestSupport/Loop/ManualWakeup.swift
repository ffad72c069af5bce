// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import Synchronization

/// A wakeup of a ``ManualLoop``: calls of `wake` between two runs of its job count as one.
final class ManualWakeup: Wakeup {
    private struct State {
        var job: (@Sendable () -> Void)?
        var isTriggered = false
    }

    private let loop: ManualLoop
    private let state = Mutex(State())

    init(loop: ManualLoop) { self.loop = loop }

    func wake() {
        let wasTriggered = state.withLock { state in
            defer { state.isTriggered = true }
            return state.isTriggered
        }
        if !wasTriggered { loop.run { self.runJob() } }
    }

    func setJob(_ job: (@Sendable () -> Void)?) { state.withLock { $0.job = job } }

    private func runJob() {
        let job = state.withLock { state in
            state.isTriggered = false
            return state.job
        }
        job?()
    }
}
