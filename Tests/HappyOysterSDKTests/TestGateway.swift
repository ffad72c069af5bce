// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterTestSupport
import OysterGateway

/// A gateway for one test, and the client of its control port.
final class TestGateway: Sendable {
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
        // Other suites may block the threads of the pool for a minute: no travel ends by a timeout.
        try post("settings", #"{"experienceMs":3600000,"clientVanishedMs":null}"#)
        try post("settings", #"{"initMs":0,"startMs":0,"pauseConfirmMs":50,"roomTeardownMs":0}"#)
        try post("settings", settings)
    }

    deinit { gateway.stop() }

    var apiHost: String { gateway.apiURL }

    func post(_ path: String, _ json: String) throws {
        try client.control("POST", "/" + path, JSONCodec.parse(Array(json.utf8)))
    }

    /// Removes all faults.
    func clearFaults() throws { try client.control("DELETE", "/faults") }

    func credentials(_ mode: String) throws -> Credentials {
        let request = try JSONCodec.parse(Array(#"{"mode":"\#(mode)"}"#.utf8))
        let answer = try client.control("POST", "/credentials", request)
        return Credentials(
            model: answer["model"]?.stringValue ?? "",
            token: answer["token"]?.stringValue ?? "",
            ticket: answer["ticket"]?.stringValue ?? ""
        )
    }

    /// Number of requests to a route.
    func requests(_ route: String) throws -> Int {
        try client.control("GET", "/requests?route=" + route)["requests"]?.arrayValue?.count ?? 0
    }
}
