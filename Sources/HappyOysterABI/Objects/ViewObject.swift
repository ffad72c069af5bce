// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterStream
import Synchronization

/// The video view of the C interface: the frames of one travel, and the host's frame callback.
final class ViewObject: Sendable {
    typealias Handler = FrameCallbackQueue.Handler

    /// Most frames of one view that a host may hold.
    static let heldLimit = 64

    let held = Atomic(0)
    private let queue: FrameCallbackQueue
    private let slot = CallbackSlot<NumberedFrame>()

    init(pool: any CallbackRunner, clock: MediaClock) {
        queue = FrameCallbackQueue(pool: pool, clock: clock)
    }

    var view: VideoView { queue.view }

    /// Sets or, with nil, removes the callback; returns whether the former one is released.
    ///
    /// 109001 once the view is closed.
    func setCallback(
        _ format: PixelFormat,
        _ handler: Handler?,
        _ context: HostContext
    ) throws(OysterSDKError) -> ReleaseOutcome {
        try slot.set(handler, context) { queue.setHandler(format, $0) }
    }

    /// Stops the callback, releases all frames that the host does not hold, and waits until
    /// `deadline` for running calls; `successor` takes over those that still run then.
    func close(until deadline: Duration, successor: RetiredCallbacks) -> ReleaseOutcome {
        queue.close()
        return slot.close(until: deadline, successor: successor)
    }
}
