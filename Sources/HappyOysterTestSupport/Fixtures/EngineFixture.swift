// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore
import HappyOysterPlatform
import HappyOysterStream
import HappyOysterThreading
package import HappyOysterWorld
import Synchronization

/// An engine with a manual loop, a scripted transport and stream engine, and recorders.
package final class EngineFixture: Sendable {
    package static let token = "st-0a1b2c3d4e5f60718293"
    package static let ticket = "tk_5f0c9a7e2b1d4836"

    package let mode: OysterModeValue
    package let loop = ManualLoop()
    package let transport: ScriptedTransport
    package let streams = ScriptedStreamEngine()
    package let delivery = RecordingDelivery()
    package let log = RecordingLog()
    package let engine: Engine
    /// The working directory that the engine sees.
    private let folder = Lock<String?>("/film")
    private let dependencies: EngineDependencies
    private let lastTravel = Atomic<UInt64>(0)

    /// Makes an engine that is ready and has a token.
    package convenience init(
        _ mode: OysterModeValue = .adventure,
        _ change: (inout OysterConfig) -> Void = { _ in }
    ) throws {
        self.init(bare: mode)
        var config = config()
        change(&config)
        try engine.initialize(config)
        try engine.updateToken(EngineFixture.token)
        loop.run()
        transport.answer("feature-gate", .success(.gateway(404, "NotFound")))
    }

    /// Makes an engine without configuration and token.
    package init(bare mode: OysterModeValue) {
        self.mode = mode
        let (loop, log, streams, folder) = (loop, log, streams, folder)
        transport = ScriptedTransport(loop: loop)
        dependencies = EngineDependencies(
            loop: loop,
            transport: transport,
            log: log,
            streams: streams,
            random: { UInt64.random(in: .min ... .max) },
            workingFolder: { folder.withLock { $0 } }
        )
        engine = Engine(dependencies: dependencies, delivery: delivery)
    }

    /// Changes the working directory; nil for one that cannot be read.
    package func enterFolder(_ path: String?) { folder.withLock { $0 = path } }

    package func config() -> OysterConfig {
        OysterConfig(
            apiHost: "ws-1.cn-beijing.maas.aliyuncs.com",
            model: "happyoyster-1.0-\(mode.rawValue)"
        )
    }

    /// Whether no request to end waits for the server.
    package var areEndsSettled: Bool { dependencies.ends.wait(until: .zero) }

    /// Makes a travel whose events are recorded.
    package func makeTravel(ticket: String = EngineFixture.ticket) throws -> TravelFixture {
        let number = lastTravel.add(1, ordering: .relaxed).newValue
        guard let wakeup = loop.makeWakeup() else { throw Repository.Unreadable(path: "wakeup") }
        let commandSlot = CommandSlot(wakeup: wakeup)
        let core = try engine.createTravel(
            ticket: ticket,
            number: number,
            commandSlot: commandSlot,
            generation: UInt32(truncatingIfNeeded: number),
            view: VideoView {},
            audio: AudioBuffer {}
        )
        let travel = TravelFixture(self, core: core, commandSlot: commandSlot)
        _ = core.addListener(id: 1) { travel.record($0) }
        loop.run()
        return travel
    }

    // MARK: Answers

    /// Answers the oldest waiting request of a route with data.
    @discardableResult package func answer(_ route: String, _ data: JSONValue) -> Bool {
        transport.answer(route, .success(.data(data)))
    }

    /// Refuses the oldest waiting request of a route with a business code.
    @discardableResult package func refuse(_ route: String, _ code: Int) -> Bool {
        transport.answer(route, .success(.refusal(code)))
    }

    /// Fails the oldest waiting request of a route with a network error.
    @discardableResult package func failOnNetwork(_ route: String) -> Bool {
        transport.answer(route, .failure(.transport("connection refused")))
    }

    /// Advances to the next poll and answers it.
    package func poll(_ status: String, more: JSONObject = [:]) {
        if transport.waiting(at: "travels/status").isEmpty { loop.advance(by: .seconds(2)) }
        var data: JSONObject = [
            "encryptedTravelId": .string(TravelFixture.id), "status": .string(status),
        ]
        for (key, value) in more.members { data[key] = value }
        answer("travels/status", .object(data))
    }
}

extension EngineFixture {
    /// The request of a call, as the client of a configuration builds it.
    package func sentRequest(_ call: APICall, _ config: RuntimeConfig) -> SentRequest {
        let client = APIClient(dependencies: dependencies, config: config)
        let request = client.httpRequest(call, token: Secret(EngineFixture.token))
        return SentRequest(id: 0, request: request, at: loop.now)
    }
}
