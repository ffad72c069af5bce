// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterTestSupport
import HappyOysterWorld
import Testing

/// What is printed first about a failed request contains the concrete cause.
@Suite struct FailureCauseTests {
    /// The error of a start whose first request failed.
    private func error(_ failure: HTTPFailure) throws -> OysterSDKError {
        let world = try World()
        let voyage = try world.makeTravel()
        let start = try voyage.start()
        world.transport.answer("travels/enter-travel", .failure(failure))
        world.loop.run()
        return try #require(start.error)
    }

    @Test(arguments: [
        (HTTPFailure.transport("h.test at 10.1.2.3 port 8443 refused the connection"), 106_001),
        (HTTPFailure(.timedOut, "no answer from h.test within 1000 ms"), 105_005),
        (HTTPFailure(.tooLarge, "h.test sent more than 4194304 bytes"), 106_002),
    ])
    func `the message ends with the cause`(failure: HTTPFailure, code: Int) throws {
        let error = try error(failure)
        let sentence = ErrorCatalog.message(code).dropLast()
        #expect(error.code == code)
        #expect(error.message == "\(sentence): \(failure.cause).")
        #expect(error.raw.message == failure.cause)
        #expect(error.json.objectValue?["message"]?.stringValue == error.message)
        #expect(error.json.objectValue?["advice"]?.stringValue == ErrorCatalog.advice(code))
    }

    @Test func `log lines name operation, code and cause`() throws {
        let world = try World()
        let voyage = try world.makeTravel()
        try voyage.run()
        let cause = "h.test closed the connection without an answer"
        world.loop.advance(by: .seconds(2))
        world.transport.answer("travels/status", .failure(.transport(cause)))
        world.loop.run()
        let lines = world.log.messages.filter { $0.contains("LOCAL_NETWORK (106001)") }
        #expect(lines.contains { $0.contains("travels/status failed with") && $0.contains(cause) })
        #expect(lines.contains { $0.contains("travel 1: ") && $0.contains(cause) })
    }

    @Test func `the cause contains no secret`() throws {
        let error = try error(.transport("could not send \(World.ticket) with \(World.token)"))
        #expect(error.message.contains(Redactor.mark))
        #expect(!error.message.contains(World.ticket) && !error.message.contains(World.token))
    }

    @Test func `an invalid configuration names the field and what is wrong`() throws {
        let world = World(bare: .adventure)
        var config = world.config()
        config.pollIntervalMs = 5
        let error = #expect(throws: OysterSDKError.self) { try world.engine.initialize(config) }
        #expect(error?.code == OysterErrorCode.invalidConfig)
        #expect(error?.message.hasSuffix(": poll_interval_ms is not within 50 and 60000.") == true)
    }
}
