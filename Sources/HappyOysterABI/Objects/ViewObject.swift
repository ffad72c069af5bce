// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterStream
import HappyOysterThreading
import Synchronization

/// The picture of a travel as the C interface knows it: the view, and the host's frame callback.
final class ViewObject: Sendable {
    typealias Handler = FrameLane.Handler

    /// Most frames of one view that a host may hold.
    static let heldLimit = 64

    let held = Atomic(0)
    private let lane: FrameLane
    private let registration = Lock<CallbackRegistration?>(nil)
    private let retired = RetiredCallbacks()

    init(pool: any CallbackRunner) { lane = FrameLane(pool: pool) }

    var view: VideoView { lane.view }

    /// Sets or, with nil, removes the callback; tells what became of the former one.
    ///
    /// 109001 once the view is closed.
    func setCallback(
        _ format: PixelFormat,
        _ handler: Handler?,
        _ context: HostContext
    ) throws(OysterSDKError) -> Silence {
        let next = handler.map { _ in CallbackRegistration { context.giveBack() } }
        let invoke = handler.map { handler -> Handler in
            { frame in next?.invoke { handler(frame) } }
        }
        let former = try registration.withLock { current throws(OysterSDKError) in
            guard lane.setHandler(format, invoke) else {
                throw OysterSDKError(OysterErrorCode.invalidHandle)
            }
            defer { current = next }
            return current
        }
        let deadline = SystemClock.monotonic + EngineObject.patience
        return former.map { retired.close($0, until: deadline) } ?? .silent
    }

    /// Stops the callback and lets go of all frames, waiting until a time for running calls; those
    /// that still run then are the successor's.
    func close(until deadline: Duration, successor: RetiredCallbacks) -> Silence {
        lane.close()
        let former = registration.withLock { current in
            defer { current = nil }
            return current
        }
        let silence = former.map { successor.close($0, until: deadline) } ?? .silent
        return silence.and(retired.settle(until: deadline, successor: successor))
    }
}
