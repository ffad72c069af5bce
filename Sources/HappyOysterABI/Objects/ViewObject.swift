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

    /// A host's frame callback.
    private struct Callback {
        let format: PixelFormat
        let handler: Handler
        let registration: CallbackRegistration
    }

    private struct State {
        var callback: Callback?
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
    ///
    /// 109001 once the view is closed.
    func setCallback(
        _ format: PixelFormat,
        _ handler: Handler?,
        _ context: HostContext
    ) throws(OysterSDKError) -> Silence {
        let next = handler.map { handler in
            Callback(
                format: format,
                handler: handler,
                registration: CallbackRegistration { context.giveBack() }
            )
        }
        let former = try state.withLock { state throws(OysterSDKError) in
            if state.isClosed { throw OysterSDKError(OysterErrorCode.invalidHandle) }
            defer { state.callback = next }
            view.setDelivery(next?.format)
            return state.callback
        }
        return former?.registration.close() ?? .silent
    }

    /// Stops the callback and lets go of all frames, waiting until a time for a running call.
    func close(until deadline: Duration) -> Silence {
        let former = state.withLock { state in
            defer {
                state.callback = nil
                state.isClosed = true
            }
            return state.callback
        }
        view.close()
        return former?.registration.close(until: deadline) ?? .silent
    }

    func runNext() -> Bool {
        let callback = state.withLock { $0.callback }
        if let callback, let frame = view.takeForDelivery() {
            // A callback that was replaced meanwhile must not see the format of the next one.
            if frame.frame.format == callback.format {
                callback.registration.invoke { callback.handler(frame) }
            }
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
