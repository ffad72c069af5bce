// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterThreading

/// The listeners that a host added to one travel or session.
final class HostListeners: Sendable {
    private struct State {
        var registrations: [UInt64: CallbackRegistration] = [:]
        /// Whether the owner takes no more listeners.
        var isClosed = false
    }

    private let state = Lock(State())
    private let retired = RetiredCallbacks()
    /// What the owner is called in causes.
    private let owner: StaticString

    init(owner: StaticString) { self.owner = owner }

    /// Adds a listener and returns its id; 109001 after `close`.
    ///
    /// `install` passes events to the registration from now on. It returns false when the owner has
    /// `limit` listeners: then this throws 109007.
    func add(
        _ context: HostContext,
        limit: Int,
        install: (UInt64, CallbackRegistration) -> Bool
    ) throws(OysterSDKError) -> UInt64 {
        let id = Library.nextNumber()
        let registration = CallbackRegistration { context.giveBack() }
        // Under one lock, so that a release on another thread finds every listener that was added.
        try state.withLock { state throws(OysterSDKError) in
            if state.isClosed { throw OysterSDKError(OysterErrorCode.invalidHandle) }
            guard install(id, registration) else {
                throw OysterSDKError(
                    OysterErrorCode.limitReached,
                    cause: "this \(owner) has \(limit) listeners"
                )
            }
            state.registrations[id] = registration
        }
        return id
    }

    /// Removes a listener; 109002 for an unknown id.
    ///
    /// `uninstall` stops passing events to it.
    func remove(_ id: UInt64, uninstall: () -> Void) throws(OysterSDKError) -> ReleaseOutcome {
        guard let registration = state.withLock({ $0.registrations.removeValue(forKey: id) })
        else {
            throw CBoundary.invalid("listener is not the id of a listener of this \(owner)")
        }
        uninstall()
        let deadline = SystemClock.monotonic + EngineObject.releaseTimeout
        return retired.close(registration, until: deadline)
    }

    /// Ends all listeners and waits until `deadline` for running calls.
    ///
    /// `successor` takes over those that still run then.
    func close(until deadline: Duration, successor: RetiredCallbacks) -> ReleaseOutcome {
        let registrations = state.withLock { state in
            state.isClosed = true
            return Array(state.registrations.values)
        }
        var outcome = ReleaseOutcome.complete
        for registration in registrations {
            outcome = outcome.and(successor.close(registration, until: deadline))
        }
        return outcome.and(retired.settle(until: deadline, successor: successor))
    }
}
