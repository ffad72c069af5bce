// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterTestSupport
import HappyOysterWorld
import Testing

@testable import HappyOysterSession

/// A session over a scripted transport, from the connect to the release.
@Suite struct SessionStoryTests {
    private static let ada = SessionConnection(
        id: "ada",
        createdAtMs: 1_796_131_800_000,
        data: "Ada"
    )

    @Test func `a connect opens the event stream and reports who is present`() throws {
        let fixture = try SessionFixture()
        let outcome = try fixture.connect()
        #expect(fixture.session.status == .connecting)
        let connect = try #require(fixture.transport.sent.first)
        #expect(connect.request.url == "http://127.0.0.1:8090/v1/sessions/1_MX4/connections")
        #expect(connect.body?["token"] == .string(SessionFixture.token))
        fixture.answerConnect([
            "upTo": 4, "connections": [SessionFixture.connection("ada")],
            "streams": [SessionFixture.stream("s1", of: "ada")], "muteForced": ["active": true],
        ])
        #expect(outcome.code == nil)
        let stream = try #require(fixture.stream)
        #expect(stream.header("Authorization") == "Bearer \(SessionFixture.bearer)")
        #expect(stream.header("Last-Event-ID") == "\(SessionFixture.epoch)-4")
        #expect(throws: OysterSDKError.self) { try fixture.session.connection() }
        fixture.openStream()
        #expect(outcome.code == 0)
        #expect(fixture.session.status == .connected)
        #expect(try fixture.session.connection().id == "own")
        #expect(try fixture.session.streams().map(\.id) == ["s1"])
        #expect(try fixture.session.capabilities().canForceMute)
        #expect(
            fixture.events.map(\.type) == [
                .statusChanged, .statusChanged, .connected, .connectionCreated, .streamCreated,
                .muteForced,
            ]
        )
        #expect(fixture.events.map(\.sequence) == [1, 2, 3, 4, 5, 6])
        #expect(fixture.notices[3] == .connectionCreated(Self.ada))
    }

    @Test func `signals are posted in order, in one post while another is in flight`() throws {
        let fixture = try SessionFixture()
        try fixture.connected()
        for data in ["one", "two", "three"] { try fixture.send(data) }
        #expect(fixture.posted.compactMap { $0["data"]?.stringValue } == ["one"])
        fixture.answerPost()
        #expect(fixture.posted.compactMap { $0["data"]?.stringValue } == ["two", "three"])
        #expect(fixture.posted.compactMap { $0["number"]?.integerValue } == [2, 3])
        fixture.answerPost([3: 1011])
        guard case .error(let error)? = fixture.notices.last else {
            Issue.record("no error event")
            return
        }
        #expect(error.code == 1011)
        #expect(error.operation == "sendSignal")
        #expect(fixture.session.status == .connected)
    }

    @Test func `an event arrives once, and a disconnect leaves in order`() throws {
        let fixture = try SessionFixture()
        try fixture.connected()
        _ = fixture.takeNotices()
        let signal: JSONValue = [
            "type": "chat", "data": "hello", "from": SessionFixture.connection("ada"), "number": 1,
        ]
        fixture.event(1, "signal", signal)
        fixture.event(1, "signal", signal)
        fixture.event(2, "signal", signal)
        #expect(
            fixture.takeNotices() == [
                .signal(ReceivedSignal(type: "chat", data: "hello", from: Self.ada))
            ]
        )
        try fixture.send("last")
        let outcome = try fixture.disconnect()
        #expect(fixture.session.status == .disconnecting)
        #expect(fixture.posted.compactMap { $0["op"]?.stringValue } == ["signal"])
        fixture.answerPost()
        #expect(fixture.posted.compactMap { $0["op"]?.stringValue } == ["leave"])
        #expect(outcome.code == nil)
        fixture.answerPost()
        #expect(outcome.code == 0)
        #expect(
            fixture.takeNotices() == [
                .statusChanged(.disconnecting), .statusChanged(.notConnected),
                .disconnected(.client),
            ]
        )
        #expect(fixture.stream == nil)
        #expect(fixture.loop.pendingTimers == 0)
    }

    @Test func `a lost event stream is opened again after the last event`() throws {
        let fixture = try SessionFixture()
        try fixture.connected()
        fixture.event(1, "connectionCreated", ["connection": SessionFixture.connection("ada")])
        _ = fixture.takeNotices()
        fixture.cut()
        #expect(fixture.session.status == .reconnecting)
        #expect(try fixture.session.connection().id == "own")
        fixture.loop.advance(by: .milliseconds(200))
        #expect(fixture.stream?.header("Last-Event-ID") == "\(SessionFixture.epoch)-1")
        fixture.openStream()
        fixture.event(
            2,
            "connectionDestroyed",
            ["connection": SessionFixture.connection("ada"), "reason": "client"]
        )
        #expect(
            fixture.takeNotices() == [
                .statusChanged(.reconnecting), .reconnecting, .statusChanged(.connected),
                .reconnected, .connectionDestroyed(Self.ada, .client),
            ]
        )
    }

    @Test func `after the grace time the session has failed with 1022`() throws {
        let fixture = try SessionFixture()
        try fixture.connected()
        _ = fixture.takeNotices()
        fixture.cut()
        while fixture.session.status == .reconnecting {
            fixture.loop.advance(by: .milliseconds(100))
            fixture.cut()
        }
        #expect(fixture.session.status == .failed)
        let types = fixture.events.map(\.type)
        #expect(types == [.statusChanged, .reconnecting, .statusChanged, .failed, .disconnected])
        guard case .failed(let error) = fixture.notices[3] else {
            Issue.record("no failure")
            return
        }
        #expect(error.code == 1022)
        #expect(fixture.loop.pendingTimers == 0)
        #expect(throws: OysterSDKError(OysterErrorCode.sessionStateFailed, operation: .connect)) {
            try fixture.session.connect(token: SessionFixture.token) { _ in }
        }
    }

    @Test func `a released session leaves without events, and its driver is dropped`() throws {
        let fixture = try SessionFixture()
        try fixture.connected()
        let report = try fixture.operate { try fixture.session.reportIssue($0) }
        _ = fixture.takeNotices()
        fixture.engine.release(fixture.session)
        fixture.loop.run()
        #expect(report.code == OysterErrorCode.aborted)
        fixture.answerPost()
        #expect(fixture.posted.compactMap { $0["op"]?.stringValue } == ["leave"])
        #expect(!fixture.dependencies.ends.wait(until: .zero))
        fixture.answerPost()
        #expect(fixture.takeNotices() == [])
        #expect(fixture.dependencies.ends.wait(until: .zero))
        #expect(fixture.session.status == .notConnected)
    }
}
