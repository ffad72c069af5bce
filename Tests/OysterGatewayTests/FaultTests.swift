// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterTestSupport
import OysterGateway
import Testing

/// Faults as a client sees them.
@Suite(.blocking) struct FaultTests {
    /// Codes of libcurl: partial file, nothing received, time-out, receive error.
    private static let cutOff: Set<Int> = [18, 56]
    private static let timedOut = 28

    private func failure(_ fixture: GatewayFixture, timeoutMs: Int = 10_000) -> Int? {
        var request = BlockingRequest("GET", "\(fixture.gateway.apiURL)\(Self.path)")
        request.headers = ["Authorization: Bearer \(GatewayFixture.primaryKey)"]
        request.timeoutMs = timeoutMs
        do {
            _ = try fixture.client.send(request)
            return nil
        } catch {
            return (error as? BlockingFailure)?.code
        }
    }

    private static let path = "/api/v2/apps/happyoyster-1.0-acting/openapi/v1/worlds"

    private func fixture(_ fault: JSONValue) throws -> GatewayFixture {
        let fixture = try GatewayFixture()
        try fixture.client.control("POST", "/faults", fault)
        return fixture
    }

    @Test func `a reset closes the connection inside the body`() throws {
        let fixture = try fixture(["route": "worlds", "kind": "reset", "times": 1])
        #expect(Self.cutOff.contains(failure(fixture) ?? 0))
        #expect(failure(fixture) == nil)
    }

    @Test func `a hanging request gets no response`() throws {
        let fixture = try fixture(["route": "worlds", "kind": "hang", "times": 1])
        #expect(failure(fixture, timeoutMs: 300) == Self.timedOut)
        #expect(failure(fixture) == nil)
    }

    @Test func `a drip sends the whole body slowly`() throws {
        let fixture = try fixture([
            "route": "worlds", "kind": "drip", "dripBytes": 40, "dripMs": 20, "times": 1,
        ])
        let clock = ContinuousClock()
        var data: JSONValue?
        let time = try clock.measure { data = try fixture.data("acting", "GET", "worlds") }
        #expect(data?["items"] == [])
        #expect(time > .milliseconds(60))
    }

    @Test func `a delay postpones the response`() throws {
        let fixture = try fixture(["route": "worlds", "delayMs": 120, "times": 1])
        let time = try ContinuousClock().measure {
            _ = try fixture.data("acting", "GET", "worlds")
        }
        #expect(time >= .milliseconds(120))
    }

    @Test func `status, body, text or code replaces the response`() throws {
        let fixture = try fixture([
            ["route": "worlds", "status": 503, "times": 1],
            ["route": "worlds", "status": 500, "body": ["a": [1]], "times": 1],
            ["route": "worlds", "text": "{not json", "times": 1],
            ["route": "worlds", "code": 500_000, "message": "m", "times": 1],
        ])
        func answer() throws -> BlockingResponse {
            try fixture.client.call(GatewayFixture.model("acting"), "GET", "worlds", key: nil)
        }
        let first = try answer()
        #expect(first.status == 503)
        #expect(first.json?["code"] == "ServiceUnavailable")
        let second = try answer()
        #expect(second.status == 500)
        #expect(second.json == ["a": [1]])
        let third = try answer()
        #expect(third.status == 200)
        #expect(third.body == Array("{not json".utf8))
        let fourth = try answer()
        #expect(fourth.status == 200)
        #expect(fourth.json?["output"] == ["code": 500_000, "message": "m", "data": nil])
        #expect(try answer().status == 401)
    }

    @Test(arguments: ["A", "B", "C"])
    func `an envelope fault changes the envelope of a response`(envelope: String) throws {
        let fixture = try fixture([
            "route": "worlds", "kind": "envelope", "envelope": .string(envelope), "times": 1,
        ])
        let answer = try fixture.call("acting", "GET", "worlds")
        #expect((answer["data"] != nil) == (envelope == "A"))
        #expect((answer["output"]?["data"] != nil) == (envelope == "B"))
        #expect((answer["output"]?["items"] != nil) == (envelope == "C"))
    }

    @Test func `a request takes effect although its response is lost`() throws {
        let fixture = try GatewayFixture()
        let travel = try fixture.travel("acting")
        try fixture.client.control("POST", "/faults", ["route": "travels/end", "kind": "reset"])
        let body: JSONValue = ["encryptedTravelId": .string(travel)]
        #expect(throws: BlockingFailure.self) {
            try fixture.call("acting", "POST", "travels/end", body)
        }
        #expect(try fixture.status("acting", travel) == "completed")
    }

    @Test func `hanging connections do not block other requests`() throws {
        let fixture = try fixture(["route": "worlds", "kind": "hang"])
        try withHanging(50, fixture) {
            let code = try fixture.code("acting", "GET", "travels")
            #expect(code == 0)
        }
    }

    @Test func `removing the faults closes hanging connections`() throws {
        let fixture = try fixture(["route": "worlds", "kind": "hang"])
        let codes = try withHanging(3, fixture) { try fixture.client.control("DELETE", "/faults") }
        #expect(codes.allSatisfy { $0 != nil && $0 != Self.timedOut })
    }

    @Test func `a gateway with hanging connections can stop`() throws {
        let fixture = try fixture(["route": "*", "kind": "hang"])
        let codes = try withHanging(3, fixture) { fixture.gateway.stop() }
        #expect(codes.allSatisfy { $0 != nil && $0 != Self.timedOut })
    }

    /// Calls `body` while some requests hang, and returns the results of these.
    @discardableResult private func withHanging(
        _ count: Int,
        _ fixture: GatewayFixture,
        _ body: () throws -> Void
    ) throws -> [Int?] {
        let url = "\(fixture.gateway.apiURL)\(Self.path)"
        let requests = ConcurrentRequests(count: count, url: url)
        let haveArrived = try blockUntil {
            try fixture.client.control("GET", "/requests")["requests"]?.arrayValue?.count == count
        }
        try #require(haveArrived, "the requests did not arrive")
        try body()
        if count > 10 { fixture.gateway.stop() }
        return requests.join()
    }
}
