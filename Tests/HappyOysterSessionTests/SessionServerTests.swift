// SPDX-License-Identifier: Apache-2.0
import Glibc
import HappyOysterCore
import HappyOysterTestSupport
import Testing

@testable import HappyOysterSession

/// Sessions over HTTP with the program oyster-session-server.
@Suite(.blocking) struct SessionServerTests {
    private let runtime: LiveRuntime

    init() throws { runtime = try #require(LiveRuntime()) }

    private func isCreated(_ id: String, in notices: [SessionNotice]) -> Bool {
        notices.contains { notice in
            if case .connectionCreated(let connection) = notice {
                connection.id == id
            } else {
                false
            }
        }
    }

    @Test func `two sessions see each other, exchange signals in order and leave`() throws {
        let server = try ServerProgram()
        let id = try server.makeSession()
        let one = try LiveSession(runtime, server, id)
        let two = try LiveSession(runtime, server, id)
        #expect(try one.connect(server.token(id, role: "moderator", data: "Ada")) == 0)
        #expect(try two.connect(server.token(id)) == 0)
        let (first, second) = (try one.session.connection(), try two.session.connection())
        #expect(first.data == "Ada")
        #expect(first.createdAtMs > 0)
        #expect(one.wait { isCreated(second.id, in: $0) })
        #expect(two.wait { isCreated(first.id, in: $0) })
        for number in 0..<150 {
            try one.session.send(SessionSignal(type: "count", data: "\(number)"))
        }
        let expected = (0..<150).map { "\($0)" }
        #expect(two.wait { $0.count(where: \.isSignal) >= 150 })
        #expect(two.signals == expected)
        // One's own signals to all come back.
        #expect(one.wait { $0.count(where: \.isSignal) >= 150 })
        #expect(one.signals == expected)
        try two.session.send(SessionSignal(data: "secret", to: first.id))
        #expect(one.wait { $0.count(where: \.isSignal) >= 151 })
        #expect(try two.disconnect() == 0)
        #expect(
            one.wait {
                $0.contains(.connectionDestroyed(second, .client))
            }
        )
        #expect(try one.disconnect() == 0)
        #expect(one.types.last == .disconnected)
        #expect(two.signals.count == 150)
    }

    @Test func `roles, refusals and moderation`() throws {
        let server = try ServerProgram()
        let id = try server.makeSession()
        let moderator = try LiveSession(runtime, server, id)
        let guest = try LiveSession(runtime, server, id)
        #expect(try guest.connect("not.a.token") == 1004)
        #expect(try guest.connect(server.token("other")) == 1005)
        #expect(try moderator.connect(server.token(id, role: "moderator")) == 0)
        #expect(try guest.connect(server.token(id, role: "publisher-only")) == 0)
        let error = #expect(throws: OysterSDKError.self) {
            try guest.session.send(SessionSignal(data: "a"))
        }
        #expect(error?.code == 1550)
        try moderator.session.forceMuteAll(excluding: [])
        #expect(guest.wait { $0.contains(.muteForced(isActive: true)) })
        #expect(moderator.wait { $0.contains(.muteForced(isActive: true)) })
        let late = try LiveSession(runtime, server, id)
        #expect(try late.connect(server.token(id)) == 0)
        #expect(late.wait { $0.contains(.muteForced(isActive: true)) })
        try moderator.session.disableForceMute()
        #expect(late.wait { $0.contains(.muteForced(isActive: false)) })
        try moderator.session.forceDisconnect("unknown")
        #expect(
            moderator.wait { notices in
                notices.contains { notice in
                    if case .error(let error) = notice { error.code == 1011 } else { false }
                }
            }
        )
        try moderator.session.forceDisconnect(guest.session.connection().id)
        #expect(guest.wait { $0.contains(.disconnected(.forced)) })
        #expect(guest.session.status == .notConnected)
        #expect(try guest.connect(server.token(id)) == 0)
        #expect(try moderator.operate { try moderator.session.reportIssue($0) } == 0)
    }

    @Test func `signals pass in order and once through a kill and restart with a journal`() throws {
        let server = try ServerProgram(hasJournal: true)
        try restart(server, count: 1000)
    }

    @Test func `a server without a journal is resumed with the tickets`() throws {
        let server = try ServerProgram()
        let (one, two) = try restart(server, count: 0)
        for number in 0..<20 { try one.session.send(SessionSignal(data: "later \(number)")) }
        #expect(two.wait { $0.count(where: \.isSignal) >= 20 })
        #expect(two.signals == (0..<20).map { "later \($0)" })
        let counters = one.session.statistics
        #expect(counters["resumes"]?.integerValue ?? 0 >= 1)
    }

    /// Connects two sessions, restarts the server while one sends, and expects the same connections.
    @discardableResult private func restart(_ server: ServerProgram, count: Int) throws
        -> (LiveSession, LiveSession)
    {
        let id = try server.makeSession()
        let (one, two) = (
            try LiveSession(runtime, server, id), try LiveSession(runtime, server, id)
        )
        #expect(try one.connect(server.token(id)) == 0)
        #expect(try two.connect(server.token(id)) == 0)
        let ids = (try one.session.connection().id, try two.session.connection().id)
        #expect(one.wait { isCreated(ids.1, in: $0) })
        for number in 0..<count { try one.session.send(SessionSignal(data: "\(number)")) }
        if count > 0 { #expect(two.wait { $0.contains(where: \.isSignal) }) }
        server.kill()
        #expect(one.wait { $0.contains(.reconnecting) })
        try server.start()
        #expect(one.wait { $0.contains(.reconnected) })
        #expect(two.wait { $0.contains(.reconnected) })
        #expect(two.wait { $0.count(where: \.isSignal) >= count })
        #expect(two.signals == (0..<count).map { "\($0)" })
        #expect(try one.session.connection().id == ids.0)
        #expect(try two.session.connection().id == ids.1)
        let isDestroyed = one.notices.contains { notice in
            if case .connectionDestroyed = notice { true } else { false }
        }
        #expect(!isDestroyed)
        return (one, two)
    }

    @Test func `a stopped server ends sessions with its reason, a killed one fails them`() throws {
        let server = try ServerProgram(graceTimeMs: 1000)
        let id = try server.makeSession()
        let one = try LiveSession(runtime, server, id)
        #expect(try one.connect(server.token(id)) == 0)
        server.kill(SIGINT)
        #expect(one.wait { $0.contains(.disconnected(.server)) })
        #expect(one.session.status == .notConnected)
        try server.start()
        let other = try server.makeSession()
        let two = try LiveSession(runtime, server, other)
        #expect(try two.connect(server.token(other)) == 0)
        server.kill()
        #expect(two.wait { $0.contains(.disconnected(.lost)) })
        #expect(two.session.status == .failed)
        let three = try LiveSession(runtime, server, other)
        #expect(try three.connect("a.b.c") == 1023)
    }
}

extension SessionNotice {
    fileprivate var isSignal: Bool {
        if case .signal = self { true } else { false }
    }
}
