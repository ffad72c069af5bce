// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterThreading
import HappyOysterWorld

/// An engine of the C interface: the core's engine, its callback queue, and its travels.
final class EngineObject: Sendable {
    let handle: Handle
    let runtime: LibraryRuntime
    let delivery: DeliveryQueue
    let engine: Engine
    /// How long release and destroy wait for a running callback.
    static let releaseTimeout: Duration = .milliseconds(50)

    /// Callbacks of released travels that ran longer than the release waited.
    let retired = RetiredCallbacks()
    private let travels = Lock(Travels())
    private let cleanups = PendingCleanups()

    private struct Travels {
        var objects: [UInt64: TravelObject] = [:]
        /// Travels that were released before all their completions were delivered.
        var former: [TravelObject] = []
        /// Whether the engine was destroyed.
        var isClosed = false
    }

    init(handle: Handle, runtime: LibraryRuntime) {
        self.handle = handle
        self.runtime = runtime
        delivery = DeliveryQueue(pool: runtime.pool)
        engine = Engine(
            dependencies: runtime.dependencies,
            delivery: EngineObject.hooked(delivery)
        )
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
        let isLate = travels.withLock { travels in
            if !travels.isClosed { travels.objects[travel.travel.number] = travel }
            return travels.isClosed
        }
        if isLate {
            _ = travel.stop(until: .zero)
            throw OysterSDKError(OysterErrorCode.invalidHandle)
        }
        return handle
    }

    /// Keeps a travel that is being released until its completions have been delivered.
    ///
    /// The move happens under one lock, so that a destroy on another thread finds the travel in one
    /// of the two lists.
    func retire(_ travel: TravelObject) {
        travels.withLock { travels in
            let known = travels.objects.removeValue(forKey: travel.travel.number)
            // After a destroy `known` is nil: the destroy waits for this travel itself.
            if known != nil { travels.former.append(travel) }
        }
    }

    /// Drops the released travels whose completions have been delivered.
    func forgetDelivered() {
        travels.withLock { travels in
            travels.former.removeAll {
                $0.isReleased && $0.waitForCompletions(until: .zero) == .complete
            }
        }
    }

    /// Ends the travel in flight, forgets configuration and token, then completes; 109001 once the
    /// engine is destroyed.
    func cleanup(_ completion: @escaping OperationCompletion) throws(OysterSDKError) {
        let id = try cleanups.add(completion)
        engine.cleanup { [cleanups] in cleanups.complete(id, $0) }
    }

    /// Destroys the engine: ends its travels and stops all callbacks.
    func destroy(until limit: Duration? = nil) -> ReleaseOutcome {
        let ownDeadline = SystemClock.monotonic + EngineObject.releaseTimeout
        let deadline = min(ownDeadline, limit ?? ownDeadline)
        let (objects, former) = travels.withLock { travels in
            travels.isClosed = true
            defer {
                travels.objects = [:]
                travels.former = []
            }
            return (Array(travels.objects.values), travels.former)
        }
        var outcome = ReleaseOutcome.complete
        for travel in objects { outcome = outcome.and(travel.stop(until: deadline)) }
        outcome = outcome.and(retired.settle(until: deadline))
        engine.close()
        // Every completion is in the queue before the queue closes: none follows later on another
        // thread.
        for travel in objects + former { travel.travel.operations.close() }
        cleanups.close(through: delivery)
        let isInside = delivery.isInsideCallback
        let bound = max(.zero, deadline - SystemClock.monotonic)
        outcome = outcome.and(delivery.close(waiting: bound))
        // A completion may still run on another thread.
        for travel in objects + former {
            outcome = outcome.and(travel.waitForCompletions(until: isInside ? .zero : deadline))
        }
        return outcome
    }
}
