// SPDX-License-Identifier: Apache-2.0
import CHappyOyster
import HappyOysterTestSupport
import OysterSessionServer
import Testing

/// The comments of session.h name every code that a function returns or completes with.
@Suite(.blocking) struct SessionCodesTests {
    private func status(_ session: OpaquePointer) -> oyster_connection_status? {
        var status = oyster_connection_status.OYSTER_CONNECTION_STATUS_FAILED
        return oyster_session_status(session, &status) == 0 ? status : nil
    }

    private func connect(_ session: OpaquePointer, _ token: String, _ seen: SeenCodes) {
        seen.complete("oyster_session_connect") { oyster_session_connect(session, token, $0, $1) }
        #expect(blockUntil { status(session) == .OYSTER_CONNECTION_STATUS_CONNECTED })
    }

    /// The calls without the two that change the status.
    private func steadyCalls(_ token: String) -> [HeaderCall] {
        HeaderCall.sessionCalls(token: token).filter {
            $0.function != "oyster_session_disconnect"
        }
    }

    private func release(_ session: OpaquePointer, _ seen: SeenCodes) {
        let call = HeaderCall.plain("oyster_session_release") { oyster_session_release($0, nil) }
        seen.run([call, call], on: session)
        #expect(seen.haveAllCompleted())
    }

    /// Statuses: not connected, connecting, connected, disconnecting, released; for one role.
    private func drive(_ role: Role, _ server: SessionServerProcess, _ seen: SeenCodes) throws {
        let engine = try HostFixture.makeEngine()
        defer { oyster_engine_destroy(engine, nil) }
        let id = try server.makeSession()
        let token = try server.token(id, role)
        let session = try server.open(id, on: engine)
        let calls = HeaderCall.sessionCalls(token: token)
        seen.run(calls, on: session, wrong: [engine])
        #expect(seen.haveAllCompleted())
        connect(session, token, seen)
        seen.run(steadyCalls(token), on: session)
        seen.run(calls, on: session)
        #expect(seen.haveAllCompleted())
        // A token for another session, and a server that does not answer.
        let other = try server.token("other", role)
        seen.complete("oyster_session_connect") { oyster_session_connect(session, other, $0, $1) }
        #expect(seen.haveAllCompleted())
        server.pause(true)
        seen.complete("oyster_session_connect") { oyster_session_connect(session, token, $0, $1) }
        seen.run(calls, on: session)
        server.pause(false)
        #expect(seen.haveAllCompleted())
        release(session, seen)
        seen.run(calls, on: session)
    }

    @Test
    func `session functions return and complete with only the codes that their comments name`()
        throws
    {
        let seen = SeenCodes()
        let server = try SessionServerProcess()
        for role in Role.allCases { try drive(role, server, seen) }
        // Without a server, and failed: only the host programs wait for the grace time.
        let engine = try HostFixture.makeEngine()
        let id = try server.makeSession()
        let token = try server.token(id, .moderator)
        let session = try server.open(id, on: engine)
        connect(session, token, seen)
        server.stop()
        #expect(blockUntil { status(session) == .OYSTER_CONNECTION_STATUS_RECONNECTING })
        seen.run(steadyCalls(token), on: session)
        #expect(blockUntil { status(session) == .OYSTER_CONNECTION_STATUS_FAILED })
        seen.run(HeaderCall.sessionCalls(token: token), on: session)
        release(session, seen)
        oyster_engine_destroy(engine, nil)
        // Streams come with media, so none can be muted yet.
        seen.record("oyster_session_force_mute_stream", 0)
        try seen.compare(prefixes: ["oyster_session_"])
    }
}
