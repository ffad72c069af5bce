// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterTestSupport
import Testing

@testable import OysterGateway

/// The pages for a person with a browser.
@Suite(.blocking) struct WatchTests {
    private func get(_ stage: Stage, _ path: String, host: String? = nil) throws -> BlockingResponse
    {
        var request = BlockingRequest("GET", stage.gateway.apiURL + path)
        if let host { request.headers.append("Host: \(host)") }
        request.wantsHead = true
        return try request.perform()
    }

    private func post(_ stage: Stage, _ path: String, _ body: JSONValue, token: String = "")
        throws -> BlockingResponse
    {
        var request = BlockingRequest("POST", stage.gateway.apiURL + path, json: body)
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
    func `pages are there with or without media`(path: String, type: String) throws {
        for stage in [try Stage(), try Stage.withMedia()] {
            let response = try get(stage, path)
            #expect(response.status == 200)
            #expect(response.header("Content-Type")?.hasPrefix(type) == true)
        }
    }

    @Test func `pages load nothing from elsewhere, and run only scripts of their own`() throws {
        let response = try get(try Stage(), "/")
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
    func `pages are for this machine's own names`(host: String, status: Int) throws {
        #expect(try get(try Stage(), "/watch/travels", host: host).status == status)
    }

    @Test func `a running travel is listed with a link`() throws {
        let stage = try Stage.withMedia()
        let show = try stage.show("acting")
        let link = "\(stage.gateway.apiURL)/watch?channel=\(show.channel)&token=\(show.token)"
        let url = stage.gateway.apiURL + "/watch/travels"
        let listed = try BlockingRequest("GET", url).perform().json
        #expect(listed?["hasMedia"] == true)
        let titles = listed?["travels"]?.arrayValue?.map { $0["title"] }
        #expect(titles == ["A world for trying things"])
        #expect(listed?["travels"]?.arrayValue?.map { $0["watchUrl"] } == [.string(link)])
        #expect(try stage.told(of: show)?["watchUrl"] == .string(link))
        let redirect = try get(stage, "/watch?travel=\(show.travel)")
        #expect(redirect.status == 302)
        #expect(redirect.header("Location") == link)
        try stage.act(show, "end")
        #expect(try BlockingRequest("GET", url).perform().json?["travels"] == [])
        #expect(try get(stage, "/watch?travel=\(show.travel)").status == 404)
        #expect(try stage.told(of: show)?["watchUrl"] == .null)
    }

    @Test(arguments: ["adventure", "directing", "acting"])
    func `a demo world can be started from the page`(mode: String) throws {
        let stage = try Stage.withMedia()
        let response = try post(stage, "/watch/start", ["mode": .string(mode)])
        #expect(response.status == 200)
        let url = try #require(response.json?["watchUrl"]?.stringValue)
        let travels = try stage.client.control("GET", "/travels")["travels"]?.arrayValue
        #expect(travels?.map { $0["watchUrl"] } == [.string(url)])
        #expect(travels?.first?["mode"] == .string(mode))
    }

    @Test func `a demo world needs media and a page of this gateway`() throws {
        #expect(try post(try Stage(), "/watch/start", ["mode": "adventure"]).status == 400)
        let stage = try Stage.withMedia()
        #expect(try post(stage, "/watch/start", []).status == 400)
        var request = BlockingRequest("POST", stage.gateway.apiURL + "/watch/start")
        request.headers = ["Content-Type: text/plain"]
        request.body = Array(#"{"mode":"adventure"}"#.utf8)
        #expect(try request.perform().status == 400)
    }

    @Test func `a demo world lives as long as it is watched`() throws {
        let stage = try Stage.withMedia(["clientVanishedMs": 600_000])
        let made = try stage.client.control(
            "POST",
            "/credentials",
            ["mode": "adventure", "watch": true]
        )
        let id = try #require(made["encryptedTravelId"]?.stringValue)
        let url = try #require(made["watchUrl"]?.stringValue)
        let parts = url.split(whereSeparator: { "=&".contains($0) }).map(String.init)
        let show = Show(
            travel: id,
            mode: "adventure",
            channel: parts[1],
            token: parts[3],
            signalingURL: "\(stage.gateway.apiURL)/rtc/v1/channels/\(parts[1])",
            name: id
        )
        try stage.advance(100)
        let viewer = try stage.watch(show)
        for _ in 0..<5 {
            let pushes = viewer.seen.pushes
            #expect(blockUntil { viewer.seen.pushes > pushes + 1 })
            try stage.advance(400_000)
        }
        #expect(try stage.told(of: show)?["status"] == "running")
        viewer.lose()
        #expect(blockUntil { viewer.seen.closes == 1 })
        try stage.advance(600_000)
        #expect(try stage.told(of: show)?["status"] == "completed")
    }

    @Test func `the page's own routes want the channel's token`() throws {
        let stage = try Stage.withMedia()
        let show = try stage.show("directing")
        let path = "/watch/instruct?channel=\(show.channel)"
        let rain: JSONValue = ["content": "rain"]
        #expect(try post(stage, path, rain).status == 404)
        #expect(try post(stage, path, rain, token: show.token).status == 200)
        #expect(try get(stage, "/watch/status?channel=\(show.channel)").status == 404)
        var request = BlockingRequest(
            "GET",
            stage.gateway.apiURL + "/watch/status?channel=\(show.channel)"
        )
        request.headers = ["Authorization: Bearer \(show.token)"]
        let told = try request.perform().json
        #expect(told?["mode"] == "directing")
        #expect(told?["canInstruct"] == true)
        #expect(told?["canSteer"] == false)
        let path2 = "travels/status?encryptedTravelId=\(show.travel)"
        let given = try stage.data("directing", "GET", path2)["userInstructions"]
        #expect(given?.arrayValue?.map { $0["instruction"] } == ["rain"])
    }

    /// The page's view of a Travel.
    private func status(_ stage: Stage, _ show: Show) throws -> JSONValue? {
        let url = stage.gateway.apiURL + "/watch/status?channel=\(show.channel)"
        var request = BlockingRequest("GET", url)
        request.headers = ["Authorization: Bearer \(show.token)"]
        return try request.perform().json
    }

    @Test func `a page pauses, resumes and rewinds`() throws {
        let stage = try Stage.withMedia(["pauseConfirmMs": 0])
        let show = try stage.show("directing")
        func operate(_ name: String, _ body: JSONValue = [:]) throws -> Int {
            let path = "/watch/\(name)?channel=\(show.channel)"
            return try post(stage, path, body, token: show.token).status
        }
        #expect(try post(stage, "/watch/pause?channel=\(show.channel)", [:]).status == 404)
        #expect(try status(stage, show)?["canPause"] == true)
        #expect(try operate("resume") == 409)
        #expect(try operate("pause") == 200)
        // Until the room is gone a resume would take the travel down.
        #expect(try status(stage, show)?["canResume"] == false)
        try stage.advance(2500)
        let paused = try status(stage, show)
        #expect(paused?["status"] == "paused")
        #expect(paused?["canPause"] == false)
        #expect(paused?["canResume"] == true)
        #expect(paused?["canRewind"] == true)
        #expect(paused?["lengthSec"] == 180)
        #expect(try operate("rewind", ["toSec": -1]) == 400)
        #expect(try operate("rewind", ["toSec": 24]) == 200)
        let resumed = try status(stage, show)
        #expect(resumed?["status"] == "running")
        #expect((resumed?["timelineSec"]?.doubleValue ?? 0) >= 24)
        #expect(try operate("nothing") == 404)
    }

    @Test(arguments: [("acting", true), ("adventure", false)])
    func `a page offers what the mode has`(mode: String, canPause: Bool) throws {
        let stage = try Stage.withMedia()
        let show = try stage.show(mode)
        let shown = try status(stage, show)
        #expect(shown?["canPause"] == .bool(canPause))
        #expect(shown?["lengthSec"] == .null)
        for name in ["pause", "rewind"] {
            let path = "/watch/\(name)?channel=\(show.channel)"
            let answer = try post(stage, path, ["toSec": 4], token: show.token)
            #expect(answer.status == (name == "pause" && canPause ? 200 : 409))
        }
    }

    @Test(arguments: [
        ("adventure", "rain", 409), ("acting", "", 400), ("acting", "rain", 200),
        ("acting", "badword", 400),
    ])
    func `the control port instructs as a client would`(
        mode: String,
        content: String,
        status: Int
    ) throws {
        let stage = try Stage.withMedia(["moderationWords": ["badword"]])
        let show = try stage.show(mode)
        let response = try stage.client.send(
            BlockingRequest(
                "POST",
                stage.gateway.controlURL + "/travels/instruct",
                json: [
                    "encryptedTravelId": .string(show.travel), "content": .string(content),
                ]
            )
        )
        #expect(response.status == status)
    }
}
