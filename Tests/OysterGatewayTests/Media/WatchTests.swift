// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterTestSupport
import Testing

@testable import OysterGateway

/// The pages for a browser.
@Suite(.blocking) struct WatchTests {
    private func get(_ fixture: GatewayFixture, _ path: String, host: String? = nil) throws
        -> BlockingResponse
    {
        var request = BlockingRequest("GET", fixture.gateway.apiURL + path)
        if let host { request.headers.append("Host: \(host)") }
        request.wantsHead = true
        return try request.perform()
    }

    private func post(
        _ fixture: GatewayFixture,
        _ path: String,
        _ body: JSONValue,
        token: String = ""
    )
        throws -> BlockingResponse
    {
        var request = BlockingRequest("POST", fixture.gateway.apiURL + path, json: body)
        request.headers.append("Authorization: Bearer \(token)")
        return try request.perform()
    }

    @Test(arguments: [
        ("/", "text/html"), ("/watch?channel=c&token=t", "text/html"),
        ("/watch/page.css", "text/css"), ("/watch/icon.svg", "image/svg+xml"),
        ("/watch/landing.js", "text/javascript"),
        ("/watch/player.js", "text/javascript"), ("/watch/controls.js", "text/javascript"),
        ("/watch/travel.js", "text/javascript"), ("/watch/look.js", "text/javascript"),
        ("/watch/travels", "application/json"),
    ])
    func `the pages exist with and without media`(path: String, type: String) throws {
        for fixture in [try GatewayFixture(), try GatewayFixture.withMedia()] {
            let response = try get(fixture, path)
            #expect(response.status == 200)
            #expect(response.header("Content-Type")?.hasPrefix(type) == true)
        }
    }

    @Test func `pages load no external resources and have no inline scripts`() throws {
        let response = try get(try GatewayFixture(), "/")
        let policy = response.header("Content-Security-Policy") ?? ""
        #expect(policy.contains("default-src 'self'"))
        for page in [LandingPage.html, WatchPage.html] {
            #expect(!page.contains("://"))
            #expect(!page.contains("onclick"))
        }
    }

    @Test(arguments: [
        ("127.0.0.1:1234", 200), ("localhost", 200), ("localhost:99", 200), ("evil.invalid", 403),
        ("127.0.0.1.evil.invalid", 403),
    ])
    func `pages are refused under a foreign host name`(host: String, status: Int) throws {
        #expect(try get(try GatewayFixture(), "/watch/travels", host: host).status == status)
    }

    @Test func `a running travel is listed with a link`() throws {
        let fixture = try GatewayFixture.withMedia()
        let watchable = try fixture.watchable("acting")
        let link =
            "\(fixture.gateway.apiURL)/watch?channel=\(watchable.channel)&token=\(watchable.token)"
        let url = fixture.gateway.apiURL + "/watch/travels"
        let listed = try BlockingRequest("GET", url).perform().json
        #expect(listed?["hasMedia"] == true)
        let titles = listed?["travels"]?.arrayValue?.map { $0["title"] }
        #expect(titles == ["A world for trying things"])
        #expect(listed?["travels"]?.arrayValue?.map { $0["watchUrl"] } == [.string(link)])
        #expect(try fixture.listed(watchable)?["watchUrl"] == .string(link))
        let redirect = try get(fixture, "/watch?travel=\(watchable.travel)")
        #expect(redirect.status == 302)
        #expect(redirect.header("Location") == link)
        try fixture.act(watchable, "end")
        #expect(try BlockingRequest("GET", url).perform().json?["travels"] == [])
        #expect(try get(fixture, "/watch?travel=\(watchable.travel)").status == 404)
        #expect(try fixture.listed(watchable)?["watchUrl"] == .null)
    }

    @Test(arguments: ["adventure", "directing", "acting"])
    func `the page can start a demo world`(mode: String) throws {
        let fixture = try GatewayFixture.withMedia()
        let response = try post(fixture, "/watch/start", ["mode": .string(mode)])
        #expect(response.status == 200)
        let url = try #require(response.json?["watchUrl"]?.stringValue)
        let travels = try fixture.client.control("GET", "/travels")["travels"]?.arrayValue
        #expect(travels?.map { $0["watchUrl"] } == [.string(url)])
        #expect(travels?.first?["mode"] == .string(mode))
    }

