// SPDX-License-Identifier: Apache-2.0
import CHappyOyster
import HappyOysterCore
import HappyOysterTestSupport
import OysterGateway

/// A gateway and an engine of its own for one test, used as a C host uses them.
final class HostFixture: @unchecked Sendable {
    let gateway: Gateway
    let client: GatewayClient
    let mode: String
    let engine: OpaquePointer
    private let isEngineOurs: Bool
    private let isGatewayOurs: Bool

    /// Makes gateway and engine; settings go to the gateway's control port.
    init(
        _ mode: String = "adventure",
        settings: JSONObject = [:],
        engine given: OpaquePointer? = nil
    ) throws {
        gateway = try Gateway(port: 0, controlPort: 0)
        client = GatewayClient(apiURL: gateway.apiURL, controlURL: gateway.controlURL)
        self.mode = mode
        isEngineOurs = given == nil
        isGatewayOurs = true
        engine = try given ?? HostFixture.makeEngine()
        if !settings.members.isEmpty {
            try client.control("POST", "/settings", .object(settings))
        }
    }

    private init(twinOf other: HostFixture, engine: OpaquePointer) {
        gateway = other.gateway
        client = other.client
        mode = other.mode
        self.engine = engine
        isEngineOurs = false
        isGatewayOurs = false
    }

    deinit {
        if isEngineOurs { oyster_engine_destroy(engine, nil) }
        if isGatewayOurs { gateway.stop() }
    }

    /// Another engine at the same gateway.
    func makeTwin(_ engine: OpaquePointer) -> HostFixture {
        HostFixture(twinOf: self, engine: engine)
    }

    static func makeEngine() throws -> OpaquePointer {
        var engine: OpaquePointer?
        guard oyster_engine_create(&engine) == 0, let engine else { throw FixtureFailure("create") }
        return engine
    }

    // MARK: Gateway

    /// Token and ticket for a new travel.
    func credentials(_ more: JSONObject = [:]) throws -> (token: String, ticket: String) {
        var order = more
        order["mode"] = .string(mode)
        let made = try client.control("POST", "/credentials", .object(order))
        guard let token = made["token"]?.stringValue, let ticket = made["ticket"]?.stringValue
        else { throw FixtureFailure("credentials") }
        return (token, ticket)
    }

    /// The requests that reached the gateway, of one route when given.
    func requests(_ route: String? = nil) throws -> [JSONValue] {
        let path = "/requests" + (route.map { "?route=\($0)" } ?? "")
        return try client.control("GET", path)["requests"]?.arrayValue ?? []
    }

    func fault(_ fault: JSONObject) throws {
        try client.control("POST", "/faults", .object(fault))
    }

    // MARK: Engine

    /// Initialises the engine for this gateway with the loopback stream; returns the code.
    @discardableResult func initialize(
        callbackTimeoutMs: UInt32 = 10_000,
        streamEngine: String = "loopback",
        change: (inout oyster_config) -> Void = { _ in },
        call: (OpaquePointer?, UnsafePointer<oyster_config>?) -> oyster_result =
            oyster_engine_initialize
    ) -> oyster_result {
        gateway.apiURL.withCString { host in
            "happyoyster-1.0-\(mode)".withCString { model in
                streamEngine.withCString { stream in
                    var config = oyster_config()
                    config.size = UInt32(MemoryLayout<oyster_config>.size)
                    config.api_host = host
                    config.model = model
                    config.stream_engine = stream
                    config.callback_timeout_ms = callbackTimeoutMs
                    config.poll_interval_ms = 100
                    change(&config)
                    return call(engine, &config)
                }
            }
        }
    }

    /// A travel that can be started: configuration, token and ticket are set.
    func makeTravel(_ more: JSONObject = [:]) throws -> OpaquePointer {
        if !oyster_engine_is_ready(engine) { initialize() }
        let credentials = try credentials(more)
        oyster_engine_update_token(engine, credentials.token)
        var travel: OpaquePointer?
        let code = oyster_engine_create_travel(engine, credentials.ticket, &travel)
        guard code == 0, let travel else { throw FixtureFailure("create_travel \(code)") }
        return travel
    }

    /// A travel that runs.
    func makeRunningTravel(_ more: JSONObject = [:]) throws -> OpaquePointer {
        let travel = try makeTravel(more)
        let start = Completion()
        let code = oyster_travel_start(travel, nil, Completion.done, start.context)
        guard code == 0, start.wait()?.code == 0 else { throw FixtureFailure("start") }
        return travel
    }

    func status(_ travel: OpaquePointer) -> oyster_status? {
        var status = oyster_status.OYSTER_STATUS_IDLE
        return oyster_travel_status(travel, &status) == 0 ? status : nil
    }
}

struct FixtureFailure: Error {
    let what: String

    init(_ what: String) { self.what = what }
}

/// A code of the header as the functions return it.
func code(_ code: oyster_error_code) -> oyster_result { oyster_result(code.rawValue) }

/// A value of a C enum, possibly one that its header does not define.
func strange<Value>(_ number: UInt32) -> Value { unsafeBitCast(number, to: Value.self) }
