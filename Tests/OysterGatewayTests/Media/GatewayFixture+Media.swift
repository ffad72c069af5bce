// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterTestSupport
import HappyOysterThreading

@testable import OysterGateway

/// A travel that can be watched.
struct WatchableTravel: Sendable {
    let travel: String
    let mode: String
    let channel: String
    let token: String
    let signalingURL: String
    /// A text in each offer, which identifies the viewers of this test.
    let name: String

    var viewers: [FakeViewer] { FakeMedia.viewers(name) }
}

extension GatewayFixture {
    /// A gateway with media whose travels need no polls, so that slow machines do not matter.
    static func withMedia(_ settings: JSONObject = [:]) throws -> GatewayFixture {
        let patient: JSONObject = [
            "clientVanishedMs": .null, "experienceMs": 3_600_000, "noStreamAutoEndTimeoutSec": 3600,
        ]
        var settings = settings
        for (key, value) in patient.members where settings[key] == nil { settings[key] = value }
        return try GatewayFixture(.object(settings), media: FakeMedia.media())
    }

    /// Enters a new world and advances the clock, by default until the travel runs.
    func watchable(_ mode: String = "adventure", after milliseconds: Int64 = 2000) throws
        -> WatchableTravel
    {
        let entrance = try data(
            mode,
            "POST",
            "travels/enter-travel",
            ["ticket": .string(try ticket(["mode": .string(mode)]))]
        )
        try advance(milliseconds)
        let rtcConfig = entrance["rtcConfig"]
        let travel = entrance["encryptedTravelId"]?.stringValue ?? ""
        return WatchableTravel(
            travel: travel,
            mode: mode,
            channel: rtcConfig?["channelId"]?.stringValue ?? "",
            token: rtcConfig?["token"]?.stringValue ?? "",
            signalingURL: rtcConfig?["signalingUrl"]?.stringValue ?? "",
            name: travel
        )
    }

    /// The request of a client that joins.
    func offer(_ watchable: WatchableTravel, _ line: String = "a=now") -> BlockingRequest {
        var request = BlockingRequest("POST", watchable.signalingURL)
        request.headers = [
            "Authorization: Bearer \(watchable.token)", "Content-Type: application/sdp",
        ]
        request.body = Array("v=0\r\ns=\(watchable.name)\r\n\(line)\r\n".utf8)
        request.wantsHead = true
        return request
    }

    /// Joins and reports the connection.
    func watch(_ watchable: WatchableTravel) throws -> FakeViewer {
        let known = watchable.viewers.count
        let response = try client.send(offer(watchable))
        guard response.status == 201, let viewer = watchable.viewers.dropFirst(known).first else {
            throw Unexpected(what: "join: \(response.status)")
        }
        viewer.connect()
        return viewer
    }

    /// The travel in `GET /travels`.
    func listed(_ watchable: WatchableTravel) throws -> JSONValue? {
        try client.control("GET", "/travels")["travels"]?.arrayValue?.first {
            $0["encryptedTravelId"]?.stringValue == watchable.travel
        }
    }

    func commands() throws -> [JSONValue] {
        try client.control("GET", "/commands")["commands"]?.arrayValue ?? []
    }

    func act(_ watchable: WatchableTravel, _ action: String, _ more: JSONObject = [:]) throws {
        var body = more
        body["encryptedTravelId"] = .string(watchable.travel)
        _ = try data(watchable.mode, "POST", "travels/\(action)", .object(body))
    }
}

/// A request on its own thread.
final class BackgroundRequest: Sendable {
    private let result = Condition<BlockingResponse??>(nil)

    init(_ request: BlockingRequest) {
        var request = request
        request.timeoutMs = 60_000
        _ = SystemThread.start("sending") { [result, request] in
            let response = try? request.perform()
            result.update { $0 = .some(response) }
        }
    }

    /// Waits for the response; nil when there is none.
    func answer() -> BlockingResponse? { result.wait { $0.map { .over($0) } ?? .until(nil) } }
}

extension BlockingResponse {
    var text: String { String(decoding: body, as: UTF8.self) }

    /// A header of a response with its head.
    func header(_ name: String) -> String? {
        let line = text.split(separator: "\r\n").first {
            $0.lowercased().hasPrefix(name.lowercased() + ":")
        }
        return line.map { String($0.dropFirst(name.count + 1).drop { $0 == " " }) }
    }
}
