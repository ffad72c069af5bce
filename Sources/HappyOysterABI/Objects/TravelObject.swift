// SPDX-License-Identifier: Apache-2.0
import CHappyOyster
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterStream
import HappyOysterThreading
import HappyOysterWorld
import Synchronization

/// A travel as the C interface knows it: the travel, its picture and sound, its subscribers' contexts.
final class TravelObject: Sendable {
    let handle: Handle
    let travel: Travel
    let view: ViewObject
    let audio: AudioObject
    private let viewHandle: Handle
    private let owner: EngineObject
    private let commandSlot: CommandSlot
    private let subscriptions = Lock(Subscriptions())
    private let retired = RetiredCallbacks()
    private let givenBack = Atomic(false)

    private struct Subscriptions {
        var registrations: [UInt64: CallbackRegistration] = [:]
        /// Whether nobody can subscribe any more.
        var isClosed = false
    }

    init(handle: Handle, owner: EngineObject, ticket: String) throws(OysterSDKError) {
        self.handle = handle
        self.owner = owner
        let loop = owner.runtime.loop
        guard
            let commandSlot = Library.commandSlots.claim(
                at: handle.index,
                { loop.makeWakeup().map(CommandSlot.init) }
            )
        else { throw Library.isFull("travels") }
        self.commandSlot = commandSlot
        let clock = MediaClock()
        let view = ViewObject(pool: owner.runtime.pool, clock: clock)
        let audio = AudioObject(pool: owner.runtime.pool, clock: clock)
        travel = try owner.engine.createTravel(
            ticket: ticket,
            number: Library.nextNumber(),
            commandSlot: commandSlot,
            generation: handle.generation,
            view: view.view,
            audio: audio.buffer
        )
        guard let viewHandle = Library.views.insert({ _ in view }) else {
            owner.engine.release(travel)
            throw Library.isFull("video views")
        }
        self.view = view
        self.audio = audio
        self.viewHandle = viewHandle
    }

    /// Whether a release has come to its end.
    var isGivenBack: Bool { givenBack.load(ordering: .acquiring) }

    var viewPointer: OpaquePointer? { viewHandle.pointer }

    /// What takes the result of an operation: the host's `done`, or, without one, the subscribers.
    func completion(_ done: oyster_done_fn?, _ context: UnsafeMutableRawPointer?)
        -> OperationCompletion
    {
        guard done != nil else { return { [travel] in travel.reportUnhandled($0) } }
        let completion = HostCompletion(done, context)
        return { completion($0) }
    }

    // MARK: Subscribers

    func subscribe(_ context: HostContext, _ handler: @escaping Travel.Handler)
        throws(OysterSDKError) -> UInt64
    {
        let id = Library.nextNumber()
        let registration = CallbackRegistration { context.giveBack() }
        // In one step, so that a release on another thread finds what was subscribed.
        try subscriptions.withLock { state throws(OysterSDKError) in
            if state.isClosed { throw OysterSDKError(OysterErrorCode.invalidHandle) }
            let isTaken = travel.addListener(id: id) { event in
                registration.invoke { handler(event) }
            }
            guard isTaken else {
                throw OysterSDKError(
                    OysterErrorCode.limitReached,
                    cause: "this travel has \(Travel.listenerLimit) subscriptions"
                )
            }
            state.registrations[id] = registration
        }
        return id
    }

    func unsubscribe(_ id: UInt64) throws(OysterSDKError) -> ReleaseOutcome {
        let subscribed = subscriptions.withLock { $0.registrations.removeValue(forKey: id) }
        guard let registration = subscribed else {
            throw OysterSDKError(OysterErrorCode.invalidArgument)
        }
        _ = travel.removeListener(id: id)
        let deadline = SystemClock.monotonic + EngineObject.patience
        return retired.close(registration, until: deadline)
    }

    // MARK: Release

    /// Gives the handle back and silences everything; 109001 when it was given back before.
    func release() throws(OysterSDKError) -> ReleaseOutcome {
        guard Library.travels.remove(handle) != nil else {
            throw OysterSDKError(OysterErrorCode.invalidHandle)
        }
        owner.retire(self)
        let deadline = SystemClock.monotonic + EngineObject.patience
        let silence = stop(until: deadline)
        defer {
            givenBack.store(true, ordering: .releasing)
            owner.forgetDelivered()
        }
        let mayWait = !owner.delivery.isInsideCallback && !owner.delivery.isHostDelivery
        return silence.and(waitForCompletions(until: mayWait ? deadline : .zero))
    }

    /// Makes the handles stale, stops callbacks, and completes what is pending with 109006.
    func stop(until deadline: Duration) -> ReleaseOutcome {
        _ = Library.travels.remove(handle)
        _ = Library.views.remove(viewHandle)
        commandSlot.retire(generation: handle.generation)
        owner.engine.release(travel)
        let registrations = subscriptions.withLock { state in
            state.isClosed = true
            return Array(state.registrations.values)
        }
        var silence = view.close(until: deadline, successor: owner.retired)
            .and(audio.close(until: deadline, successor: owner.retired))
        for registration in registrations {
            silence = silence.and(owner.retired.close(registration, until: deadline))
        }
        return silence.and(retired.settle(until: deadline, successor: owner.retired))
    }

    /// Waits until the host has every completion of the travel.
    func waitForCompletions(until deadline: Duration) -> ReleaseOutcome {
        let bound = max(.zero, deadline - SystemClock.monotonic)
        return travel.operations.waitUntilDelivered(bound: bound) ? .complete : .deferred
    }
}
