// SPDX-License-Identifier: Apache-2.0
import Glibc
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterTestSupport

@testable import OysterGateway

/// A gateway for one test, with helpers for requests.
final class GatewayFixture {
    static let primaryKey = "sk-development"
    /// A well-formed identifier that does not exist.
    static let unknownID = String(repeating: "A", count: 43)

    let gateway: Gateway
    let client: GatewayClient

    init(
        _ settings: JSONValue? = nil,
        media: Gateway.Media? = nil
    ) throws {
        gateway = try Gateway(port: 0, controlPort: 0, media: media, clock: Timestamp.now)
        client = GatewayClient(apiURL: gateway.apiURL, controlURL: gateway.controlURL)
        if let settings { try client.control("POST", "/settings", settings) }
    }

    deinit { gateway.stop() }

    static func model(_ mode: String) -> String { "happyoyster-1.0-\(mode)" }

    /// The JSON response of an endpoint.
    func call(
        _ mode: String,
        _ method: String,
        _ endpoint: String,
        _ body: JSONValue? = nil,
        key: String? = GatewayFixture.primaryKey
    ) throws -> JSONValue {
        let response = try client.call(
            Self.model(mode),
            method,
            endpoint,
            key: key,
            body: body
        )
        guard let json = response.json else { throw Unexpected(what: endpoint) }
        return json
    }

    /// The data of a response that must be a success.
    func data(
        _ mode: String,
        _ method: String,
        _ endpoint: String,
        _ body: JSONValue? = nil,
        key: String? = GatewayFixture.primaryKey
    ) throws -> JSONValue {
        let answer = try call(mode, method, endpoint, body, key: key)
        let envelope = answer["output"] ?? answer
        guard envelope["code"] == 0, let data = envelope["data"] else {
            throw Unexpected(what: "\(endpoint): \(JSONCodec.print(answer) ?? "")")
        }
        return data
    }

    /// The business code of an endpoint, in envelope A or B.
    func code(
        _ mode: String,
        _ method: String,
        _ endpoint: String,
        _ body: JSONValue? = nil,
        key: String? = GatewayFixture.primaryKey
    ) throws -> Int64? {
        let answer = try call(mode, method, endpoint, body, key: key)
        return (answer["output"] ?? answer)["code"]?.integerValue
    }

    /// Advances the gateway's clock.
    func advance(_ milliseconds: Int64) throws {
        try client.control("POST", "/clock", ["advanceMs": .integer(milliseconds)])
    }

    struct Unexpected: Error {
        let what: String
    }
}

extension GatewayFixture {
    /// A ticket of `POST /credentials`.
    func ticket(_ order: JSONValue) throws -> String {
        try client.control("POST", "/credentials", order)["ticket"]?.stringValue ?? ""
    }

    /// Enters a new world and advances the clock until the travel runs.
    func travel(
        _ mode: String,
        creationModel: String = "simple",
        after milliseconds: Int64 = 2000
    ) throws -> String {
        let order: JSONValue = ["mode": .string(mode), "creationModel": .string(creationModel)]
        let entrance = try data(
            mode,
            "POST",
            "travels/enter-travel",
            ["ticket": .string(try ticket(order))]
        )
        try advance(milliseconds)
        return entrance["encryptedTravelId"]?.stringValue ?? ""
    }

    /// A directing travel that is paused, and whose room is torn down.
    func pausedTravel() throws -> String {
        let travel = try travel("directing")
        _ = try data("directing", "POST", "travels/pause", ["encryptedTravelId": .string(travel)])
        try advance(10_000)
        return travel
    }

    func status(_ mode: String, _ travel: String) throws -> String? {
        try data(mode, "GET", "travels/status?encryptedTravelId=\(travel)")["status"]?.stringValue
    }
}

/// A sample message of Tests/wire-samples.
func sample(_ file: String) throws -> JSONValue {
    let tests = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
    guard let stream = fopen("/\(tests)/wire-samples/\(file).json", "r") else {
        throw GatewayFixture.Unexpected(what: file)
    }
    defer { fclose(stream) }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = fread(&bytes, 1, bytes.count, stream)
    return try JSONCodec.parse(Array(bytes.prefix(count)))
}
