// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import Testing

@testable import OysterSessionServer

@Suite struct ConnectTests {
    @Test func `a connect answers all members of the protocol`() throws {
        var fixture = try ModelFixture()
        let client = try fixture.connect(.moderator, data: "Ada")
        let answer = client.answer
        #expect(answer["connection"]?["data"] == "Ada")
        #expect(answer["connection"]?["createdAt"] == "2026-09-21T14:15:00.000Z")
        #expect(answer["nextRequest"] == 1)
        #expect(answer["graceTimeMs"] == 20_000)
        #expect(answer["heartbeatMs"] == 5000)
        #expect(answer["iceServers"] == [])
        #expect(
            answer["snapshot"] == [
                "upTo": 0, "complete": true, "connections": [], "streams": [],
                "muteForced": ["active": false],
            ]
        )
        #expect(client.epoch.utf8.count == 16)
        #expect(Identifier.isValid(client.id) && client.bearer.utf8.count == 43)
    }

    @Test(
        arguments: [
            (.subscriber, [false, true, true, false, false]),
            (.publisher, [true, true, true, false, false]),
            (.publisherOnly, [true, false, false, false, false]),
            (.moderator, [true, true, true, true, true]),
        ] as [(Role, [Bool])]
    )
    func `the capabilities are those of the role`(role: Role, expected: [Bool]) throws {
        var fixture = try ModelFixture()
        let answer = try fixture.connect(role).answer["capabilities"]
        let names = [
            "canPublish", "canSubscribe", "canSignal", "canForceMute", "canForceDisconnect",
        ]
        #expect(names.map { answer?[$0]?.boolValue } == expected)
    }

    @Test func `two connects of one token are two connections`() throws {
        var fixture = try ModelFixture()
        let token = try fixture.token()
        let first = try fixture.tryConnect(["token": .string(token)]).get()
        let second = try fixture.tryConnect(["token": .string(token)]).get()
        #expect(first.connection != second.connection)
        #expect(first.json["bearer"] != second.json["bearer"])
    }

    @Test(
        arguments: [
            [:], ["token": .null], ["token": 5], ["token": "t", "encryption": 1],
            ["token": "t", "suppressConnectionEvents": "yes"],
        ] as [JSONObject]
    )
    func `a malformed body is 400, a wrong token 401`(body: JSONObject) throws {
        var fixture = try ModelFixture()
        let status = body["token"]?.stringValue == nil ? [400, 1011] : [401, 1004]
        #expect(try fixture.tryConnect(body).codes == status)
        #expect(fixture.journal.isEmpty)
    }

    @Test(
        arguments: [
            "", "x", ".", "a.b", String(repeating: "x", count: 129), "é.é", "AQA.AAAA",
        ]
    )
    func `a malformed session id is 404 with 1005 in every call`(id: String) throws {
        var fixture = try ModelFixture()
        let client = try fixture.join()
        fixture.session = id
        #expect(try fixture.tryConnect(["token": "x"]).codes == [404, 1005])
        #expect(fixture.tryOpen(client).codes == [404, 1005])
        #expect(try fixture.post(client).codes == [404, 1005])
        #expect(try fixture.tryResume(client).codes == [404, 1005])
    }

    @Test func `a token of another session is 404 with 1005`() throws {
        var fixture = try ModelFixture()
        let token = try fixture.token()
        fixture.session = try fixture.newSession()
        #expect(try fixture.tryConnect(["token": .string(token)]).codes == [404, 1005])
    }

    @Test func `a session of another project or server is 404 with 1005`() throws {
        let other = Project(key: "other", secrets: [ModelFixture.secret])
        var configuration = ModelFixture.configuration()
        configuration.projects.append(other)
        var fixture = try ModelFixture(configuration)
        var claims = fixture.claims(.connect)
        claims.issuer = "other"
        let token = try #require(claims.signed(with: ModelFixture.secret)).exposed
        #expect(try fixture.tryConnect(["token": .string(token)]).codes == [404, 1005])

        configuration.serverSecret = Secret(String(repeating: "y", count: 32))
        var foreign = try ModelFixture(configuration)
        foreign.session = fixture.session
        let right = try fixture.token()
        #expect(try foreign.tryConnect(["token": .string(right)]).codes == [404, 1005])
    }

    @Test func `a session id with one changed character is refused`() throws {
        var fixture = try ModelFixture()
        let id = fixture.session
        for position in 0..<id.utf8.count {
            var bytes = Array(id.utf8)
            bytes[position] =
                bytes[position] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            fixture.session = String(decoding: bytes, as: UTF8.self)
            let token = try fixture.token()
            #expect(try fixture.tryConnect(["token": .string(token)]).codes == [404, 1005])
        }
    }

    @Test func `the options of a session are part of its id`() throws {
        var fixture = try ModelFixture()
        let both = try fixture.newSession(["encrypted": true, "hardMute": true])
        let all = SessionProperties(isEncrypted: true, isHardMute: true)
        #expect(SessionProperties(id: both) == all)
        let none = try fixture.newSession(["encrypted": .null])
        #expect(SessionProperties(id: none) == SessionProperties())
        #expect(both != none && both.utf8.count <= 128)
    }

    @Test func `an encrypted session refuses a client without secret with 6000`() throws {
        var fixture = try ModelFixture(options: ["encrypted": true])
        let token = JSONValue.string(try fixture.token())
        #expect(try fixture.tryConnect(["token": token]).codes == [403, 6000])
        #expect(
            try fixture.tryConnect(["token": token, "encryption": false]).codes == [403, 6000]
        )
        #expect(try fixture.tryConnect(["token": token, "encryption": true]).codes == nil)
    }

    @Test func `a session is created with a token of the right scope only`() throws {
        var fixture = try ModelFixture()
        let connect = try fixture.token()
        for header in [nil, "", "Bearer", "Basic abc", "Bearer x", "Bearer " + connect] {
            let outcome = fixture.store.createSession(
                authorization: header,
                body: [],
                fresh: try fixture.fresh(),
                at: fixture.time
            )
            #expect(outcome.answer.codes == [401, 1004])
        }
        let token = try #require(fixture.claims(.create).signed(with: ModelFixture.secret)).exposed
        for (body, expected) in [("{\"encrypted\":1}", [400, 1011]), ("[]", [400, 1011])] {
            let outcome = fixture.store.createSession(
                authorization: "bearer   " + token,
                body: Array(body.utf8),
                fresh: try fixture.fresh(),
                at: fixture.time
            )
            #expect(outcome.answer.codes == expected)
        }
    }

    @Test func `connection 201 of a session is 409 with 1027`() throws {
        var fixture = try ModelFixture()
        for _ in 0..<200 { _ = try fixture.connect() }
        let token = JSONValue.string(try fixture.token())
        #expect(try fixture.tryConnect(["token": token]).codes == [409, 1027])
        fixture.session = try fixture.newSession()
        _ = try fixture.connect()
    }

    @Test func `a full server answers 503`() throws {
        var configuration = ModelFixture.configuration()
        configuration.limits.connections = 2
        var fixture = try ModelFixture(configuration)
        _ = try fixture.connect()
        _ = try fixture.connect()
        fixture.session = try fixture.newSession()
        let token = JSONValue.string(try fixture.token())
        #expect(try fixture.tryConnect(["token": token]).codes == [503, 1503])
    }

    @Test func `a body of more than 32 KiB is 413, and what is no JSON object 400`() throws {
        var fixture = try ModelFixture()
        let long = "{\"token\":\"" + String(repeating: "x", count: 33_000) + "\"}"
        let bodies = [
            (long, [413, 1011]), ("", [400, 1011]), ("{", [400, 1011]), ("5", [400, 1011]),
            ("{\"token\":\"\u{0}\"}", [400, 1011]), ("{\"token\":\"\\u0000\"}", [400, 1011]),
            ("{\"token\":\"a\",\"token\":\"b\"}", [400, 1011]),
            (String(repeating: "[", count: 1000), [400, 1011]),
        ]
        for (body, expected) in bodies {
            let outcome = fixture.store.connect(
                session: fixture.session,
                body: Array(body.utf8),
                fresh: try fixture.fresh(),
                at: fixture.time
            )
            #expect(outcome.answer.codes == expected, "\(body.prefix(30))")
        }
    }
}
