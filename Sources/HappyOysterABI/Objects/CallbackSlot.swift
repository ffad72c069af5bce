// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterThreading

/// The one callback that a host has set for frames or sound, and those that it gave up while they
/// ran.
final class CallbackSlot: Sendable {
    private let current = Lock<CallbackRegistration?>(nil)
    private let retired = RetiredCallbacks()

    /// Puts another callback, or with nil none, in place of the former one, of which it tells.
    ///
    /// `install` brings it into effect and is false once its queue is closed: then 109001.
    func replace(
        _ next: CallbackRegistration?,
        install: () -> Bool
    ) throws(OysterSDKError) -> ReleaseOutcome {
        let former = try current.withLock { current throws(OysterSDKError) in
            guard install() else { throw OysterSDKError(OysterErrorCode.invalidHandle) }
            defer { current = next }
            return current
        }
        let deadline = SystemClock.monotonic + EngineObject.patience
        return former.map { retired.close($0, until: deadline) } ?? .complete
    }

    /// Ends the callback, waiting until a time for running calls; those that still run then are
    /// the successor's.
    func close(until deadline: Duration, successor: RetiredCallbacks) -> ReleaseOutcome {
        let former = current.withLock { current in
            defer { current = nil }
            return current
        }
        let silence = former.map { successor.close($0, until: deadline) } ?? .complete
        return silence.and(retired.settle(until: deadline, successor: successor))
    }
}
