// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore
import HappyOysterThreading

/// Callbacks that their host gave up while they ran.
///
/// Their owner stays answerable for them: it is silent only when they are.
package final class RetiredCallbacks: Sendable {
    private let registrations = Lock<[CallbackRegistration]>([])

    package init() {}

    /// Closes a callback, and keeps it in mind unless it is silent.
    package func close(_ registration: CallbackRegistration, until deadline: Duration)
        -> ReleaseOutcome
    {
        let silence = registration.close(until: deadline)
        if silence == .deferred { registrations.withLock { $0.append(registration) } }
        return silence
    }

    /// Waits for all that were kept; those that still run go to the next owner.
    package func settle(until deadline: Duration, successor: RetiredCallbacks? = nil)
        -> ReleaseOutcome
    {
        let kept = registrations.withLock { kept in
            defer { kept = [] }
            return kept
        }
        let running = kept.filter { $0.close(until: deadline) == .deferred }
        (successor ?? self).registrations.withLock { $0 += running }
        return running.isEmpty ? .complete : .deferred
    }
}
