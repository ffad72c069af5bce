// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import Testing

@testable import OysterGateway

@Suite struct StoreTests {
    private let now = Timestamp(milliseconds: 1_790_000_000_000)

    @Test func `a temporary key is valid until it expires`() {
        var keys = KeyStore()
        keys.issue("st-1", until: now + .seconds(60), at: now)
        #expect(keys.kind(of: "st-1", at: now + .milliseconds(59_999)) == .temporary)
        #expect(keys.kind(of: "st-1", at: now + .seconds(60)) == nil)
        #expect(keys.kind(of: "st-2", at: now) == nil)
        #expect(keys.kind(of: "sk-development", at: now) == .primary)
    }

    @Test func `revoke ends one key or all temporary keys`() {
        var keys = KeyStore()
        for key in ["st-1", "st-2", "st-3"] { keys.issue(key, until: now + .seconds(60), at: now) }
        #expect(keys.revoke("st-1") == 1)
        #expect(keys.revoke("st-1") == 0)
        #expect(keys.revoke("st-9") == 0)
        #expect(keys.kind(of: "st-1", at: now) == nil)
        #expect(keys.kind(of: "st-2", at: now) == .temporary)
        #expect(keys.revoke(nil) == 2)
        #expect(keys.kind(of: "st-3", at: now) == nil)
        #expect(keys.kind(of: "sk-development", at: now) == .primary)
    }

    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00Z"), (951_782_399_999, "2000-02-28T23:59:59Z"),
            (951_782_400_000, "2000-02-29T00:00:00Z"), (1_790_000_123_456, "2026-09-21T14:15:23Z"),
            (4_107_542_400_000, "2100-03-01T00:00:00Z"),
        ] as [(Int64, String)]
    )
    func `a timestamp is written as ISO 8601`(milliseconds: Int64, text: String) {
        #expect(Timestamp(milliseconds: milliseconds).iso == text)
    }

    @Test func `identifiers are 43 base64url characters and unique`() {
        var identifiers = Identifiers()
        let names = (0..<200).map { _ in identifiers.opaque() }
        #expect(Set(names).count == 200)
        #expect(names.allSatisfy(Identifiers.isWellFormed))
        #expect(Set(names.compactMap(\.first)).count > 20)
    }

    @Test(
        arguments: [
            ("", 1, 20, 20, true), ("0", 1, 20, 20, true), ("-3", 1, 20, 20, true),
            ("x", 1, 20, 20, true), ("2", 2, 20, 20, true), ("3", 3, 20, 5, false),
            ("99999999999999999999", 1, 20, 20, true),
            ("9223372036854775807", 1_000_000, 20, 0, false),
        ] as [(String, Int, Int, Int, Bool)]
    )
    func `a page number is clamped`(page: String, number: Int, size: Int, items: Int, hasMore: Bool)
    {
        let data = Page(Fields(object: ["page": .string(page)])).data(Array(0..<45)) {
            JSONValue($0)
        }
        #expect(data["items"]?.arrayValue?.count == items)
        #expect(
            data["pagination"] == [
                "page": JSONValue(number), "pageSize": JSONValue(size), "total": 45,
                "hasMore": .bool(hasMore),
            ]
        )
    }

    @Test(arguments: [("500", 100), ("0", 20), ("7", 7)])
    func `a page size is clamped`(asked: String, size: Int) {
        #expect(Page(Fields(object: ["pageSize": .string(asked)])).size == size)
    }

    @Test func `the log is bounded and counts dropped entries`() {
        var log = RequestLog()
        for _ in 0...EntryLog.limit {
            log.add(
                Request(method: "GET", path: "/"),
                route: nil,
                model: nil,
                status: 200,
                requestId: "r",
                at: now
            )
        }
        let json = log.json(route: nil)
        #expect(json["requests"]?.arrayValue?.count == EntryLog.limit - 999)
        #expect(json["dropped"] == 1000)
    }

    @Test func `the log is bounded in bytes and keeps the newest entries`() {
        var log = EntryLog()
        let body = JSONValue.string(String(repeating: "x", count: 1 << 16))
        for number in 0..<300 { log.add(["number": JSONValue(number), "body": body], key: nil) }
        let kept = log.values(key: nil)
        #expect(kept.count * (1 << 16) <= EntryLog.byteLimit)
        #expect(kept.count > 200)
        #expect(kept.last?["number"] == 299)
        #expect(log.dropped + kept.count == 300)
    }

    @Test func `expired keys are removed`() {
        var keys = KeyStore()
        for second in 0..<100 {
            let now = Timestamp(milliseconds: Int64(second) * 1000)
            keys.issue("st-\(second)", until: now + .seconds(10), at: now)
        }
        // A removed key cannot be revoked.
        #expect(keys.revoke(nil) == 10)
    }

    @Test func `a full store removes the oldest finished value, else the oldest`() {
        var store = BoundedStore<Int>(capacity: 3)
        for value in [1, 2, 3] { store.add(value, as: "\(value)") { _ in false } }
        #expect(store.add(4, as: "4") { $0.isMultiple(of: 2) } == 2)
        #expect(store.add(5, as: "5") { _ in false } == 1)
        #expect(store.all == [3, 4, 5])
        #expect(store["1"] == nil)
        store.replace("1", by: 9)
        #expect(store.order == ["3", "4", "5"])
        store.removeAll { $0 == 4 }
        #expect(store.all == [3, 5])
    }

    @Test func `beyond 1000 travels the oldest ended travel leaves first`() throws {
        var state = GatewayState()
        let plan = try WorldPlan(
            Fields(object: ["prompt": "A garden", "resolution": "480p"]),
            for: .directing
        )
        let world = state.addWorld(plan, .directing, at: now, builds: .zero, failure: nil)
        func enter() -> TravelRecord {
            let travel = state.newTravel(in: world, maxExperienceTimeSec: nil, at: now)
            state.travels.add(travel)
            return travel
        }
        let travels = (0..<TravelStore.capacity).map { _ in enter() }
        try state.travels.change(travels[7].id, on: nil, at: now) { travel throws(Refusal) in
            try travel.lifecycle.end()
        }
        _ = enter()
        #expect(state.travels.all(at: now).count == TravelStore.capacity)
        #expect(throws: Refusal.noTravel) {
            try state.travels.find(travels[7].id, on: nil, at: now)
        }
        let channel = try #require(travels[7].channel).id
        #expect(throws: Refusal.noTravel) { try state.travels.find(channel: channel, at: now) }
        #expect(try state.travels.find(travels[0].id, on: nil, at: now).id == travels[0].id)
        _ = enter()
        #expect(throws: Refusal.noTravel) {
            try state.travels.find(travels[0].id, on: nil, at: now)
        }
        #expect(state.travels.activeCount(at: now) == TravelStore.capacity)
    }

    @Test func `beyond 1000 worlds the oldest deleted world leaves first`() throws {
        var state = GatewayState()
        let plan = try WorldPlan(
            Fields(object: ["prompt": "A garden", "resolution": "480p"]),
            for: .directing
        )
        func create() -> String {
            state.addWorld(plan, .directing, at: now, builds: .zero, failure: nil).id
        }
        let worlds = (0..<WorldStore.capacity).map { _ in create() }
        #expect(try state.worlds.delete(worlds[7], on: .directing))
        _ = create()
        #expect(state.worlds.all(on: .directing).count == WorldStore.capacity)
        #expect(state.worlds.model(of: worlds[7]) == nil)
        _ = create()
        #expect(state.worlds.model(of: worlds[0]) == nil)
        #expect(state.worlds.model(of: worlds[1]) == .directing)
    }

    @Test func `beyond 10000 tickets the oldest used ticket leaves first`() {
        var tickets = TicketStore()
        let ticket = TicketStore.Ticket(world: "w", model: .acting, expiry: now + .seconds(60))
        for number in 0..<TicketStore.capacity { tickets.issue("\(number)", ticket, at: now) }
        tickets.use("7")
        #expect(tickets["7"]?.isUsed == true)
        tickets.issue("new", ticket, at: now)
        #expect(tickets["7"] == nil)
        #expect(tickets["0"] != nil)
        tickets.issue("newer", ticket, at: now)
        #expect(tickets["0"] == nil)
    }

    @Test func `expired tickets are removed when a ticket is issued`() {
        var tickets = TicketStore()
        let expiry = now + .seconds(1)
        tickets.issue("old", .init(world: "w", model: .acting, expiry: expiry), at: now)
        tickets.issue(
            "new",
            .init(world: "w", model: .acting, expiry: now + .seconds(9)),
            at: expiry
        )
        #expect(tickets["old"] == nil)
        #expect(tickets["new"] != nil)
    }
}
