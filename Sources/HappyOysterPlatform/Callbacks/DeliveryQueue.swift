// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore
import HappyOysterThreading

/// Runs the callbacks of one engine, one at a time and in order.
///
/// Either the library's callback threads run them, or a thread of the host does, in `dispatch`.
package final class DeliveryQueue: CallbackDelivery, SerialQueue {
    private let live = LiveObject("DeliveryQueue")
    /// Most callbacks in one dispatch, so that a dispatch returns even if callbacks arrive faster
    /// than they run.
    package static let mostPerDispatch = 1024

    private struct State {
        var backlog = DeliveryBacklog()
        var isHostDelivery = false
        /// Whether the queue is scheduled on the pool.
        var isScheduled = false
        /// Thread that runs callbacks now, or 0.
        var runner: UInt = 0
        /// Whether a thread of the host is inside `dispatch`, running callbacks or waiting for one.
        var isDispatching = false
        var descriptor: EventDescriptor?
        var isClosed = false

        /// Makes the descriptor readable exactly while the host has callbacks to dispatch.
        func signal() { descriptor?.set(isHostDelivery && !backlog.isEmpty) }

        /// Marks the queue as scheduled; true when the caller must schedule it on the pool.
        mutating func claimForPool() -> Bool {
            guard !isHostDelivery, !isScheduled, runner == 0, !backlog.isEmpty else { return false }
            isScheduled = true
            return true
        }

        /// The next callback for a thread of the host; a dispatch that runs during `close` empties
        /// the closed queue.
        mutating func popForHost() -> DeliveryItem? {
            isHostDelivery || isClosed ? backlog.popFirst() : nil
        }
    }

    private let state = Condition(State())
    private let pool: any CallbackRunner

    package init(pool: any CallbackRunner) { self.pool = pool }

    package func deliver(_ item: DeliveryItem) {
        let (dropped, mustSchedule) = state.update { state -> (DeliveryItem?, Bool) in
            if state.isClosed, item.importance != .essential { return (item, false) }
            let dropped = state.backlog.push(item)
            state.signal()
            return (dropped, state.claimForPool())
        }
        dropped?.onDrop()
        if mustSchedule { pool.schedule(self) }
    }

    package var isHostDelivery: Bool { state.withLock { $0.isHostDelivery } }

    package func setHostDelivery(_ isHostDelivery: Bool) {
        let mustSchedule = state.update { state in
            state.isHostDelivery = isHostDelivery
            state.signal()
            return state.claimForPool()
        }
        if mustSchedule { pool.schedule(self) }
    }

    /// The descriptor that is readable while callbacks wait for `dispatch`; nil when the system
    /// refuses one.
    package func eventDescriptor() -> Int32? {
        state.withLock { state in
            if state.descriptor == nil { state.descriptor = EventDescriptor() }
            state.signal()
            return state.descriptor?.number
        }
    }

    /// Whether the calling thread is inside a callback of this engine.
    package var isInsideCallback: Bool {
        state.withLock { $0.runner == SystemThread.current }
    }

    package func runNext() -> Bool {
        let item = state.update { state -> DeliveryItem? in
            // A thread that runs callbacks now schedules the queue again when it has finished.
            guard state.runner == 0, !state.isHostDelivery || state.isClosed,
                let item = state.backlog.popFirst()
            else {
                state.isScheduled = false
                return nil
            }
            state.runner = SystemThread.current
            return item
        }
        guard let item else { return false }
        item.run()
        return state.update { state in
            state.runner = 0
            state.isScheduled = !state.backlog.isEmpty && (!state.isHostDelivery || state.isClosed)
            return state.isScheduled
        }
    }

    /// Runs waiting callbacks on this thread; waits at most `timeout` for the first one.
    ///
    /// 109005 in thread delivery; 109004 inside a callback, or while another thread dispatches.
    package func dispatch(timeout: Duration) throws(OysterSDKError) -> Int {
        let current = SystemThread.current
        let refusal = state.withLock { state -> Int? in
            if state.runner == current { return OysterErrorCode.wouldDeadlock }
            if !state.isHostDelivery { return OysterErrorCode.unsupported }
            if state.isDispatching { return OysterErrorCode.wouldDeadlock }
            state.isDispatching = true
            return nil
        }
        if let refusal { throw OysterSDKError(refusal) }
        defer { state.withLock { $0.isDispatching = false } }
        let mayRun: Bool? = state.wait(until: SystemClock.monotonic + timeout) { state in
            guard state.isHostDelivery, !state.isClosed else { return false }
            guard state.runner == 0, !state.backlog.isEmpty else { return nil }
            state.runner = current
            return true
        }
        guard mayRun == true else { return 0 }
        return drain(most: DeliveryQueue.mostPerDispatch)
    }

    /// Runs waiting callbacks on this thread, which is the runner, until host delivery ends.
    private func drain(most: Int) -> Int {
        var count = 0
        // A closed queue is emptied here; callbacks left over would run on a thread of the library.
        while let item = state.withLock({ count < most || $0.isClosed ? $0.popForHost() : nil }) {
            item.run()
            count += 1
        }
        let mustSchedule = state.update { state in
            state.runner = 0
            state.signal()
            return state.claimForPool()
        }
        if mustSchedule { pool.schedule(self) }
        return count
    }

    /// Closes the queue: drops waiting events, still delivers completions.
    ///
    /// In host delivery the completions run inside this call, unless a dispatch further up the
    /// stack will run them. Waits at most `bound` for callbacks on other threads.
    package func close(waiting bound: Duration = .milliseconds(50)) -> ReleaseOutcome {
        let current = SystemThread.current
        let (dropped, mustDrain, mustSchedule) = state.update { state in
            state.isClosed = true
            let dropped = state.backlog.keepEssential()
            let mustDrain = state.isHostDelivery && state.runner == 0 && !state.backlog.isEmpty
            if mustDrain { state.runner = current }
            state.isHostDelivery = false
            state.signal()
            return (dropped, mustDrain, !mustDrain && state.claimForPool())
        }
        for item in dropped { item.onDrop() }
        if mustDrain { _ = drain(most: .max) }
        if mustSchedule { pool.schedule(self) }
        let isIdle: Bool? = state.wait(until: SystemClock.monotonic + bound) { state in
            if state.runner == current { return false }
            return state.runner == 0 && state.backlog.isEmpty ? true : nil
        }
        return isIdle == true ? .complete : .deferred
    }
}