    @Test func `a demo world needs media and a page of this gateway`() throws {
        #expect(try post(try GatewayFixture(), "/watch/start", ["mode": "adventure"]).status == 400)
        let fixture = try GatewayFixture.withMedia()
        #expect(try post(fixture, "/watch/start", []).status == 400)
        var request = BlockingRequest("POST", fixture.gateway.apiURL + "/watch/start")
        request.headers = ["Content-Type: text/plain"]
        request.body = Array(#"{"mode":"adventure"}"#.utf8)
        #expect(try request.perform().status == 400)
    }

    @Test func `a demo world lasts while it has viewers`() throws {
        let fixture = try GatewayFixture.withMedia(["clientVanishedMs": 600_000])
        let made = try fixture.client.control(
            "POST",
            "/credentials",
            ["mode": "adventure", "watch": true]
        )
        let id = try #require(made["encryptedTravelId"]?.stringValue)
        let url = try #require(made["watchUrl"]?.stringValue)
        let parts = url.split(whereSeparator: { "=&".contains($0) }).map(String.init)
        let watchable = WatchableTravel(
            travel: id,
            mode: "adventure",
            channel: parts[1],
            token: parts[3],
            signalingURL: "\(fixture.gateway.apiURL)/rtc/v1/channels/\(parts[1])",
            name: id
        )
        try fixture.advance(100)
        let viewer = try fixture.watch(watchable)
        for _ in 0..<5 {
            let pushes = viewer.seen.pushes
            #expect(blockUntil { viewer.seen.pushes > pushes + 1 })
            try fixture.advance(400_000)
        }
        #expect(try fixture.listed(watchable)?["status"] == "running")
        viewer.lose()
        #expect(blockUntil { viewer.seen.closes == 1 })
        try fixture.advance(600_000)
        #expect(try fixture.listed(watchable)?["status"] == "completed")
    }

    @Test func `the routes of the watch page need the token of the channel`() throws {
        let fixture = try GatewayFixture.withMedia()
        let watchable = try fixture.watchable("directing")
        let path = "/watch/instruct?channel=\(watchable.channel)"
        let rain: JSONValue = ["content": "rain"]
        #expect(try post(fixture, path, rain).status == 404)
        #expect(try post(fixture, path, rain, token: watchable.token).status == 200)
        #expect(try get(fixture, "/watch/status?channel=\(watchable.channel)").status == 404)
        var request = BlockingRequest(
            "GET",
            fixture.gateway.apiURL + "/watch/status?channel=\(watchable.channel)"
        )
        request.headers = ["Authorization: Bearer \(watchable.token)"]
        let status = try request.perform().json
        #expect(status?["mode"] == "directing")
        #expect(status?["canInstruct"] == true)
        #expect(status?["canSteer"] == false)
        let path2 = "travels/status?encryptedTravelId=\(watchable.travel)"
        let given = try fixture.data("directing", "GET", path2)["userInstructions"]
        #expect(given?.arrayValue?.map { $0["instruction"] } == ["rain"])
    }

    /// The status that the page polls.
    private func status(_ fixture: GatewayFixture, _ watchable: WatchableTravel) throws
        -> JSONValue?
    {
        let url = fixture.gateway.apiURL + "/watch/status?channel=\(watchable.channel)"
        var request = BlockingRequest("GET", url)
        request.headers = ["Authorization: Bearer \(watchable.token)"]
        return try request.perform().json
    }

    @Test func `the page pauses, resumes and rewinds a travel`() throws {
        let fixture = try GatewayFixture.withMedia(["pauseConfirmMs": 0])
        let watchable = try fixture.watchable("directing")
        func operate(_ name: String, _ body: JSONValue = [:]) throws -> Int {
            let path = "/watch/\(name)?channel=\(watchable.channel)"
            return try post(fixture, path, body, token: watchable.token).status
        }
        #expect(try post(fixture, "/watch/pause?channel=\(watchable.channel)", [:]).status == 404)
        #expect(try status(fixture, watchable)?["canPause"] == true)
        #expect(try operate("resume") == 409)
        #expect(try operate("pause") == 200)
        // A resume before the teardown of the room makes the travel fail.
        #expect(try status(fixture, watchable)?["canResume"] == false)
        try fixture.advance(2500)
        let paused = try status(fixture, watchable)
        #expect(paused?["status"] == "paused")
        #expect(paused?["canPause"] == false)
        #expect(paused?["canResume"] == true)
        #expect(paused?["canRewind"] == true)
        #expect(paused?["lengthSec"] == 180)
        #expect(try operate("rewind", ["toSec": -1]) == 400)
        #expect(try operate("rewind", ["toSec": 24]) == 200)
        let resumed = try status(fixture, watchable)
        #expect(resumed?["status"] == "running")
        #expect((resumed?["timelineSec"]?.doubleValue ?? 0) >= 24)
        #expect(try operate("nothing") == 404)
    }

    @Test(arguments: [("acting", true), ("adventure", false)])
    func `the page offers the operations of the mode`(mode: String, canPause: Bool) throws {
        let fixture = try GatewayFixture.withMedia()
        let watchable = try fixture.watchable(mode)
        let shown = try status(fixture, watchable)
        #expect(shown?["canPause"] == .bool(canPause))
        #expect(shown?["lengthSec"] == .null)
        for name in ["pause", "rewind"] {
            let path = "/watch/\(name)?channel=\(watchable.channel)"
            let answer = try post(fixture, path, ["toSec": 4], token: watchable.token)
            #expect(answer.status == (name == "pause" && canPause ? 200 : 409))
        }
    }

    @Test(arguments: [
        ("adventure", "rain", 409), ("acting", "", 400), ("acting", "rain", 200),
        ("acting", "badword", 400),
    ])
    func `POST travels/instruct acts as the API`(
        mode: String,
        content: String,
        status: Int
    ) throws {
        let fixture = try GatewayFixture.withMedia(["moderationWords": ["badword"]])
        let watchable = try fixture.watchable(mode)
        let response = try fixture.client.send(
            BlockingRequest(
                "POST",
                fixture.gateway.controlURL + "/travels/instruct",
                json: [
                    "encryptedTravelId": .string(watchable.travel), "content": .string(content),
                ]
            )
        )
        #expect(response.status == status)
    }
}
