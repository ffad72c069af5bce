// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterTestSupport
import Testing

@testable import OysterGateway

@Suite(.blocking) struct SignallingTests {
    @Test func `enter-travel returns a signalingUrl only with media`() throws {
        let watchable = try GatewayFixture.withMedia().watchable()
        #expect(watchable.signalingURL.hasSuffix("/rtc/v1/channels/\(watchable.channel)"))
        #expect(try GatewayFixture().watchable().signalingURL == "")
    }

    @Test func `an offer is answered with a resource that can be deleted once`() throws {
        let fixture = try GatewayFixture.withMedia()
        let watchable = try fixture.watchable()
        let response = try fixture.client.send(fixture.offer(watchable))
        #expect(response.status == 201)
        #expect(response.header("Content-Type") == "application/sdp")
        #expect(response.text.hasSuffix(FakeMedia.answer))
        let location = try #require(response.header("Location"))
        #expect(location.hasPrefix(watchable.signalingURL + "/sessions/"))
        let viewer = try #require(watchable.viewers.first)
        #expect(viewer.size == [864, 480])

        var leave = BlockingRequest("DELETE", location)
        #expect(try leave.perform().status == 401)
        leave.headers = ["Authorization: Bearer \(watchable.token)"]
        #expect(try leave.perform().status == 204)
        #expect(blockUntil { viewer.seen.closes == 1 })
        #expect(try blockUntil { try leave.perform().status == 404 })
    }

    /// A change of a valid offer, and the resulting status.
    struct Wrong: Sendable {
        let what: String
        let status: Int
        let change: @Sendable (inout BlockingRequest) -> Void
    }

    static let wrongs: [Wrong] = [
        Wrong(what: "no token", status: 401) { $0.headers.removeFirst() },
        Wrong(what: "a wrong token", status: 401) { $0.headers[0] = "Authorization: Bearer rtc-0" },
        Wrong(what: "the account's key", status: 401) {
            $0.headers[0] = "Authorization: Bearer \(GatewayFixture.primaryKey)"
        },
        Wrong(what: "an unknown channel", status: 404) { $0.url += "0" },
        Wrong(what: "an unknown path", status: 404) { $0.url += "/more" },
        Wrong(what: "another method", status: 405) { $0.method = "PUT" },
        Wrong(what: "another type", status: 415) { $0.headers[1] = "Content-Type: text/plain" },
        Wrong(what: "a long offer", status: 413) {
            $0.body =
                Array("v=0".utf8) + [UInt8](repeating: 65, count: SignallingRequest.offerLimit)
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

    @Test(arguments: wrongs.indices) func `an invalid offer is refused`(index: Int) throws {
        let wrong = Self.wrongs[index]
        let fixture = try GatewayFixture.withMedia()
        var request = fixture.offer(try fixture.watchable())
        wrong.change(&request)
        request.wantsHead = false
        let response = try request.perform()
        #expect(response.status == wrong.status, "\(wrong.what)")
        #expect(response.json?["request_id"] != nil)
    }

    @Test func `a gateway without media has no signalling route`() throws {
        let fixture = try GatewayFixture()
        let request = BlockingRequest("POST", fixture.gateway.apiURL + "/rtc/v1/channels/stream_0")
        #expect(try request.perform().status == 404)
    }

    @Test(arguments: [
        ("before it runs", "", 201), ("paused", "pause", 409), ("ended", "end", 409),
    ])
    func `a channel can be joined while it has media`(
        when: String,
        action: String,
        status: Int
    ) throws {
        let fixture = try GatewayFixture.withMedia(["startMs": 60_000, "pauseConfirmMs": 0])
        let watchable = try fixture.watchable("directing", after: action.isEmpty ? 0 : 61_000)
        if !action.isEmpty { try fixture.act(watchable, action) }
        #expect(try fixture.client.send(fixture.offer(watchable)).status == status, "\(when)")
    }

    @Test func `a delayed answer does not block other requests`() throws {
        let fixture = try GatewayFixture.withMedia()
        let watchable = try fixture.watchable()
        let sending = BackgroundRequest(fixture.offer(watchable, "a=later"))
        #expect(blockUntil { watchable.viewers.count == 1 })
        // The thread of the API is not blocked.
        #expect(try fixture.status(watchable.mode, watchable.travel) == "running")
        watchable.viewers.first?.answer(FakeMedia.answer)
        #expect(sending.answer()?.status == 201)
        watchable.viewers.first?.answer("v=0\r\ns=second\r\n")
        #expect(
            try fixture.client.control("GET", "/requests?route=rtc")["requests"]?.arrayValue?
                .map { $0["status"] } == [201]
        )
    }

    @Test func `an answer that takes too long gives 504 and closes its viewer`() throws {
        let fixture = try GatewayFixture(media: FakeMedia.media(answersWithin: .milliseconds(50)))
        let watchable = try fixture.watchable()
        #expect(try fixture.client.send(fixture.offer(watchable, "a=later")).status == 504)
        let viewer = try #require(watchable.viewers.first)
        viewer.answer(FakeMedia.answer)
        #expect(blockUntil { viewer.seen.closes == 1 })
    }

    @Test func `a gateway that stops ends pending offers`() throws {
        let fixture = try GatewayFixture.withMedia()
        let watchable = try fixture.watchable()
        let sending = BackgroundRequest(fixture.offer(watchable, "a=later"))
        #expect(blockUntil { watchable.viewers.count == 1 })
        fixture.gateway.stop()
        #expect(sending.answer() == nil)
        #expect(watchable.viewers.first?.seen.closes == 1)
    }

    @Test func `faults affect signalling`() throws {
        let fixture = try GatewayFixture.withMedia()
        let watchable = try fixture.watchable()
        try fixture.client.control("POST", "/faults", ["route": "rtc", "status": 503, "times": 1])
        #expect(try fixture.client.send(fixture.offer(watchable)).status == 503)
        #expect(watchable.viewers.isEmpty)
        #expect(try fixture.client.send(fixture.offer(watchable)).status == 201)
    }

    @Test func `a client beyond the viewer limit is refused with 503`() throws {
        let fixture = try GatewayFixture.withMedia()
        let watchable = try fixture.watchable()
        for _ in 0..<8 { #expect(try fixture.client.send(fixture.offer(watchable)).status == 201) }
        #expect(try fixture.client.send(fixture.offer(watchable)).status == 503)
    }
}
