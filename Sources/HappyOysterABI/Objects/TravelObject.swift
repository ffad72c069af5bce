// SPDX-License-Identifier: Apache-2.0
import CHappyOyster
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterStream
import HappyOysterThreading
import HappyOysterWorld
import Synchronization

/// A travel of the C interface: the core's travel, its video view, its audio, and the listeners of
/// the host.
final class TravelObject: OwnedObject {
    let handle: Handle
    let travel: Travel
    let view: ViewObject
    let audio: AudioObject
    private let viewHandle: Handle
    private let owner: EngineObject
    private let commandSlot: CommandSlot
    private let listeners = HostListeners(owner: "travel")
    private let released = Atomic(false)

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

    var number: UInt64 { travel.number }

    var isReleased: Bool { released.load(ordering: .acquiring) }

    var viewPointer: OpaquePointer? { viewHandle.pointer }

    /// Where the result of an operation is delivered: to the host's `done` or, without one, to the
    /// listeners.
    func completion(_ done: oyster_done_fn?, _ context: UnsafeMutableRawPointer?)
        -> OperationCompletion
    {
        guard done != nil else { return { [travel] in travel.reportUnhandled($0) } }
        let completion = HostCompletion(done, context)
        return { completion($0) }
    }

    // MARK: Listeners

    /// Adds a listener for events and returns its id; 109001 once the travel is released.
    func addListener(_ context: HostContext, _ handler: @escaping Travel.Handler)
        throws(OysterSDKError) -> UInt64
    {
        try listeners.add(context, limit: Travel.listenerLimit) { id, registration in
            travel.addListener(id: id) { event in registration.invoke { handler(event) } }
        }
    }

    /// Removes a listener; 109002 for an unknown id.
    func removeListener(_ id: UInt64) throws(OysterSDKError) -> ReleaseOutcome {
        try listeners.remove(id) { _ = travel.removeListener(id: id) }
    }

    // MARK: Release

    /// Releases the handle and stops all callbacks; 109001 when it was released before.
    func release() throws(OysterSDKError) -> ReleaseOutcome {
        guard Library.travels.remove(handle) != nil else {
            throw OysterSDKError(OysterErrorCode.invalidHandle)
        }
        return owner.release(self, finished: released)
    }

    func stop(until deadline: Duration) -> ReleaseOutcome {
        _ = Library.travels.remove(handle)
        _ = Library.views.remove(viewHandle)
        commandSlot.retire(generation: handle.generation)
        owner.engine.release(travel)
        return view.close(until: deadline, successor: owner.retired)
            .and(audio.close(until: deadline, successor: owner.retired))
            .and(listeners.close(until: deadline, successor: owner.retired))
    }

    func abortOperations() { travel.operations.close() }

    func waitForCompletions(until deadline: Duration) -> ReleaseOutcome {
        let bound = max(.zero, deadline - SystemClock.monotonic)
        return travel.operations.waitUntilDelivered(bound: bound) ? .complete : .deferred
    }
}
