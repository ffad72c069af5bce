// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterStream
import Synchronization

/// The picture of a travel as the C interface knows it: the view, and the host's frame callback.
final class ViewObject: Sendable {
    typealias Handler = FrameCallbackQueue.Handler

    /// Most frames of one view that a host may hold.
    static let heldLimit = 64

    let held = Atomic(0)
    private let queue: FrameCallbackQueue
    private let slot = CallbackSlot()

    init(pool: any CallbackRunner, clock: MediaClock) {
        queue = FrameCallbackQueue(pool: pool, clock: clock)
    }

    var view: VideoView { queue.view }

    /// Sets or, with nil, removes the callback; tells what became of the former one.
    ///
    /// 109001 once the view is closed.
    func setCallback(
        _ format: PixelFormat,
        _ handler: Handler?,
        _ context: HostContext
    ) throws(OysterSDKError) -> ReleaseOutcome {
        let next = handler.map { _ in CallbackRegistration { context.giveBack() } }
        let invoke = handler.map { handler -> Handler in
            { frame in next?.invoke { handler(frame) } }
        }
        return try slot.replace(next) { queue.setHandler(format, invoke) }
    }

    /// Stops the callback and lets go of all frames, waiting until a time for running calls; those
    /// that still run then are the successor's.
    func close(until deadline: Duration, successor: RetiredCallbacks) -> ReleaseOutcome {
        queue.close()
        return slot.close(until: deadline, successor: successor)
    }
}
