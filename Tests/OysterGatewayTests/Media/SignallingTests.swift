// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterTestSupport
import Testing

@testable import OysterGateway

@Suite(.blocking) struct SignallingTests {
    @Test func `an entrance tells where to send the offer only when there is media`() throws {
        let show = try Stage.withMedia().show()
        #expect(show.signalingURL.hasSuffix("/rtc/v1/channels/\(show.channel)"))
        #expect(try Stage().show().signalingURL == "")
    }

    @Test func `an offer is answered with a session that can be left once`() throws {
        let stage = try Stage.withMedia()
        let show = try stage.show()
        let response = try stage.client.send(stage.offer(show))
        #expect(response.status == 201)
        #expect(response.header("Content-Type") == "application/sdp")
        #expect(response.text.hasSuffix(FakeMedia.answer))
        let location = try #require(response.header("Location"))
        #expect(location.hasPrefix(show.signalingURL + "/sessions/"))
        let viewer = try #require(show.viewers.first)
        #expect(viewer.size == [864, 480])

        var leave = BlockingRequest("DELETE", location)
        #expect(try leave.perform().status == 401)
        leave.headers = ["Authorization: Bearer \(show.token)"]
        #expect(try leave.perform().status == 204)
        #expect(blockUntil { viewer.seen.closes == 1 })
        #expect(try blockUntil { try leave.perform().status == 404 })
    }

    /// What is changed in a good offer, and the status that it leads to.
    struct Wrong: Sendable {
        let what: String
        let status: Int
        let change: @Sendable (inout BlockingRequest) -> Void
    }

    static let wrongs: [Wrong] = [
        Wrong(what: "no token", status: 401) { $0.headers.removeFirst() },
        Wrong(what: "a wrong token", status: 401) { $0.headers[0] = "Authorization: Bearer rtc-0" },
        Wrong(what: "the account's key", status: 401) {
            $0.headers[0] = "Authorization: Bearer \(Stage.primaryKey)"
        },
        Wrong(what: "an unknown channel", status: 404) { $0.url += "0" },
        Wrong(what: "an unknown path", status: 404) { $0.url += "/more" },
        Wrong(what: "another method", status: 405) { $0.method = "PUT" },
        Wrong(what: "another type", status: 415) { $0.headers[1] = "Content-Type: text/plain" },
        Wrong(what: "a long offer", status: 413) {
            $0.body = Array("v=0".utf8) + [UInt8](repeating: 65, count: Signal.offerLimit)
        },
        Wrong(what: "no offer", status: 400) { $0.body = [] },
        Wrong(what: "no SDP", status: 400) { $0.body = Array("{}".utf8) },
        Wrong(what: "no UTF-8", status: 400) { $0.body = Array("v=0".utf8) + [0xFF] },
        Wrong(what: "a NUL", status: 400) { $0.body = Array("v=0\0a=now".utf8) },
        Wrong(what: "an offer that cannot be answered", status: 400) {
            $0.body = Array("v=0\r\na=cannot\r\n".utf8)
        },
        Wrong(what: "no resources", status: 503) { $0.body = Array("v=0\r\na=refuse\r\n".utf8) },
    ]

    @Test(arguments: wrongs.indices) func `a wrong offer is refused`(index: Int) throws {
        let wrong = Self.wrongs[index]
        let stage = try Stage.withMedia()
        var request = stage.offer(try stage.show())
        wrong.change(&request)
        request.wantsHead = false
        let response = try request.perform()
        #expect(response.status == wrong.status, "\(wrong.what)")
        #expect(response.json?["request_id"] != nil)
    }

    @Test func `a gateway without media knows no signalling`() throws {
        let stage = try Stage()
        let request = BlockingRequest("POST", stage.gateway.apiURL + "/rtc/v1/channels/stream_0")
        #expect(try request.perform().status == 404)
    }

    @Test(arguments: [
        ("before it runs", "", 201), ("paused", "pause", 409), ("ended", "end", 409),
    ])
    func `a channel can be joined while there is media`(
        when: String,
        action: String,
        status: Int
    ) throws {
        let stage = try Stage.withMedia(["startMs": 60_000, "pauseConfirmMs": 0])
        let show = try stage.show("directing", after: action.isEmpty ? 0 : 61_000)
        if !action.isEmpty { try stage.act(show, action) }
        #expect(try stage.client.send(stage.offer(show)).status == status, "\(when)")
    }

    @Test func `an answer may come later, and nobody waits for it but its client`() throws {
        let stage = try Stage.withMedia()
        let show = try stage.show()
        let sending = Sending(stage.offer(show, "a=later"))
        #expect(blockUntil { show.viewers.count == 1 })
        // The thread of the API is free.
        #expect(try stage.status(show.mode, show.travel) == "running")
        show.viewers.first?.answer(FakeMedia.answer)
        #expect(sending.answer()?.status == 201)
        show.viewers.first?.answer("v=0\r\ns=second\r\n")
        #expect(
            try stage.client.control("GET", "/requests?route=rtc")["requests"]?.arrayValue?
                .map { $0["status"] } == [201]
        )
    }

    @Test func `an answer that takes too long is given up, and so is its viewer`() throws {
        let stage = try Stage(media: FakeMedia.media(answersWithin: .milliseconds(50)))
        let show = try stage.show()
        #expect(try stage.client.send(stage.offer(show, "a=later")).status == 504)
        let viewer = try #require(show.viewers.first)
        viewer.answer(FakeMedia.answer)
        #expect(blockUntil { viewer.seen.closes == 1 })
    }

    @Test func `a gateway that stops lets waiting clients go`() throws {
        let stage = try Stage.withMedia()
        let show = try stage.show()
        let sending = Sending(stage.offer(show, "a=later"))
        #expect(blockUntil { show.viewers.count == 1 })
        stage.gateway.stop()
        #expect(sending.answer() == nil)
        #expect(show.viewers.first?.seen.closes == 1)
    }

    @Test func `faults strike signalling too`() throws {
        let stage = try Stage.withMedia()
        let show = try stage.show()
        try stage.client.control("POST", "/faults", ["route": "rtc", "status": 503, "times": 1])
        #expect(try stage.client.send(stage.offer(show)).status == 503)
        #expect(show.viewers.isEmpty)
        #expect(try stage.client.send(stage.offer(show)).status == 201)
    }

    @Test func `there are only so many places`() throws {
        let stage = try Stage.withMedia()
        let show = try stage.show()
        for _ in 0..<8 { #expect(try stage.client.send(stage.offer(show)).status == 201) }
        #expect(try stage.client.send(stage.offer(show)).status == 503)
    }
}
