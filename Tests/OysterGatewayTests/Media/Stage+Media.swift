// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterTestSupport
import HappyOysterThreading

@testable import OysterGateway

/// A Travel that can be watched.
struct Show: Sendable {
    let travel: String
    let mode: String
    let channel: String
    let token: String
    let signalingURL: String
    /// In every offer, to find this test's viewers among all.
    let name: String

    var viewers: [FakeViewer] { FakeMedia.viewers(name) }
}

extension Stage {
    /// A stage with media, whose travels last and need no polls, however slow the machine is.
    static func withMedia(_ settings: JSONObject = [:]) throws -> Stage {
        let patient: JSONObject = [
            "clientVanishedMs": .null, "experienceMs": 3_600_000, "noStreamAutoEndTimeoutSec": 3600,
        ]
        var settings = settings
        for (key, value) in patient.members where settings[key] == nil { settings[key] = value }
        return try Stage(.object(settings), media: FakeMedia.media())
    }

    /// Enters a new World, and lets the Travel begin to run unless told otherwise.
    func show(_ mode: String = "adventure", after milliseconds: Int64 = 2000) throws -> Show {
        let entrance = try data(
            mode,
            "POST",
            "travels/enter-travel",
            ["ticket": .string(try ticket(["mode": .string(mode)]))]
        )
        try advance(milliseconds)
        let rtcConfig = entrance["rtcConfig"]
        let travel = entrance["encryptedTravelId"]?.stringValue ?? ""
        return Show(
            travel: travel,
            mode: mode,
            channel: rtcConfig?["channelId"]?.stringValue ?? "",
            token: rtcConfig?["token"]?.stringValue ?? "",
            signalingURL: rtcConfig?["signalingUrl"]?.stringValue ?? "",
            name: travel
        )
    }

    /// The request with which a client joins.
    func offer(_ show: Show, _ line: String = "a=now") -> BlockingRequest {
        var request = BlockingRequest("POST", show.signalingURL)
        request.headers = [
            "Authorization: Bearer \(show.token)", "Content-Type: application/sdp",
        ]
        request.body = Array("v=0\r\ns=\(show.name)\r\n\(line)\r\n".utf8)
        request.wantsHead = true
        return request
    }

    /// Joins and lets media flow.
    func watch(_ show: Show) throws -> FakeViewer {
        let known = show.viewers.count
        let response = try client.send(offer(show))
        guard response.status == 201, let viewer = show.viewers.dropFirst(known).first else {
            throw Unexpected(what: "join: \(response.status)")
        }
        viewer.connect()
        return viewer
    }

    /// What the control port tells of a Travel.
    func told(of show: Show) throws -> JSONValue? {
        try client.control("GET", "/travels")["travels"]?.arrayValue?.first {
            $0["encryptedTravelId"]?.stringValue == show.travel
        }
    }

    func commands() throws -> [JSONValue] {
        try client.control("GET", "/commands")["commands"]?.arrayValue ?? []
    }

    func act(_ show: Show, _ action: String, _ more: JSONObject = [:]) throws {
        var body = more
        body["encryptedTravelId"] = .string(show.travel)
        _ = try data(show.mode, "POST", "travels/\(action)", .object(body))
    }
}

/// A request on a thread of its own.
final class Sending: Sendable {
    private let result = Condition<BlockingResponse??>(nil)

    init(_ request: BlockingRequest) {
        var request = request
        request.timeoutMs = 60_000
        _ = SystemThread.start("sending") { [result, request] in
            let response = try? request.perform()
            result.update { $0 = .some(response) }
        }
    }

    /// Waits for the answer; nil when none came.
    func answer() -> BlockingResponse? { result.wait { $0.map { .over($0) } ?? .until(nil) } }
}

extension BlockingResponse {
    var text: String { String(decoding: body, as: UTF8.self) }

    /// A header of an answer that was asked for with its head.
    func header(_ name: String) -> String? {
        let line = text.split(separator: "\r\n").first {
            $0.lowercased().hasPrefix(name.lowercased() + ":")
        }
        return line.map { String($0.dropFirst(name.count + 1).drop { $0 == " " }) }
    }
}
