// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterTestSupport
import OysterGateway
import Testing

/// Faults as a client meets them.
@Suite(.blocking) struct FaultTests {
    /// Codes of libcurl: partial file, nothing received, time-out, receive error.
    private static let cutOff: Set<Int> = [18, 56]
    private static let timedOut = 28

    private func failure(_ stage: Stage, timeoutMs: Int = 10_000) -> Int? {
        var request = BlockingRequest("GET", "\(stage.gateway.apiURL)\(Self.path)")
        request.headers = ["Authorization: Bearer \(Stage.primaryKey)"]
        request.timeoutMs = timeoutMs
        do {
            _ = try stage.client.send(request)
            return nil
        } catch {
            return (error as? BlockingFailure)?.code
        }
    }

    private static let path = "/api/v2/apps/happyoyster-1.0-acting/openapi/v1/worlds"

    private func stage(_ fault: JSONValue) throws -> Stage {
        let stage = try Stage()
        try stage.client.control("POST", "/faults", fault)
        return stage
    }

    @Test func `a reset cuts the body short`() throws {
        let stage = try stage(["route": "worlds", "kind": "reset", "times": 1])
        #expect(Self.cutOff.contains(failure(stage) ?? 0))
        #expect(failure(stage) == nil)
    }

    @Test func `a hang is never answered`() throws {
        let stage = try stage(["route": "worlds", "kind": "hang", "times": 1])
        #expect(failure(stage, timeoutMs: 300) == Self.timedOut)
        #expect(failure(stage) == nil)
    }

    @Test func `a drip is slow but whole`() throws {
        let stage = try stage([
            "route": "worlds", "kind": "drip", "dripBytes": 40, "dripMs": 20, "times": 1,
        ])
        let clock = ContinuousClock()
        var data: JSONValue?
        let time = try clock.measure { data = try stage.data("acting", "GET", "worlds") }
        #expect(data?["items"] == [])
        #expect(time > .milliseconds(60))
    }

    @Test func `a delay holds the answer back`() throws {
        let stage = try stage(["route": "worlds", "delayMs": 120, "times": 1])
        let time = try ContinuousClock().measure {
            _ = try stage.data("acting", "GET", "worlds")
        }
        #expect(time >= .milliseconds(120))
    }

    @Test func `an answer is replaced by status, body, text or code`() throws {
        let stage = try stage([
            ["route": "worlds", "status": 503, "times": 1],
            ["route": "worlds", "status": 500, "body": ["a": [1]], "times": 1],
            ["route": "worlds", "text": "{not json", "times": 1],
            ["route": "worlds", "code": 500_000, "message": "m", "times": 1],
        ])
        func answer() throws -> BlockingResponse {
            try stage.client.call(Stage.model("acting"), "GET", "worlds", key: nil)
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
    func `one answer can come in another envelope`(envelope: String) throws {
        let stage = try stage([
            "route": "worlds", "kind": "envelope", "envelope": .string(envelope), "times": 1,
        ])
        let answer = try stage.call("acting", "GET", "worlds")
        #expect((answer["data"] != nil) == (envelope == "A"))
        #expect((answer["output"]?["data"] != nil) == (envelope == "B"))
        #expect((answer["output"]?["items"] != nil) == (envelope == "C"))
    }

    @Test func `a lost answer may have had its effect`() throws {
        let stage = try Stage()
        let travel = try stage.travel("acting")
        try stage.client.control("POST", "/faults", ["route": "travels/end", "kind": "reset"])
        let body: JSONValue = ["encryptedTravelId": .string(travel)]
        #expect(throws: BlockingFailure.self) {
            try stage.call("acting", "POST", "travels/end", body)
        }
        #expect(try stage.status("acting", travel) == "completed")
    }

    @Test func `hanging connections do not keep others from being served`() throws {
        let stage = try stage(["route": "worlds", "kind": "hang"])
        try withHanging(50, stage) {
            let code = try stage.code("acting", "GET", "travels")
            #expect(code == 0)
        }
    }

    @Test func `removing the faults lets go of what hangs`() throws {
        let stage = try stage(["route": "worlds", "kind": "hang"])
        let codes = try withHanging(3, stage) { try stage.client.control("DELETE", "/faults") }
        #expect(codes.allSatisfy { $0 != nil && $0 != Self.timedOut })
    }

    @Test func `a gateway stops although connections hang`() throws {
        let stage = try stage(["route": "*", "kind": "hang"])
        let codes = try withHanging(3, stage) { stage.gateway.stop() }
        #expect(codes.allSatisfy { $0 != nil && $0 != Self.timedOut })
    }

    /// Runs a body while a number of requests hang, and returns how those ended.
    @discardableResult private func withHanging(
        _ count: Int,
        _ stage: Stage,
        _ body: () throws -> Void
    ) throws -> [Int?] {
        let url = "\(stage.gateway.apiURL)\(Self.path)"
        let requests = ConcurrentRequests(count: count, url: url)
        let haveArrived = try blockUntil {
            try stage.client.control("GET", "/requests")["requests"]?.arrayValue?.count == count
        }
        try #require(haveArrived, "the requests did not arrive")
        try body()
        if count > 10 { stage.gateway.stop() }
        return requests.join()
    }
}
