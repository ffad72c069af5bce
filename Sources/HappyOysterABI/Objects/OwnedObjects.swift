// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterThreading

/// A travel or a session of the C interface, which its engine stops when it is destroyed.
protocol OwnedObject: AnyObject, Sendable {
    /// Unique in the process.
    var number: UInt64 { get }
    /// Whether a release has finished.
    var isReleased: Bool { get }
    /// Makes the handles stale, stops callbacks, and completes pending operations with 109006.
    func stop(until deadline: Duration) -> ReleaseOutcome
    /// Completes with 109006 what a release on another thread has not completed yet.
    func abortOperations()
    /// Waits until every completion has been delivered to the host.
    func waitForCompletions(until deadline: Duration) -> ReleaseOutcome
}

/// The travels and sessions of one engine.
final class OwnedObjects: Sendable {
    private struct State {
        var objects: [UInt64: any OwnedObject] = [:]
        /// Objects that were released before all their completions were delivered.
        var former: [any OwnedObject] = []
        /// Whether the engine was destroyed.
        var isClosed = false
    }

    private let state = Lock(State())

    /// Takes an object; false once the engine is destroyed.
    func adopt(_ object: any OwnedObject) -> Bool {
        state.withLock { state in
            if !state.isClosed { state.objects[object.number] = object }
            return !state.isClosed
        }
    }

    /// Keeps an object that is being released until its completions have been delivered.
    ///
    /// The move happens under one lock, so that a destroy on another thread finds the object in one
    /// of the two lists.
    func retire(_ object: any OwnedObject) {
        state.withLock { state in
            let known = state.objects.removeValue(forKey: object.number)
            // After a destroy `known` is nil: the destroy waits for this object itself.
            if known != nil { state.former.append(object) }
        }
    }

    /// Drops the released objects whose completions have been delivered.
    func forgetDelivered() {
        state.withLock { state in
            state.former.removeAll {
                $0.isReleased && $0.waitForCompletions(until: .zero) == .complete
            }
        }
    }

    /// Takes no more objects; returns those that were not released, and those that were.
    func close() -> (objects: [any OwnedObject], former: [any OwnedObject]) {
        state.withLock { state in
            state.isClosed = true
            defer {
                state.objects = [:]
                state.former = []
            }
            return (Array(state.objects.values), state.former)
        }
    }
}
