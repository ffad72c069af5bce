// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterStream
internal import HappyOysterThreading

/// The part of one engine that runs on the loop: its travels and its feature gate.
///
/// The loop is the actor's executor: jobs of the loop enter with `assumeIsolated`. There are no
/// tasks, and no method waits.
actor EngineActor {
    private let live = LiveObject("EngineActor")
    nonisolated let dependencies: EngineDependencies
    nonisolated let delivery: any CallbackDelivery
    nonisolated let tokens = TokenStore()
    private var drivers: [UInt64: TravelDriver] = [:]
    private var gate = FeatureGate()
    private var gateFetch: (any Cancellable)?
    private var gateWaiters: [UInt64] = []
    private var whenOver: [UInt64: [@Sendable () -> Void]] = [:]
    private var orphans: [UInt64: OrphanEnd] = [:]
    private var lastOrphan: UInt64 = 0

    init(dependencies: EngineDependencies, delivery: any CallbackDelivery) {
        self.dependencies = dependencies
        self.delivery = delivery
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe dependencies.loop.asUnownedSerialExecutor()
    }

    // MARK: From any thread

    /// Runs `body` with a travel's driver in a later job of the loop.
    nonisolated func post(_ number: UInt64, _ body: @escaping @Sendable (TravelDriver) -> Void) {
        dependencies.loop.run { self.enter(number, body) }
    }

    nonisolated func adopt(
        _ travel: Travel,
        ticket: Secret,
        commandSlot: CommandSlot,
        generation: UInt32
    ) {
        dependencies.loop.run {
            self.assumeIsolated { actor in
                actor.drivers[travel.number] = TravelDriver(
                    travel: travel,
                    ticket: ticket,
                    commandSlot: commandSlot,
                    generation: generation,
                    actor: actor
                )
            }
        }
    }

    nonisolated func release(_ number: UInt64) {
        dependencies.loop.run {
            self.assumeIsolated { actor in
                actor.drivers[number]?.release()
                actor.collect(number)
            }
        }
    }

    /// Ends a travel and calls `done` when it is over; at once when there is none.
    nonisolated func end(_ number: UInt64?, then done: @escaping @Sendable () -> Void) {
        dependencies.loop.run {
            self.assumeIsolated { actor in
                guard let number, let driver = actor.drivers[number], !driver.isOver else {
                    return done()
                }
                actor.whenOver[number, default: []].append(done)
                driver.handle(.end(nil))
                actor.collect(number)
            }
        }
    }

    nonisolated func tokenUpdated(_ config: RuntimeConfig) {
        dependencies.loop.run {
            self.assumeIsolated { actor in
                actor.fetchGate(config)
                for number in actor.drivers.keys { actor.post(number) { $0.handle(.tokenUpdated) } }
                for orphan in actor.orphans.values { orphan.tokenUpdated() }
            }
        }
    }

    nonisolated func configChanged() {
        dependencies.loop.run { self.assumeIsolated { $0.forgetGate() } }
    }

    // MARK: On the loop

    /// Runs `body` with a travel's driver at once; only on the loop.
    nonisolated func enter(_ number: UInt64, _ body: @Sendable (TravelDriver) -> Void) {
        assumeIsolated { actor in
            guard let driver = actor.drivers[number] else { return }
            body(driver)
            actor.collect(number)
        }
    }

    /// Calls what waits for the end of a travel, and drops a travel that is over and released.
    private func collect(_ number: UInt64) {
        guard let driver = drivers[number], driver.isOver else { return }
        for done in whenOver.removeValue(forKey: number) ?? [] { done() }
        if driver.isDisposable { drivers[number] = nil }
    }

    /// Reports to a travel whether the feature gate is open, from the cache or after a request.
    func checkGate(for number: UInt64, _ config: RuntimeConfig) {
        guard gateFetch == nil, gate.isFresh(at: dependencies.loop.now) else {
            gateWaiters.append(number)
            if gateFetch == nil { fetchGate(config) }
            return
        }
        let refusal = gate.refusal
        post(number) { $0.handle(.gateChecked(refusal)) }
    }

    /// Asks the feature gate in the background when its answer is older than a minute.
    func refreshGate(_ config: RuntimeConfig) {
        guard gateFetch == nil, !gate.isFresh(at: dependencies.loop.now) else { return }
        fetchGate(config)
    }

    /// Ends a travel that the server created and that no host has.
    func endOrphan(_ travelId: String, _ client: APIClient, token: Secret?, redactor: Redactor) {
        lastOrphan += 1
        let number = lastOrphan
        let orphan = OrphanEnd(travelId, client, token: token, redactor: redactor, tokens) {
            body in
            self.assumeIsolated { actor in
                guard let orphan = actor.orphans[number] else { return }
                body(orphan)
                if orphan.isSettled { actor.orphans[number] = nil }
            }
        }
        orphans[number] = orphan
        orphan.request()
    }

    /// Drops the answer of the former service, and its request in flight.
    private func forgetGate() {
        gate.reset()
        gateFetch?.cancel()
        gateFetch = nil
    }

    private func fetchGate(_ config: RuntimeConfig) {
        gateFetch?.cancel()
        let client = APIClient(dependencies: dependencies, config: config)
        let redactor = Redactor(tokens.token.map { [$0] } ?? [])
        let call = APICall.featureGate(within: config.callbackTimeout)
        gateFetch = client.send(call, token: tokens.token, redactor: redactor) { result in
            self.assumeIsolated { $0.gateFetched(result, redactor) }
        }
    }

    private func gateFetched(_ result: Result<JSONObject, OysterSDKError>, _ redactor: Redactor) {
        gateFetch = nil
        gate.fetched(result, redactor: redactor, at: dependencies.loop.now)
        let refusal = gate.refusal
        for number in gateWaiters { post(number) { $0.handle(.gateChecked(refusal)) } }
        gateWaiters = []
        guard let refusal else { return }
        dependencies.log.log(.warning, .core, refusal.sentence("asking the feature gate"))
        for number in drivers.keys { post(number) { $0.handle(.gateClosed(refusal)) } }
    }
}
