// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterThreading

/// The one callback that a host has set for frames or for audio, and the former ones that still
/// run.
final class CallbackSlot<Value: Sendable>: Sendable {
    typealias Handler = @Sendable (Value) -> Void

    private let current = Lock<CallbackRegistration?>(nil)
    private let retired = RetiredCallbacks()

    /// Sets or, with nil, removes the callback; returns whether the former one is released.
    ///
    /// `install` puts the handler into effect. It returns false when its queue is closed: then this
    /// throws 109001.
    func set(
        _ handler: Handler?,
        _ context: HostContext,
        install: (Handler?) -> Bool
    ) throws(OysterSDKError) -> ReleaseOutcome {
        let next = handler.map { _ in CallbackRegistration { context.giveBack() } }
        let invoke = handler.map { handler -> Handler in
            { value in next?.invoke { handler(value) } }
        }
        let former = try current.withLock { current throws(OysterSDKError) in
            guard install(invoke) else { throw OysterSDKError(OysterErrorCode.invalidHandle) }
            defer { current = next }
            return current
        }
        let deadline = SystemClock.monotonic + EngineObject.releaseTimeout
        return former.map { retired.close($0, until: deadline) } ?? .complete
    }

    /// Ends the callback and waits until `deadline` for running calls.
    ///
    /// `successor` takes over the callbacks that still run then.
    func close(until deadline: Duration, successor: RetiredCallbacks) -> ReleaseOutcome {
        let former = current.withLock { current in
            defer { current = nil }
            return current
        }
        let outcome = former.map { successor.close($0, until: deadline) } ?? .complete
        return outcome.and(retired.settle(until: deadline, successor: successor))
    }
}
