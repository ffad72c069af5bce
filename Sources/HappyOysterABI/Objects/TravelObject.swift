// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterStream
import HappyOysterThreading
import HappyOysterWorld

/// A travel as the C interface knows it: the travel, its view, its subscribers' contexts.
final class TravelObject: Sendable {
    let handle: Handle
    let travel: Travel
    let view: ViewObject
    private let viewHandle: Handle
    private let owner: EngineObject
    private let mailbox: CommandMailbox
    private let subscriptions = Lock<[UInt64: CallbackRegistration]>([:])

    init(handle: Handle, owner: EngineObject, ticket: Secret) throws(OysterSDKError) {
        self.handle = handle
        self.owner = owner
        let loop = owner.machinery.loop
        guard
            let mailbox = Library.mailboxes.claim(
                at: handle.index,
                { loop.makeBell().map(CommandMailbox.init) }
            )
        else { throw OysterSDKError(OysterErrorCode.limitReached) }
        self.mailbox = mailbox
        let view = ViewObject(pool: owner.machinery.pool)
        travel = try owner.engine.createTravel(
            ticket: ticket,
            number: Library.nextNumber(),
            mailbox: mailbox,
            generation: handle.generation,
            view: view.view
        )
        guard let viewHandle = Library.views.insert({ _ in view }) else {
            owner.engine.release(travel)
            throw OysterSDKError(OysterErrorCode.limitReached)
        }
        self.view = view
        self.viewHandle = viewHandle
    }

    var viewPointer: OpaquePointer? { viewHandle.pointer }

    // MARK: Subscribers

    func subscribe(_ context: HostContext, _ handler: @escaping Travel.Handler)
        throws(OysterSDKError) -> UInt64
    {
        let id = Library.nextNumber()
        let registration = CallbackRegistration { context.giveBack() }
        let isTaken = travel.subscribe(id: id) { event in registration.invoke { handler(event) } }
        guard isTaken else { throw OysterSDKError(OysterErrorCode.limitReached) }
        subscriptions.withLock { $0[id] = registration }
        return id
    }

    func unsubscribe(_ id: UInt64) throws(OysterSDKError) -> Silence {
        guard let registration = subscriptions.withLock({ $0.removeValue(forKey: id) }) else {
            throw OysterSDKError(OysterErrorCode.invalidArgument)
        }
        _ = travel.unsubscribe(id: id)
        return registration.close()
    }

    // MARK: Release

    /// Gives the handle back and silences everything.
    func release() -> Silence {
        owner.forget(self)
        return silence()
    }

    /// Makes the handles stale, stops callbacks, completes what is pending with 109006.
    func silence() -> Silence {
        _ = Library.travels.remove(handle)
        _ = Library.views.remove(viewHandle)
        mailbox.retire(generation: handle.generation)
        owner.engine.release(travel)
        var silence = view.close()
        for registration in subscriptions.withLock({ Array($0.values) }) {
            silence = silence.and(registration.close())
        }
        let mayWait = !owner.delivery.isInsideCallback && !owner.delivery.isHostDelivery
        let isDone = travel.operations.waitUntilDelivered(
            bound: mayWait ? .milliseconds(50) : .zero
        )
        return silence.and(isDone ? .silent : .deferred)
    }
}
