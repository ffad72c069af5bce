// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import Testing

@testable import OysterGateway

@Suite struct StoreTests {
    private let now = Moment(milliseconds: 1_790_000_000_000)

    @Test func `a temporary key opens until it expires`() {
        var keys = KeyStore()
        keys.issue("st-1", until: now + .seconds(60), at: now)
        #expect(keys.kind(of: "st-1", at: now + .milliseconds(59_999)) == .temporary)
        #expect(keys.kind(of: "st-1", at: now + .seconds(60)) == nil)
        #expect(keys.kind(of: "st-2", at: now) == nil)
        #expect(keys.kind(of: "sk-development", at: now) == .primary)
    }

    @Test func `revoking ends one key, or all temporary ones`() {
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
    func `a moment is written as ISO 8601`(milliseconds: Int64, text: String) {
        #expect(Moment(milliseconds: milliseconds).iso == text)
    }

    @Test func `names are 43 base64url characters without a prefix, and differ`() {
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
    func `a page is clamped`(page: String, number: Int, size: Int, items: Int, hasMore: Bool) {
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

    @Test func `the log is bounded and says what it dropped`() {
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

    @Test func `the log is bounded in bytes, and keeps the newest`() {
        var log = EntryLog()
        let body = JSONValue.string(String(repeating: "x", count: 1 << 16))
        for number in 0..<300 { log.add(["number": JSONValue(number), "body": body], key: nil) }
        let kept = log.values(key: nil)
        #expect(kept.count * (1 << 16) <= EntryLog.byteLimit)
        #expect(kept.count > 200)
        #expect(kept.last?["number"] == 299)
        #expect(log.dropped + kept.count == 300)
    }

    @Test func `keys that have expired are not kept`() {
        var keys = KeyStore()
        for second in 0..<100 {
            let now = Moment(milliseconds: Int64(second) * 1000)
            keys.issue("st-\(second)", until: now + .seconds(10), at: now)
        }
        // A key that was forgotten cannot be revoked any more.
        #expect(keys.revoke(nil) == 10)
    }
}
