// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import Testing

@testable import HappyOysterSession

/// Events and answers of a server that may send anything.
@Suite struct ServerEventTests {
    private func event(_ type: String, _ data: String) -> ServerEvent {
        ServerEvent(type: type, data: Array(data.utf8))
    }

    @Test func `a signal may lack each of its parts`() {
        let nothing = ReceivedSignal(type: nil, data: nil, from: nil)
        #expect(event("signal", "{}") == .signal(nothing, number: nil))
        #expect(
            event("signal", #"{"type":null,"data":null,"from":null,"number":3}"#)
                == .signal(nothing, number: 3)
        )
    }

    @Test(
        arguments: [
            ("signal", #"{"data":"a\u0000b"}"#), ("signal", #"{"type":7}"#),
            ("signal", #"{"from":{"id":"a/b"}}"#), ("connectionCreated", "{}"),
            ("connectionCreated", #"{"connection":{"id":""}}"#), ("connectionCreated", "[1"),
            ("streamCreated", #"{"stream":{"id":"s"}}"#), ("muteForced", #"{"active":1}"#),
            ("snapshot", #"{"connections":[{}],"streams":[]}"#), ("snapshot", "{}"),
            ("archiveStarted", #"{"name":"a"}"#), ("signal", #"{"data":"\ud800"}"#),
        ] as [(String, String)]
    )
    func `data that cannot be read make the event unreadable`(type: String, data: String) {
        #expect(event(type, data) == .unreadable(type: type))
    }

    @Test func `an unknown type is ignored, an unknown reason is unknown`() {
        #expect(event("later", "{}") == .ignored)
        #expect(event("disconnected", #"{"reason":"weather"}"#) == .disconnected(.unknown))
        #expect(event("disconnected", #"{"reason":"forced"}"#) == .disconnected(.forced))
    }

    @Test func `a stream without optional fields is read, absurd sizes count as absent`() {
        let data = #"{"stream":{"id":"s","connection":{"id":"c"},"width":1e300,"height":-4}}"#
        let connection = SessionConnection(id: "c", createdAtMs: 0, data: "")
        let stream = SessionStream(
            id: "s",
            name: "",
            connection: connection,
            createdAtMs: 0,
            hasAudio: false,
            hasVideo: false,
            width: 0,
            height: 0,
            videoType: .custom
        )
        #expect(event("streamCreated", data) == .streamCreated(stream))
    }

    @Test(
        arguments: [
            ("2026-12-01T13:30:00.000Z", 1_796_131_800_000),
            ("2026-12-01T13:30:00Z", 1_796_131_800_000),
            ("1970-01-01T00:00:00.25Z", 250), ("2024-02-29T00:00:00.001Z", 1_709_164_800_001),
        ] as [(String, Int64)]
    )
    func `times are read to the millisecond`(text: String, milliseconds: Int64) {
        #expect(ISO8601.milliseconds(text) == milliseconds)
    }

    @Test(
        arguments: [
            "", "2026-12-01", "2025-02-29T00:00:00Z", "2026-13-01T00:00:00Z",
            "2026-12-01T24:00:00Z", "2026-12-01T13:30:00+01:00", "2026-12-01T13:30:00.Z",
            "2026-12-01T13:30:00.xZ",
        ]
    )
    func `other texts are no times`(text: String) { #expect(ISO8601.milliseconds(text) == nil) }

    @Test func `a connect's answer needs its secrets, its epoch and its snapshot`() throws {
        let whole = try #require(SessionFixture.welcome().objectValue)
        let answer = try #require(ConnectAnswer(whole))
        #expect(answer.times.grace == .seconds(20))
        for key in ["connection", "bearer", "resumeTicket", "epoch", "snapshot"] {
            var object = whole
            object[key] = nil
            #expect(ConnectAnswer(object) == nil)
        }
        var object = whole
        object["bearer"] = "a\r\nb"
        #expect(ConnectAnswer(object) == nil)
        object = whole
        object["graceTimeMs"] = -1
        object["heartbeatMs"] = .number(1e18)
        let times = try #require(ConnectAnswer(object)).times
        #expect(times.grace == .seconds(20))
        #expect(times.heartbeat <= .seconds(60))
    }
}
