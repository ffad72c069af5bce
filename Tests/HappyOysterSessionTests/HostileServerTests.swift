// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterTestSupport
import HappyOysterThreading
import HappyOysterWorld
import Testing

@testable import HappyOysterSession

/// Servers that break the protocol: nothing traps, hangs or grows.
@Suite struct HostileServerTests {
    @Test(
        arguments: [
            "data: " + String(repeating: "a", count: 70_000),
            String(repeating: "data: " + String(repeating: "a", count: 60_000) + "\n", count: 5),
            "id: other-1\nevent: signal\ndata: {}\n\n",
            "id: \(SessionFixture.epoch)-7\nevent: signal\ndata: {}\n\n",
            "event: signal\ndata: {}\n\n", "id: ../..\nevent: signal\ndata: {}\n\n",
        ]
    )
    func `a broken event stream is opened again after the last event`(text: String) throws {
        let fixture = try SessionFixture()
        try fixture.connected()
        fixture.event(1, "muteForced", ["active": true])
        fixture.push(text)
        #expect(fixture.session.status == .reconnecting)
        #expect(fixture.stream == nil)
        fixture.loop.advance(by: .milliseconds(200))
        #expect(fixture.stream?.header("Last-Event-ID") == "\(SessionFixture.epoch)-1")
        fixture.openStream()
        #expect(fixture.session.status == .connected)
    }

    @Test func `an event that cannot be read is counted, and the next one is delivered`() throws {
        let fixture = try SessionFixture()
        try fixture.connected()
        _ = fixture.takeNotices()
        fixture.event(1, "streamCreated", ["stream": ["id": 7]])
        fixture.event(2, "later", [:])
        fixture.event(3, "muteForced", ["active": true])
        #expect(fixture.takeNotices() == [.muteForced(isActive: true)])
        #expect(fixture.session.statistics["eventsUnreadable"] == 1)
        #expect(fixture.session.status == .connected)
    }

    @Test(
        arguments: [
            .text("<html>"), .json([:]), .json(["answers": 7]), .json(["answers": []]),
            .text("", status: 500), .text("", status: 204), .json([:], status: 302),
            .json(["error": ["code": 1011, "retryAfterMs": -5]], status: 409),
            .json(["error": ["nextRequest": 9_007_199_254_740_991]], status: 409),
            .json(["error": ["nextRequest": 0]], status: 409),
        ] as [HTTPResponse]
    )
    func `an answer to a post that helps nothing is a loss, in the end a failure`(
        answer: HTTPResponse
    ) throws {
        let fixture = try SessionFixture()
        try fixture.connected()
        try fixture.send("a")
        var posts = 0
        while fixture.session.status != .failed, posts < 200 {
            fixture.transport.answer("\(fixture.route)/requests", .success(answer))
            fixture.loop.advance(by: .seconds(1))
            if fixture.session.status == .reconnecting { fixture.openStream() }
            posts += 1
            if fixture.session.status == .reconnecting, fixture.stream == nil {
                fixture.transport.answer(
                    "\(fixture.route)/resume",
                    .success(.json(SessionFixture.welcome()))
                )
            }
        }
        // Network trouble may last; a server's mistakes may not.
        let isMistake = answer.status == 200 || answer.status == 204 || answer.status == 409
        if isMistake { #expect(fixture.session.status == .failed, "\(posts) posts") }
        fixture.engine.close()
        settle(fixture)
    }

    @Test func `no secret that a server echoes reaches log, errors or events`() throws {
        let fixture = try SessionFixture()
        let secrets = [SessionFixture.token, SessionFixture.bearer, SessionFixture.ticket]
        let echo = "No " + secrets.joined(separator: " and ") + "."
        let error: JSONValue = [
            "error": ["code": 1004, "message": .string("No \(SessionFixture.token).")]
        ]
        let refused = try fixture.connect()
        fixture.transport.answer(
            "sessions/\(SessionFixture.sessionId)/connections",
            .success(.json(error, status: 401))
        )
        #expect(refused.code == 1004)
        #expect(refused.error?.message.contains(SessionFixture.token) == false)
        try fixture.connected()
        try fixture.send("a")
        fixture.transport.answer(
            "\(fixture.route)/requests",
            .success(
                .json([
                    "answers": [
                        ["number": 1, "error": ["code": 1011, "message": .string(echo)]]
                    ], "nextRequest": 2,
                ])
            )
        )
        fixture.cut()
        fixture.loop.advance(by: .milliseconds(200))
        fixture.refuseStream(400, ["code": 1011, "message": .string(echo)])
        let texts =
            fixture.log.messages + fixture.events.compactMap { JSONCodec.print($0.payload) }
        #expect(texts.contains { $0.contains("No ") })
        for secret in secrets { #expect(!texts.contains { $0.contains(secret) }) }
    }

    @Test(arguments: 0..<30)
    func `a server that sends anything leaves nothing behind`(seed: Int) throws {
        var random = SplitMix(UInt64(seed))
        let fixture = try SessionFixture()
        let answers: [HTTPResponse] = [
            .json(SessionFixture.welcome(), status: 201), .json(SessionFixture.welcome()),
            .json(["answers": [["number": 1], ["number": 2]], "nextRequest": 3]),
            .json(["epoch": .string(SessionFixture.epoch), "events": []]), .text("\u{0}"),
            .json(["error": ["code": 1022, "resume": true]], status: 410),
            .json(["error": ["code": 1022, "resume": false, "reason": "lost"]], status: 410),
            .json([:], status: 401), .text("", status: 503),
            .json(["error": ["retryAfterMs": 1]], status: 429),
        ]
        let pieces = [
            "event: hello\ndata: {\"epoch\":\"\(SessionFixture.epoch)\"}\n\n", "\r", "data",
            "id: \(SessionFixture.epoch)-1\ndata: {}\n\n", ": \n\n", "event: hello\ndata: 1\n\n",
        ]
        for _ in 0..<150 {
            switch Int.random(in: 0..<8, using: &random) {
            case 0:
                _ = try? fixture.session.connect(token: SessionFixture.token) { _ in }
            case 1: try? fixture.session.send(SessionSignal(data: "a"))
            case 2: _ = try? fixture.session.reportIssue { _ in }
            case 3 where Int.random(in: 0..<4, using: &random) == 0:
                _ = try? fixture.session.disconnect { _ in }
            case 4...5:
                let piece = pieces[Int.random(in: 0..<pieces.count, using: &random)]
                if piece == "data" {
                    fixture.cut()
                } else if Int.random(in: 0..<3, using: &random) == 0 {
                    fixture.openStream()
                } else {
                    fixture.push(piece)
                }
            default:
                let waiting = fixture.transport.sent.filter { request in
                    !fixture.transport.isCancelled(request)
                }
                if let request = waiting.randomElement(using: &random) {
                    let answer = answers[Int.random(in: 0..<answers.count, using: &random)]
                    fixture.transport.answer(request, .success(answer))
                }
            }
            fixture.loop.advance(by: .milliseconds(Int.random(in: 0...900, using: &random)))
        }
        fixture.engine.close()
        settle(fixture)
    }

    /// Expects that a released session ends and holds no timer and no request.
    private func settle(_ fixture: SessionFixture) {
        fixture.loop.advance(by: .seconds(10))
        #expect(fixture.loop.pendingTimers == 0)
        #expect(fixture.transport.openStreams.isEmpty)
        #expect(fixture.dependencies.ends.wait(until: .zero))
    }
}
