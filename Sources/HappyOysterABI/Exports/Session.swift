// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CHappyOyster
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterSession
import HappyOysterWorld

/// See `session.h`.
@_cdecl("oyster_engine_create_session") @implementation
public func oyster_engine_create_session(
    _ engine: OpaquePointer?,
    _ options: UnsafePointer<oyster_session_options>?,
    _ session: UnsafeMutablePointer<OpaquePointer?>?
) -> oyster_result {
    CBoundary.call { () throws(OysterSDKError) in
        let object = try CBoundary.engine(engine)
        let output = try CBoundary.output(session, "session")
        let host = try HostStruct.read(options) { $0.reserved }
        output.pointee = try object.createSession(SessionOptions(host)).pointer
    }
}

/// See `session.h`.
@_cdecl("oyster_session_connect") @implementation
public func oyster_session_connect(
    _ session: OpaquePointer?,
    _ token: UnsafePointer<CChar>?,
    _ done: oyster_done_fn?,
    _ context: UnsafeMutableRawPointer?
) -> oyster_result {
    CBoundary.call { () throws(OysterSDKError) in
        let object = try CBoundary.session(session)
        let limit = SessionText.longestToken
        let token = try HostString.readParameter(token, "the token", limit: limit)
        let completion = HostCompletion(done, context)
        try object.session.connect(token: token) { completion($0) }
    }
}

/// See `session.h`.
@_cdecl("oyster_session_disconnect") @implementation
public func oyster_session_disconnect(
    _ session: OpaquePointer?,
    _ done: oyster_done_fn?,
    _ context: UnsafeMutableRawPointer?
) -> oyster_result {
    CBoundary.call { () throws(OysterSDKError) in
        let object = try CBoundary.session(session)
        let completion = HostCompletion(done, context)
        try object.session.disconnect { completion($0) }
    }
}

/// See `session.h`.
@_cdecl("oyster_session_report_issue") @implementation
public func oyster_session_report_issue(
    _ session: OpaquePointer?,
    _ done: oyster_done_fn?,
    _ context: UnsafeMutableRawPointer?
) -> oyster_result {
    CBoundary.call { () throws(OysterSDKError) in
        let object = try CBoundary.session(session)
        let completion = HostCompletion(done, context)
        try object.session.reportIssue { completion($0) }
    }
}

/// See `session.h`.
@_cdecl("oyster_session_add_listener") @implementation
public func oyster_session_add_listener(
    _ session: OpaquePointer?,
    _ handler: oyster_session_event_fn?,
    _ context: UnsafeMutableRawPointer?,
    _ release: oyster_release_fn?,
    _ listener: UnsafeMutablePointer<oyster_listener_id>?
) -> oyster_result {
    CBoundary.call { () throws(OysterSDKError) in
        let object = try CBoundary.session(session)
        let output = try CBoundary.output(listener, "listener")
        guard let handler else { throw CBoundary.invalid("handler is NULL") }
        let host = HostContext(context, release)
        output.pointee = try object.addListener(host) { event in
            oyster_session_event.with(event) { handler(host.pointer, $0) }
        }
    }
}

/// See `session.h`.
@_cdecl("oyster_session_remove_listener") @implementation
public func oyster_session_remove_listener(
    _ session: OpaquePointer?,
    _ listener: oyster_listener_id,
    _ outcome: UnsafeMutablePointer<oyster_release_outcome>?
) -> oyster_result {
    CBoundary.call { () throws(OysterSDKError) in
        let achieved = try CBoundary.session(session).removeListener(listener)
        outcome?.pointee = oyster_release_outcome(achieved)
    }
}

/// See `session.h`.
@_cdecl("oyster_session_release") @implementation
public func oyster_session_release(
    _ session: OpaquePointer?,
    _ outcome: UnsafeMutablePointer<oyster_release_outcome>?
) -> oyster_result {
    CBoundary.call { () throws(OysterSDKError) in
        let achieved = try CBoundary.session(session).release()
        outcome?.pointee = oyster_release_outcome(achieved)
    }
}

extension SessionOptions {
    /// Copies a host's options.
    fileprivate init(_ options: oyster_session_options) throws(OysterSDKError) {
        guard options.suppress_connection_events <= 1 else {
            throw OysterSDKError(
                OysterErrorCode.sessionInvalidParameter,
                cause: "suppress_connection_events is not 0 or 1"
            )
        }
        self.init(
            serverURL: try HostString.readParameter(options.server_url, "server_url", limit: 512),
            // 128 characters of at most 4 bytes each.
            key: try HostString.readParameter(options.key, "key", limit: 4 * 128),
            sessionId: try HostString.readParameter(
                options.session_id,
                "session_id",
                limit: SessionText.longestId
            )
        )
        suppressesConnectionEvents = options.suppress_connection_events == 1
        if let path = options.ca_file {
            caFile = try HostString.readParameter(path, "ca_file", limit: 4096)
        }
        if let name = options.user_agent {
            userAgent = try HostString.readParameter(name, "user_agent", limit: 128)
        }
        if options.timeout_ms != 0 { timeoutMs = Int(options.timeout_ms) }
    }
}
