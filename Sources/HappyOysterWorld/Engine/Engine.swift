// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore
package import HappyOysterStream
import HappyOysterThreading

/// A host's hold on one engine: configuration, token, and the travel in flight.
///
/// May be used from any thread; answers at once.
package final class Engine: Sendable {
    private let live = LiveObject("Engine")
    private struct State {
        var config: RuntimeConfig?
        var current: Travel?
        /// Cleanups that have not forgotten everything yet.
        var cleanups = 0
        /// Whether the host gave the engine back.
        var isClosed = false

        var isInFlight: Bool { travelInFlight != nil || cleanups > 0 }

        /// 109001 for a call that comes while its engine is given back.
        func refuseIfClosed() throws(OysterSDKError) {
            if isClosed { throw OysterSDKError(OysterErrorCode.invalidHandle) }
        }

        /// 103004 with what is in flight.
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

    package init(dependencies: EngineDependencies, delivery: any DeliveryPort) {
        actor = EngineActor(dependencies: dependencies, delivery: delivery)
    }

    /// Applies a configuration: 100002 when it is invalid, 103004 while a travel is in flight.
    package func initialize(_ config: OysterConfig) throws(OysterSDKError) {
        let valid = try check(config)
        try state.withLock { state throws(OysterSDKError) in
            try state.refuseIfClosed()
            try state.refuseIfInFlight()
            if state.config != valid { actor.configChanged() }
            state.config = valid
        }
    }

    /// The configuration as the engine would use it; 100002 with the field and the reason.
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

    /// Keeps the latest token: 109002 for what is none, 100001 before the first valid configuration.
    package func updateToken(_ token: String) throws(OysterSDKError) {
        let token = try HostText.credential(token)
        let config = try state.withLock { state throws(OysterSDKError) in
            try state.refuseIfClosed()
            guard let config = state.config else {
                throw OysterSDKError(OysterErrorCode.notInitialized)
            }
            return config
        }
        actor.account.update(token, for: config.address)
        actor.tokenUpdated(config)
    }

    /// Creates a travel: 109002 for what is no ticket, 100001 without configuration, 103004 while
    /// another one is in flight.
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

    /// Gives a travel back; it no longer stands in the way of the next.
    package func release(_ travel: Travel) {
        state.withLock { state in
            if state.current === travel { state.current = nil }
        }
        travel.release()
    }

    /// Ends the travel in flight, then forgets configuration and token, then tells.
    ///
    /// Until then nothing new begins: `initialize` and `createTravel` refuse with 103004.
    package func cleanup(_ completion: @escaping OperationCompletion) {
        let current = state.withLock { state in
            state.cleanups += 1
            return state.travelInFlight
        }
        let delivery = actor.delivery
        // On the loop even when idle, behind the end of a travel that was just given back.
        actor.end(current?.number) { [self] in
            forget()
            delivery.deliver(DeliveryItem(.essential) { completion(.success(.cleanedUp)) })
        }
    }

    /// Ends whatever is in flight in the background; nobody is told anything more.
    package func close() {
        let current = state.withLock { state -> Travel? in
            defer { state.current = nil }
            state.config = nil
            state.isClosed = true
            return state.current
        }
        current?.release()
    }

    /// Calls back, on the loop, once the travel in flight has ended; at once without one.
    package func whenIdle(_ done: @escaping @Sendable () -> Void) {
        actor.end(state.withLock { $0.current?.number }, then: done)
    }

    private func forget() {
        actor.account.forget()
        actor.configChanged()
        state.withLock { state in
            state.config = nil
            state.cleanups -= 1
        }
    }
}
