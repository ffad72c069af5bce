// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterStream
import HappyOysterThreading
import Synchronization

/// The picture of a travel as the C interface knows it: the view, and the host's frame callback.
final class ViewObject: CallbackLane {
    typealias Handler = @Sendable (NumberedFrame) -> Void

    /// Most frames of one view that a host may hold.
    static let heldLimit = 64

    private struct State {
        var handler: Handler?
        var registration: CallbackRegistration?
        var isScheduled = false
        var isClosed = false
    }

    let held = Atomic(0)
    private let state = Lock(State())
    private let pool: any CallbackRunner
    private let bell: WakeUp
    let view: VideoView

    init(pool: any CallbackRunner) {
        self.pool = pool
        let bell = WakeUp()
        self.bell = bell
        view = VideoView { bell.ring() }
        bell.attach(self)
    }

    /// Sets or, with nil, removes the callback; tells what became of the former one.
    func setCallback(
        _ format: PixelFormat,
        _ handler: Handler?,
        _ context: HostContext
    ) -> Silence {
        let next = handler.map { _ in CallbackRegistration { context.giveBack() } }
        let former = state.withLock { state in
            defer {
                state.handler = handler
                state.registration = next
            }
            return state.registration
        }
        view.setDelivery(handler == nil ? nil : format)
        return former?.close() ?? .silent
    }

    /// Stops the callback and lets go of all frames.
    func close() -> Silence {
        let former = state.withLock { state in
            defer {
                state.registration = nil
                state.handler = nil
                state.isClosed = true
            }
            return state.registration
        }
        view.close()
        return former?.close() ?? .silent
    }

    func runNext() -> Bool {
        let callback = state.withLock { state -> (Handler, CallbackRegistration)? in
            guard let handler = state.handler, let registration = state.registration else {
                return nil
            }
            return (handler, registration)
        }
        if let (handler, registration) = callback, let frame = view.takeForDelivery() {
            registration.invoke { handler(frame) }
        }
        // Look once more under the lock that wake takes, so that no frame is forgotten.
        return state.withLock { state in
            state.isScheduled = view.hasFrameForDelivery && !state.isClosed
            return state.isScheduled
        }
    }

    fileprivate func wake() {
        let mustSchedule = state.withLock { state in
            guard !state.isScheduled, !state.isClosed else { return false }
            state.isScheduled = true
            return true
        }
        if mustSchedule { pool.schedule(self) }
    }
}

/// Lets a view wake an object that is made after it.
private final class WakeUp: Sendable {
    private struct Target { weak var object: ViewObject? }

    private let target = Lock(Target())

    func attach(_ object: ViewObject) { target.withLock { $0.object = object } }

    func ring() { target.withLock { $0.object }?.wake() }
}
