// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterTestSupport
import Testing

@Suite(.blocking) struct EnterTravelTests {
    private func enter(
        _ fixture: GatewayFixture,
        _ mode: String,
        ticket: String,
        _ seconds: JSONValue? = nil
    ) throws -> Int64? {
        var body: JSONObject = ["ticket": .string(ticket)]
        body["maxExperienceTimeSec"] = seconds
        return try fixture.code(mode, "POST", "travels/enter-travel", .object(body))
    }

    @Test(arguments: ["adventure", "directing", "acting"])
    func `a ticket is valid for one travel on its own route`(mode: String) throws {
        let fixture = try GatewayFixture()
        let ticket = try fixture.ticket(["mode": .string(mode)])
        let other = mode == "acting" ? "directing" : "acting"
        #expect(try enter(fixture, other, ticket: ticket) == 401_010)
        #expect(try enter(fixture, mode, ticket: ticket) == 0)
        #expect(try enter(fixture, mode, ticket: ticket) == 401_011)
    }

    @Test(arguments: [60, 90, 120] as [JSONValue])
    func `a valid maxExperienceTimeSec is accepted on each route`(seconds: JSONValue) throws {
        let fixture = try GatewayFixture()
        for mode in ["adventure", "directing", "acting"] {
            let ticket = try fixture.ticket(["mode": .string(mode)])
            #expect(try enter(fixture, mode, ticket: ticket, seconds) == 0)
        }
    }

    @Test(arguments: [0, 61, -60, "60", 60.5, nil, true, [60]] as [JSONValue])
    func `an invalid maxExperienceTimeSec is refused and does not use the ticket`(
        seconds: JSONValue
    ) throws {
        let fixture = try GatewayFixture()
        for mode in ["adventure", "directing"] {
            let ticket = try fixture.ticket(["mode": .string(mode)])
            #expect(try enter(fixture, mode, ticket: "tk_unknown", seconds) == 400_000)
            #expect(try enter(fixture, mode, ticket: ticket, seconds) == 400_000)
            #expect(try enter(fixture, mode, ticket: ticket) == 0)
        }
    }

    @Test func `an expired ticket is refused with 401010`() throws {
        let fixture = try GatewayFixture()
        let ticket = try fixture.ticket(["mode": "acting"])
        try fixture.advance(1_800_000)
        #expect(try enter(fixture, "acting", ticket: ticket) == 401_010)
    }

    @Test func `a world that was deleted after its ticket cannot be entered`() throws {
        let fixture = try GatewayFixture()
        let made = try fixture.client.control("POST", "/credentials", ["mode": "acting"])
        let body: JSONValue = ["encryptedWorldId": made["encryptedWorldId"] ?? nil]
        _ = try fixture.data("acting", "POST", "worlds/delete", body)
        let ticket = made["ticket"]?.stringValue ?? ""
        #expect(try enter(fixture, "acting", ticket: ticket) == 403_001)
    }

    @Test(arguments: [403_007, 403_008, 429_001, 429_002, 500_001] as [Int64])
    func `a capacity code refuses and does not use the ticket`(code: Int64) throws {
        let fixture = try GatewayFixture()
        let ticket = try fixture.ticket(["mode": "acting"])
        try fixture.client.control("POST", "/settings", ["capacityCode": .integer(code)])
        #expect(try enter(fixture, "acting", ticket: ticket) == code)
        try fixture.client.control("POST", "/settings", ["capacityCode": nil])
        #expect(try enter(fixture, "acting", ticket: ticket) == 0)
    }

    @Test func `a travel beyond activeTravelLimit is refused with 429001`() throws {
        let fixture = try GatewayFixture(["activeTravelLimit": 1])
        let first = try fixture.travel("acting")
        let ticket = try fixture.ticket(["mode": "adventure"])
        #expect(try enter(fixture, "adventure", ticket: ticket) == 429_001)
        let body: JSONValue = ["encryptedTravelId": .string(first)]
        _ = try fixture.data("acting", "POST", "travels/end", body)
        #expect(try enter(fixture, "adventure", ticket: ticket) == 0)
    }

    @Test func `a ticket of another model is refused as ticketMismatch says`() throws {
        let fixture = try GatewayFixture(["ticketMismatch": "accessDenied"])
        let response = try fixture.client.call(
            GatewayFixture.model("acting"),
            "POST",
            "travels/enter-travel",
            key: GatewayFixture.primaryKey,
            body: ["ticket": .string(try fixture.ticket(["mode": "adventure"]))]
        )
        #expect(response.status == 403)
        #expect(response.json?["code"] == "AccessDenied")
    }

    @Test func `a ticket of a world that is not ready is refused`() throws {
        let fixture = try GatewayFixture(["worldBuildMs": 5000])
        let request = try sample("worlds-create-acting-request")
        let world = try fixture.data("acting", "POST", "worlds", request)
        let body: JSONValue = ["encryptedWorldId": world["encryptedWorldId"] ?? nil]
        let endpoint = "worlds/get-travel-credential"
        #expect(try fixture.code("acting", "POST", endpoint, body) == 403_002)
        #expect(try fixture.code("adventure", "POST", endpoint, body) == 403_001)
        try fixture.advance(5000)
        #expect(try fixture.code("acting", "POST", endpoint, body) == 0)
    }
}
