// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterSession
import HappyOysterThreading
import HappyOysterWorld
import Synchronization

/// An engine of the C interface: the core's engine, its callback queue, its travels and sessions.
final class EngineObject: Sendable {
    let handle: Handle
    let runtime: LibraryRuntime
    let delivery: DeliveryQueue
    let engine: Engine
    let sessions: SessionEngine
    /// How long release and destroy wait for a running callback.
    static let releaseTimeout: Duration = .milliseconds(50)

    /// Callbacks of released travels and sessions that ran longer than the release waited.
    let retired = RetiredCallbacks()
    /// Its travels and sessions.
    let owned = OwnedObjects()
    private let cleanups = PendingCleanups()

    init(handle: Handle, runtime: LibraryRuntime) {
        self.handle = handle
        self.runtime = runtime
        delivery = DeliveryQueue(pool: runtime.pool)
        let hooked = EngineObject.hooked(delivery)
        engine = Engine(dependencies: runtime.dependencies, delivery: hooked)
        sessions = SessionEngine(dependencies: runtime.dependencies, delivery: hooked)
    }

    /// The engine's way to its callback queue; in debug builds a test can intercept it.
    private static func hooked(_ delivery: DeliveryQueue) -> any CallbackDelivery {
        #if DEBUG
            DeliveryTestHook.wrap.withLock { $0 }?(delivery) ?? delivery
        #else
            delivery
        #endif
    }

    func createTravel(ticket: String) throws(OysterSDKError) -> Handle {
        var failure = Library.isFull("travels")
        let handle = Library.travels.insert { handle in
            do throws(OysterSDKError) {
                return try TravelObject(handle: handle, owner: self, ticket: ticket)
            } catch {
                failure = error
                return nil
            }
        }
        guard let handle, let travel = Library.travels.object(handle) else { throw failure }
        try adopt(travel)
        return handle
    }

    func createSession(_ options: SessionOptions) throws(OysterSDKError) -> Handle {
        // Not under the table's lock: it reads the file of `ca_file`.
        let session = try sessions.createSession(options, number: Library.nextNumber())
        let handle = Library.sessions.insert {
            SessionObject(handle: $0, owner: self, session: session)
        }
        guard let handle, let object = Library.sessions.object(handle) else {
            sessions.release(session)
            throw Library.isFull("sessions")
        }
        try adopt(object)
        return handle
    }

    /// Takes a new object; stops it and throws 109001 once the engine is destroyed.
    private func adopt(_ object: any OwnedObject) throws(OysterSDKError) {
        guard owned.adopt(object) else {
            _ = object.stop(until: .zero)
            throw OysterSDKError(OysterErrorCode.invalidHandle)
        }
    }

    /// Stops the callbacks of an object whose handle was removed, and waits for its completions;
    /// sets `finished` last.
    func release(_ object: any OwnedObject, finished: borrowing Atomic<Bool>) -> ReleaseOutcome {
        owned.retire(object)
        let deadline = SystemClock.monotonic + EngineObject.releaseTimeout
        let outcome = object.stop(until: deadline)
        defer {
            finished.store(true, ordering: .releasing)
            owned.forgetDelivered()
        }
        let mayWait = !delivery.isInsideCallback && !delivery.isHostDelivery
        return outcome.and(object.waitForCompletions(until: mayWait ? deadline : .zero))
    }

    /// Ends the travel in flight, forgets configuration and token, then completes; 109001 once the
    /// engine is destroyed.
    func cleanup(_ completion: @escaping OperationCompletion) throws(OysterSDKError) {
        let id = try cleanups.add(completion)
        engine.cleanup { [cleanups] in cleanups.complete(id, $0) }
    }

    /// Destroys the engine: ends its travels, leaves its sessions and stops all callbacks.
    func destroy(until limit: Duration? = nil) -> ReleaseOutcome {
        let ownDeadline = SystemClock.monotonic + EngineObject.releaseTimeout
        let deadline = min(ownDeadline, limit ?? ownDeadline)
        let (objects, former) = owned.close()
        var outcome = ReleaseOutcome.complete
        for object in objects { outcome = outcome.and(object.stop(until: deadline)) }
        outcome = outcome.and(retired.settle(until: deadline))
        engine.close()
        sessions.close()
        // Every completion is in the queue before the queue closes: none follows later on another
        // thread.
        for object in objects + former { object.abortOperations() }
        cleanups.close(through: delivery)
        let isInside = delivery.isInsideCallback
        let bound = max(.zero, deadline - SystemClock.monotonic)
        outcome = outcome.and(delivery.close(waiting: bound))
        // A completion may still run on another thread.
        for object in objects + former {
            outcome = outcome.and(object.waitForCompletions(until: isInside ? .zero : deadline))
        }
        return outcome
    }
}
