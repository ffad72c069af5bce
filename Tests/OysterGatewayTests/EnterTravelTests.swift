// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterTestSupport
import Testing

@Suite(.blocking) struct EnterTravelTests {
    private func enter(
        _ stage: Stage,
        _ mode: String,
        ticket: String,
        _ seconds: JSONValue? = nil
    ) throws -> Int64? {
        var body: JSONObject = ["ticket": .string(ticket)]
        body["maxExperienceTimeSec"] = seconds
        return try stage.code(mode, "POST", "travels/enter-travel", .object(body))
    }

    @Test(arguments: ["adventure", "directing", "acting"])
    func `a ticket is good for one travel on its own route`(mode: String) throws {
        let stage = try Stage()
        let ticket = try stage.ticket(["mode": .string(mode)])
        let other = mode == "acting" ? "directing" : "acting"
        #expect(try enter(stage, other, ticket: ticket) == 401_010)
        #expect(try enter(stage, mode, ticket: ticket) == 0)
        #expect(try enter(stage, mode, ticket: ticket) == 401_011)
    }

    @Test(arguments: [60, 90, 120] as [JSONValue])
    func `a legal experience time is accepted on every route`(seconds: JSONValue) throws {
        let stage = try Stage()
        for mode in ["adventure", "directing", "acting"] {
            let ticket = try stage.ticket(["mode": .string(mode)])
            #expect(try enter(stage, mode, ticket: ticket, seconds) == 0)
        }
    }

    @Test(arguments: [0, 61, -60, "60", 60.5, nil, true, [60]] as [JSONValue])
    func `an illegal experience time is refused first, and burns no ticket`(
        seconds: JSONValue
    ) throws {
        let stage = try Stage()
        for mode in ["adventure", "directing"] {
            let ticket = try stage.ticket(["mode": .string(mode)])
            #expect(try enter(stage, mode, ticket: "tk_unknown", seconds) == 400_000)
            #expect(try enter(stage, mode, ticket: ticket, seconds) == 400_000)
            #expect(try enter(stage, mode, ticket: ticket) == 0)
        }
    }

    @Test func `a ticket expires`() throws {
        let stage = try Stage()
        let ticket = try stage.ticket(["mode": "acting"])
        try stage.advance(1_800_000)
        #expect(try enter(stage, "acting", ticket: ticket) == 401_010)
    }

    @Test func `a world deleted after its ticket cannot be entered`() throws {
        let stage = try Stage()
        let made = try stage.client.control("POST", "/credentials", ["mode": "acting"])
        let body: JSONValue = ["encryptedWorldId": made["encryptedWorldId"] ?? nil]
        _ = try stage.data("acting", "POST", "worlds/delete", body)
        let ticket = made["ticket"]?.stringValue ?? ""
        #expect(try enter(stage, "acting", ticket: ticket) == 403_001)
    }

    @Test(arguments: [403_007, 403_008, 429_001, 429_002, 500_001] as [Int64])
    func `a capacity code refuses without burning the ticket`(code: Int64) throws {
        let stage = try Stage()
        let ticket = try stage.ticket(["mode": "acting"])
        try stage.client.control("POST", "/settings", ["capacityCode": .integer(code)])
        #expect(try enter(stage, "acting", ticket: ticket) == code)
        try stage.client.control("POST", "/settings", ["capacityCode": nil])
        #expect(try enter(stage, "acting", ticket: ticket) == 0)
    }

    @Test func `the number of active travels can be limited`() throws {
        let stage = try Stage(["activeTravelLimit": 1])
        let first = try stage.travel("acting")
        let ticket = try stage.ticket(["mode": "adventure"])
        #expect(try enter(stage, "adventure", ticket: ticket) == 429_001)
        let body: JSONValue = ["encryptedTravelId": .string(first)]
        _ = try stage.data("acting", "POST", "travels/end", body)
        #expect(try enter(stage, "adventure", ticket: ticket) == 0)
    }

    @Test func `a ticket for another model can also be denied at the door`() throws {
        let stage = try Stage(["ticketMismatch": "accessDenied"])
        let response = try stage.client.call(
            Stage.model("acting"),
            "POST",
            "travels/enter-travel",
            key: Stage.primaryKey,
            body: ["ticket": .string(try stage.ticket(["mode": "adventure"]))]
        )
        #expect(response.status == 403)
        #expect(response.json?["code"] == "AccessDenied")
    }

    @Test func `a world must be ready for a ticket`() throws {
        let stage = try Stage(["worldBuildMs": 5000])
        let request = try sample("worlds-create-acting-request")
        let world = try stage.data("acting", "POST", "worlds", request)
        let body: JSONValue = ["encryptedWorldId": world["encryptedWorldId"] ?? nil]
        let endpoint = "worlds/get-travel-credential"
        #expect(try stage.code("acting", "POST", endpoint, body) == 403_002)
        #expect(try stage.code("adventure", "POST", endpoint, body) == 403_001)
        try stage.advance(5000)
        #expect(try stage.code("acting", "POST", endpoint, body) == 0)
    }
}
