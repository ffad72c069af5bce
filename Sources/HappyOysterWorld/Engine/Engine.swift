// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore
package import HappyOysterStream
import HappyOysterThreading

/// One engine as a host uses it: configuration, token, and the travel in flight.
///
/// Every method may be called from any thread, and none blocks.
package final class Engine: Sendable {
    private let live = LiveObject("Engine")
    private struct State {
        var config: RuntimeConfig?
        var current: Travel?
        /// Cleanups that are not complete.
        var cleanups = 0
        /// Whether the host released the engine.
        var isClosed = false

        var isInFlight: Bool { travelInFlight != nil || cleanups > 0 }

        /// Throws 109001 when the host has released the engine.
        func refuseIfClosed() throws(OysterSDKError) {
            if isClosed { throw OysterSDKError(OysterErrorCode.invalidHandle) }
        }

        /// Throws 103004 when a travel or a cleanup is in flight.
        func refuseIfInFlight() throws(OysterSDKError) {
            guard isInFlight else { return }
            let travel = travelInFlight.map { "the status of the other is \($0.status.rawValue)" }
            throw OysterSDKError(
                OysterErrorCode.concurrentTravel,
                cause: travel ?? "a cleanup has not completed"
            )
        }

        var travelInFlight: Travel? { current.flatMap { $0.status.isTerminal ? nil : $0 } }
    }

    private let state = Lock(State())
    private let actor: EngineActor

    package init(dependencies: EngineDependencies, delivery: any CallbackDelivery) {
        actor = EngineActor(dependencies: dependencies, delivery: delivery)
    }

    /// Applies a configuration; throws 100002 when it is invalid, 103004 while a travel is in flight.
    package func initialize(_ config: OysterConfig) throws(OysterSDKError) {
        let valid = try check(config)
        try state.withLock { state throws(OysterSDKError) in
            try state.refuseIfClosed()
            try state.refuseIfInFlight()
            if state.config != valid { actor.configChanged() }
            state.config = valid
        }
    }

    /// The configuration as the engine would use it; throws 100002 with the field and the reason.
    package func check(_ config: OysterConfig) throws(OysterSDKError) -> RuntimeConfig {
        var valid = try RuntimeConfig(config)
        valid.certificates = try actor.dependencies.certificates.authorities(
            caFile: config.caFile,
            isTLS: valid.address.isTLS
        )
        try actor.dependencies.streams.check(valid.streamChoice)
        return valid
    }

    package var isReady: Bool { state.withLock { $0.config != nil } }

    /// Keeps the newest token; throws 109002 for a malformed token, 100001 before the first valid
    /// configuration.
    package func updateToken(_ token: String) throws(OysterSDKError) {
        let token = try HostText.credential(token)
        let config = try state.withLock { state throws(OysterSDKError) in
            try state.refuseIfClosed()
            guard let config = state.config else {
                throw OysterSDKError(OysterErrorCode.notInitialized)
            }
            return config
        }
        actor.tokens.update(token, for: config.address)
        actor.tokenUpdated(config)
    }

    /// Creates a travel; throws 109002 for a malformed ticket, 100001 without a configuration, 103004
    /// while another travel is in flight.
    ///
    /// `number` is unique in the process; `generation` is the command slot's.
    package func createTravel(
        ticket: String,
        number: UInt64,
        commandSlot: CommandSlot,
        generation: UInt32,
        view: VideoView,
        audio: AudioBuffer
    ) throws(OysterSDKError) -> Travel {
        let ticket = try HostText.credential(ticket)
        let travel = try state.withLock { state throws(OysterSDKError) in
            try state.refuseIfClosed()
            guard let config = state.config else {
                throw OysterSDKError(OysterErrorCode.notInitialized)
            }
            try state.refuseIfInFlight()
            let travel = Travel(
                number: number,
                config: config,
                actor: actor,
                view: view,
                audio: audio
            )
            state.current = travel
            return travel
        }
        actor.adopt(travel, ticket: ticket, commandSlot: commandSlot, generation: generation)
        commandSlot.open(generation: generation) { [weak travel] in travel?.commandsArrived() }
        return travel
    }

    /// Releases a travel; another travel can be created at once.
    package func release(_ travel: Travel) {
        state.withLock { state in
            if state.current === travel { state.current = nil }
        }
        travel.release()
    }

    /// Ends the travel in flight, forgets configuration and token, then completes.
    ///
    /// Until the completion `initialize` and `createTravel` throw 103004.
    package func cleanup(_ completion: @escaping OperationCompletion) {
        let current = state.withLock { state in
            state.cleanups += 1
            return state.travelInFlight
        }
        let delivery = actor.delivery
        // On the loop even when idle, after the end of a travel that was released before.
        actor.end(current?.number) { [self] in
            forget()
            delivery.deliver(DeliveryItem(.essential) { completion(.success(.cleanedUp)) })
        }
    }

    /// Ends the travel in flight in the background; no event and no completion follows.
    package func close() {
        let current = state.withLock { state -> Travel? in
            defer { state.current = nil }
            state.config = nil
            state.isClosed = true
            return state.current
        }
        current?.release()
    }

    /// Ends the travel in flight and calls `done` on the loop once it is over; at once without a travel.
    package func whenIdle(_ done: @escaping @Sendable () -> Void) {
        actor.end(state.withLock { $0.current?.number }, then: done)
    }

    private func forget() {
        actor.tokens.forget()
        actor.configChanged()
        state.withLock { state in
            state.config = nil
            state.cleanups -= 1
        }
    }
}
