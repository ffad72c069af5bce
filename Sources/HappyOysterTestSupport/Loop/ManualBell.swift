// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import Synchronization

/// A bell of a ``ManualLoop``: rings between two runs of its job are one.
final class ManualBell: Bell {
    private struct State {
        var job: (@Sendable () -> Void)?
        var isRung = false
    }

    private let loop: ManualLoop
    private let state = Mutex(State())

    init(loop: ManualLoop) { self.loop = loop }

    func ring() {
        let wasRung = state.withLock { state in
            defer { state.isRung = true }
            return state.isRung
        }
        if !wasRung { loop.run { self.answer() } }
    }

    func setJob(_ job: (@Sendable () -> Void)?) { state.withLock { $0.job = job } }

    private func answer() {
        let job = state.withLock { state in
            state.isRung = false
            return state.job
        }
        job?()
    }
}
