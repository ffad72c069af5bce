// SPDX-License-Identifier: Apache-2.0
import HappyOysterPlatform
import HappyOysterSDK
import HappyOysterTestSupport
import OysterGateway

/// A gateway of its own for one test, and engines that talk to it.
final class Harbour: Sendable {
    struct Credentials: Sendable {
        let model: String
        let token: String
        let ticket: String
    }

    let gateway: Gateway
    private let client: GatewayClient

    init(_ settings: String = "{}") throws {
        gateway = try Gateway(port: 0, controlPort: 0)
        client = GatewayClient(apiURL: gateway.apiURL, controlURL: gateway.controlURL)
        try post("settings", #"{"initMs":0,"startMs":0,"pauseConfirmMs":50,"roomTeardownMs":0}"#)
        try post("settings", settings)
    }

    deinit { gateway.stop() }

    var apiHost: String { gateway.apiURL }

    func post(_ path: String, _ json: String) throws {
        try client.control("POST", "/" + path, JSONCodec.parse(Array(json.utf8)))
    }

    /// Takes all faults away.
    func heal() throws { try client.control("DELETE", "/faults") }

    func credentials(_ mode: String) throws -> Credentials {
        let order = try JSONCodec.parse(Array(#"{"mode":"\#(mode)"}"#.utf8))
        let answer = try client.control("POST", "/credentials", order)
        return Credentials(
            model: answer["model"]?.stringValue ?? "",
            token: answer["token"]?.stringValue ?? "",
            ticket: answer["ticket"]?.stringValue ?? ""
        )
    }

    /// How many requests a route has got.
    func requests(_ route: String) throws -> Int {
        try client.control("GET", "/requests?route=" + route)["requests"]?.arrayValue?.count ?? 0
    }

    func config(_ model: String) -> OysterConfig {
        var config = OysterConfig(apiHost: apiHost, model: model)
        config.pollIntervalMs = 50
        config.streamEngine = "loopback"
        return config
    }

    /// An engine with configuration and token.
    @MainActor func engine(_ credentials: Credentials) -> HappyOysterEngine {
        let engine = HappyOysterEngine.make()
        engine.initialize(config: config(credentials.model))
        engine.updateToken(credentials.token)
        return engine
    }

    /// A travel in a new world of a mode.
    @MainActor func travel(_ mode: String) throws -> OysterTravel {
        let credentials = try credentials(mode)
        return try engine(credentials).createTravel(ticket: credentials.ticket)
    }
}

/// The code of the error that is thrown; 0 when none is, -1 for another error.
@MainActor func code(_ act: @MainActor () async throws -> Void) async -> Int {
    do {
        try await act()
        return 0
    } catch {
        return (error as? OysterSDKError)?.code ?? -1
    }
}

/// Statuses of a stream that ends by itself.
@MainActor func statuses(_ events: AsyncStream<OysterTravelEvent>) async -> [OysterTravelStatus] {
    var seen: [OysterTravelStatus] = []
    for await event in events {
        if case .statusChanged(let status) = event { seen.append(status) }
    }
    return seen
}
