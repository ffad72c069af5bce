// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterThreading
import HappyOysterWorld

/// An engine as the C interface knows it: the engine, its line of callbacks, its travels.
final class EngineObject: Sendable {
    let handle: Handle
    let runtime: LibraryRuntime
    let delivery: DeliveryQueue
    let engine: Engine
    /// How long release and destroy wait for a running callback.
    static let patience: Duration = .milliseconds(50)

    /// Callbacks of former travels that still ran when those were given back.
    let retired = RetiredCallbacks()
    private let travels = Lock(Travels())
    private let cleanups = PendingCleanups()

    private struct Travels {
        var objects: [UInt64: TravelObject] = [:]
        /// Given back, with completions on their way.
        var former: [TravelObject] = []
        /// Whether the engine was given back.
        var isClosed = false
    }

    init(handle: Handle, runtime: LibraryRuntime) {
        self.handle = handle
        self.runtime = runtime
        delivery = DeliveryQueue(pool: runtime.pool)
        engine = Engine(
            dependencies: runtime.dependencies,
            delivery: EngineObject.port(to: delivery)
        )
    }

    /// The engine's way to its line; a test of a debug build can stand in it.
    private static func port(to delivery: DeliveryQueue) -> any DeliveryPort {
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

    /// Keeps a travel that is being given back until its completions have been delivered.
    ///
    /// In one step, so that a destroy on another thread finds it in one place or the other.
    func retire(_ travel: TravelObject) {
        travels.withLock { travels in
            let known = travels.objects.removeValue(forKey: travel.travel.number)
            // A destroyed engine has taken the travel over.
            if known != nil { travels.former.append(travel) }
        }
    }

    /// Lets go of the travels whose completions have been delivered.
    func forgetDelivered() {
        travels.withLock { travels in
            travels.former.removeAll {
                $0.isGivenBack && $0.waitForCompletions(until: .zero) == .complete
            }
        }
    }

    /// Ends the travel in flight, forgets configuration and token, then completes; 109001 once the
    /// engine is given back.
    func cleanup(_ completion: @escaping OperationCompletion) throws(OysterSDKError) {
        let id = try cleanups.add(completion)
        engine.cleanup { [cleanups] in cleanups.complete(id, $0) }
    }

    /// Gives the engine back: ends and silences everything that belongs to it.
    func destroy(until limit: Duration? = nil) -> ReleaseOutcome {
        let patience = SystemClock.monotonic + EngineObject.patience
        let deadline = min(patience, limit ?? patience)
        let (objects, former) = travels.withLock { travels in
            travels.isClosed = true
            defer {
                travels.objects = [:]
                travels.former = []
            }
            return (Array(travels.objects.values), travels.former)
        }
        var silence = ReleaseOutcome.complete
        for travel in objects { silence = silence.and(travel.stop(until: deadline)) }
        silence = silence.and(retired.settle(until: deadline))
        engine.close()
        // Every completion is in the line before the line is closed: none comes later, on another
        // thread.
        for travel in objects + former { travel.travel.operations.close() }
        cleanups.close(through: delivery)
        let isInside = delivery.isInsideCallback
        let bound = max(.zero, deadline - SystemClock.monotonic)
        silence = silence.and(delivery.close(waiting: bound))
        // One may still run on another thread.
        for travel in objects + former {
            silence = silence.and(travel.waitForCompletions(until: isInside ? .zero : deadline))
        }
        return silence
    }
}
