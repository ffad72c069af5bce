// SPDX-License-Identifier: Apache-2.0
import HappyOysterSDK
import HappyOysterTestSupport
import Testing

/// Errors as they are thrown.
@MainActor @Suite struct ErrorTests {
    @Test func `createTravel without a configuration is 100001`() async {
        let engine = HappyOysterEngine.make()
        #expect(await code { _ = try engine.createTravel(ticket: "tk_0123456789") } == 100_001)
    }

    @Test func `a second travel before the end of the first is 103004`() async throws {
        let gateway = try TestGateway()
        let credentials = try gateway.credentials("adventure")
        let engine = gateway.engine(credentials)
        let travel = try engine.createTravel(ticket: credentials.ticket)
        #expect(await code { _ = try engine.createTravel(ticket: "tk_other") } == 103_004)
        try await travel.end()
        #expect(await code { _ = try engine.createTravel(ticket: "tk_other") } == 0)
    }

    @Test func `start without a token is 101001, and succeeds after updateToken`() async throws {
        let gateway = try TestGateway()
        let credentials = try gateway.credentials("adventure")
        let engine = HappyOysterEngine.make()
        engine.initialize(config: gateway.config(credentials.model))
        let travel = try engine.createTravel(ticket: credentials.ticket)
        #expect(await code { try await travel.start() } == OysterSDKError.Code.tokenMissing)
        #expect(travel.status == .idle)
        engine.updateToken(credentials.token)
        #expect(await code { try await travel.start() } == 0)
        try await travel.end()
    }

    @Test func `a bad ticket is 401010`() async throws {
        let gateway = try TestGateway()
        let engine = gateway.engine(try gateway.credentials("adventure"))
        let travel = try engine.createTravel(ticket: "tk_unknown")
        do {
            try await travel.start()
            Issue.record("start succeeded")
        } catch let error as OysterSDKError {
            #expect(error.code == OysterSDKError.Code.serverTicketInvalid)
            #expect(error.kind == .server(code: 401_010))
            #expect(error.operation == "start")
            #expect(!error.advice.isEmpty)
            #expect(!error.isRetryable)
        }
    }

    @Test func `pause of an adventure is 103003, rewind of a running travel is 103002`()
        async throws
    {
        let gateway = try TestGateway()
        let adventure = try gateway.travel("adventure")
        #expect(await code { try await adventure.pause() } == 103_001)
        try await adventure.start()
        #expect(await code { try await adventure.pause() } == 103_003)
        #expect(await code { try await adventure.sendInstruct(content: "Rain") } == 103_003)
        try await adventure.end()
        #expect(await code { try await adventure.start() } == 103_002)

        let directing = try gateway.travel("directing")
        try await directing.start()
        #expect(await code { try await directing.rewind(toSec: 4) } == 103_002)
        #expect(await code { try await directing.rewind(toSec: -1) } == 109_002)
        #expect(await code { try await directing.sendInstruct(content: " ") } == 400_000)
        try await directing.end()
    }

    @Test func `raw of a server error contains no secret`() async throws {
        let gateway = try TestGateway()
        let credentials = try gateway.credentials("adventure")
        let travel = try gateway.engine(credentials).createTravel(ticket: credentials.ticket)
        try gateway.post(
            "faults",
            """
            {"route":"travels/enter-travel","code":403002,
             "message":"no \(credentials.ticket) for \(credentials.token) yet"}
            """
        )
        do {
            try await travel.start()
            Issue.record("start succeeded")
        } catch let error as OysterSDKError {
            let raw = try #require(error.raw as? [String: String])
            #expect(raw["message"] == "no <redacted> for <redacted> yet")
            for text in ["\(error)", "\(raw)", error.message] {
                #expect(!text.contains(credentials.ticket))
                #expect(!text.contains(credentials.token))
            }
        }
    }

    @Test(arguments: [
        (100_001, OysterErrorKind.notInitialized), (100_002, .notInitialized),
        (103_003, .sendCommandInDirecting),
        (105_006, .streamAutoEnd), (108_001, .featureGateDisabled),
        (403_004, .server(code: 403_004)), (599_999, .server(code: 599_999)),
        (109_006, .unknown(code: 109_006)),
        (7, .unknown(code: 7)),
    ])
    func `the kind of an error follows from its code`(code: Int, kind: OysterErrorKind) {
        #expect(OysterSDKError(code: code).kind == kind)
    }

    @Test func `an error that the host creates keeps its code and raw value`() {
        let error = OysterSDKError(code: 106_001, raw: ["cable": 7])
        #expect((error.raw as? [String: Int])?["cable"] == 7)
        #expect(error.description.hasPrefix("106001 LOCAL_NETWORK: "))
        #expect(OysterSDKError(code: 106_001).raw == nil)
    }
}
