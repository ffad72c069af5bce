// SPDX-License-Identifier: Apache-2.0
import CHappyOyster
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterSession
import HappyOysterThreading
import HappyOysterWorld
import Synchronization

/// A session of the C interface: the core's session, and the listeners of the host.
final class SessionObject: OwnedObject {
    let handle: Handle
    let session: Session
    private let owner: EngineObject
    private let listeners = HostListeners(owner: "session")
    private let released = Atomic(false)

    init(handle: Handle, owner: EngineObject, session: Session) {
        self.handle = handle
        self.owner = owner
        self.session = session
    }

    var number: UInt64 { session.number }

    var isReleased: Bool { released.load(ordering: .acquiring) }

    /// Adds a listener for events and returns its id; 109001 once the session is released.
    func addListener(_ context: HostContext, _ handler: @escaping Session.Handler)
        throws(OysterSDKError) -> UInt64
    {
        try listeners.add(context, limit: Session.listenerLimit) { id, registration in
            session.addListener(id: id) { event in registration.invoke { handler(event) } }
        }
    }

    /// Removes a listener; 109002 for an unknown id.
    func removeListener(_ id: UInt64) throws(OysterSDKError) -> ReleaseOutcome {
        try listeners.remove(id) { _ = session.removeListener(id: id) }
    }

    /// Releases the handle and stops all callbacks; 109001 when it was released before.
    func release() throws(OysterSDKError) -> ReleaseOutcome {
        guard Library.sessions.remove(handle) != nil else {
            throw OysterSDKError(OysterErrorCode.invalidHandle)
        }
        return owner.release(self, finished: released)
    }

    func stop(until deadline: Duration) -> ReleaseOutcome {
        _ = Library.sessions.remove(handle)
        owner.sessions.release(session)
        return listeners.close(until: deadline, successor: owner.retired)
    }

    func abortOperations() { session.operations.close() }

    func waitForCompletions(until deadline: Duration) -> ReleaseOutcome {
        let bound = max(.zero, deadline - SystemClock.monotonic)
        return session.operations.waitUntilDelivered(bound: bound) ? .complete : .deferred
    }
}
