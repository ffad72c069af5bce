// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterTestSupport
import HappyOysterWorld
import Testing

/// The message of a failed request contains the concrete cause.
@Suite struct FailureCauseTests {
    /// The error of a start whose first request failed.
    private func error(_ failure: HTTPFailure) throws -> OysterSDKError {
        let fixture = try EngineFixture()
        let travel = try fixture.makeTravel()
        let start = try travel.start()
        fixture.transport.answer("travels/enter-travel", .failure(failure))
        fixture.loop.run()
        return try #require(start.error)
    }

    @Test(arguments: [
        (HTTPFailure.transport("h.test at 10.1.2.3 port 8443 refused the connection"), 106_001),
        (HTTPFailure(.timedOut, "no answer from h.test within 1000 ms"), 105_005),
        (HTTPFailure(.unreadable, "h.test sent more than 4194304 bytes"), 106_002),
        (HTTPFailure(.unreadable, "the chunks of the answer of h.test are malformed"), 106_002),
    ])
    func `the message of a failed request ends with its cause`(failure: HTTPFailure, code: Int)
        throws
    {
        let error = try error(failure)
        let sentence = ErrorCatalog.message(code).dropLast()
        #expect(error.code == code)
        #expect(error.message == "\(sentence): \(failure.cause).")
        #expect(error.diagnostics.message == failure.cause)
        #expect(error.json.objectValue?["message"]?.stringValue == error.message)
        #expect(error.json.objectValue?["advice"]?.stringValue == ErrorCatalog.advice(code))
    }

    @Test func `the log line of a failed start has operation, code and cause`() throws {
        let fixture = try EngineFixture()
        let travel = try fixture.makeTravel()
        try travel.run()
        let cause = "h.test closed the connection without an answer"
        fixture.loop.advance(by: .seconds(2))
        fixture.transport.answer("travels/status", .failure(.transport(cause)))
        fixture.loop.run()
        let lines = fixture.log.messages.filter { $0.contains("LOCAL_NETWORK (106001)") }
        #expect(lines.contains { $0.contains("travels/status failed with") && $0.contains(cause) })
        #expect(lines.contains { $0.contains("travel 1: ") && $0.contains(cause) })
    }

    @Test func `the cause of a failed request contains no secret`() throws {
        let error = try error(
            .transport("could not send \(EngineFixture.ticket) with \(EngineFixture.token)")
        )
        #expect(error.message.contains(Redactor.mark))
        #expect(
            !error.message.contains(EngineFixture.ticket)
                && !error.message.contains(EngineFixture.token)
        )
    }

    @Test func `the error of an invalid configuration names the field and the reason`() throws {
        let fixture = EngineFixture(bare: .adventure)
        var config = fixture.config()
        config.pollIntervalMs = 5
        let error = #expect(throws: OysterSDKError.self) { try fixture.engine.initialize(config) }
        #expect(error?.code == OysterErrorCode.invalidConfig)
        #expect(error?.message.hasSuffix(": poll_interval_ms is not within 50 and 60000.") == true)
    }

    @Test func `the message of a refusal contains the server's message`() throws {
        let fixture = try EngineFixture()
        let travel = try fixture.makeTravel()
        let start = try travel.start()
        fixture.transport.answer(
            "travels/enter-travel",
            .success(.text(#"{"code":401011,"message":"ticket of yesterday"}"#, status: 400))
        )
        fixture.loop.run()
        #expect(
            start.error?.message
                == "The ticket was used before: ticket of yesterday (HTTP status 400)."
        )
    }

    @Test func `the log line of a failed operation has name, code and cause`() throws {
        let fixture = try EngineFixture()
        let travel = try fixture.makeTravel()
        try travel.run()
        let pause = Outcome()
        try travel.core.pause { pause.take($0) }
        fixture.loop.run()
        #expect(pause.error?.code == OysterErrorCode.modeMismatch)
        let cause = "pause is not possible in the mode adventure"
        #expect(pause.error?.message.contains(cause) == true)
        let line = fixture.log.records.first { $0.message.contains("pause failed with") }
        #expect(line?.level == .info)
        let start = "travel 1: pause failed with MODE_MISMATCH (103003): "
        #expect(line?.message.hasPrefix(start) == true)
        #expect(line?.message.contains(cause) == true)
    }

    @Test func `the error 109007 names the limit with its number`() throws {
        let fixture = try EngineFixture()
        let travel = try fixture.makeTravel()
        let error = #expect(throws: OysterSDKError.self) {
            for _ in 0...PendingOperations.limit { try travel.core.end { _ in } }
        }
        #expect(error?.code == OysterErrorCode.limitReached)
        #expect(error?.message.contains("256 operations of this travel are pending") == true)
    }

    @Test func `log lines name each code`() throws {
        let fixture = try EngineFixture()
        let travel = try fixture.makeTravel()
        try travel.run()
        fixture.loop.advance(by: .seconds(2))
        fixture.transport.answer("travels/status", .failure(.transport("h.test is gone")))
        fixture.loop.run()
        let end = Outcome()
        try travel.core.end { end.take($0) }
        fixture.loop.run()
        fixture.transport.answer("travels/end", .failure(.transport("h.test is gone")))
        fixture.loop.run()
        #expect(end.code == 0)
        let failures = fixture.log.messages.filter { $0.contains("106001") }
        #expect(failures.contains { $0.contains("end failed with LOCAL_NETWORK (106001)") })
        for line in failures {
            #expect(line.contains("failed with LOCAL_NETWORK (106001): "))
            #expect(line.contains("h.test is gone"))
        }
    }
}
