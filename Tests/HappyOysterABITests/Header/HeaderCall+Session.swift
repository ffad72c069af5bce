// SPDX-License-Identifier: Apache-2.0
import CHappyOyster
import CcJSON
import HappyOysterTestSupport

extension HeaderCall {
    /// Calls that create sessions, with valid options and with each kind of invalid ones.
    static func sessionCreations() -> [HeaderCall] {
        typealias Change = (inout oyster_session_options) -> Void
        let name = "oyster_engine_create_session"
        let changes: [Change] = [
            { $0.size = 3 }, { $0.reserved = .init(bitPattern: 8) },
            { $0.suppress_connection_events = 2 }, { $0.timeout_ms = 600_001 },
            { $0.server_url = nil }, { $0.key = nil }, { $0.session_id = nil }, { _ in },
        ]
        return changes.map { change in
            plain(name) { engine in
                var session: OpaquePointer?
                let code = makeSession(engine, &session, change: change)
                if code == 0 { oyster_session_release(session, nil) }
                return code
            }
        } + [
            plain(name) { makeSession($0, nil) },
            plain(name) { engine in
                var session: OpaquePointer?
                return "/nowhere/ca.pem".withCString { path in
                    makeSession(engine, &session) { $0.ca_file = path }
                }
            },
            plain(name) { engine in
                var session: OpaquePointer?
                return oyster_engine_create_session(engine, nil, &session)
            },
        ]
    }

    /// Creates a session at an address that no server has, unless `change` sets another one.
    static func makeSession(
        _ engine: OpaquePointer?,
        _ session: UnsafeMutablePointer<OpaquePointer?>?,
        change: (inout oyster_session_options) -> Void = { _ in }
    ) -> oyster_result {
        "http://127.0.0.1:1".withCString { url in
            "key".withCString { text in
                var options = oyster_session_options()
                options.size = UInt32(MemoryLayout<oyster_session_options>.size)
                options.server_url = url
                options.key = text
                options.session_id = text
                change(&options)
                return oyster_engine_create_session(engine, &options, session)
            }
        }
    }

    /// Functions of a session; what changes its status comes last.
    static func sessionCalls(token: String) -> [HeaderCall] {
        sessionReads() + sessionListeners() + sessionRequests() + sessionOperations(token)
    }

    private static func sessionReads() -> [HeaderCall] {
        [
            plain("oyster_session_status") { oyster_session_status($0, nil) },
            plain("oyster_session_status") { session in
                var status = oyster_connection_status.OYSTER_CONNECTION_STATUS_FAILED
                return oyster_session_status(session, &status)
            },
            plain("oyster_session_id") { oyster_session_id($0, nil) },
            plain("oyster_session_id") { session in
                var id: UnsafeMutablePointer<CChar>?
                let code = oyster_session_id(session, &id)
                if code == 0 { oyster_string_free(id) }
                return code
            },
            plain("oyster_session_connection") { oyster_session_connection($0, nil) },
            plain("oyster_session_connection") { session in
                tree { oyster_session_connection(session, $0) }
            },
            plain("oyster_session_streams") { oyster_session_streams($0, nil) },
            plain("oyster_session_streams") { session in
                tree { oyster_session_streams(session, $0) }
            },
            plain("oyster_session_stats") { oyster_session_stats($0, nil) },
            plain("oyster_session_stats") { session in tree { oyster_session_stats(session, $0) } },
            plain("oyster_session_capabilities") { oyster_session_capabilities($0, nil) },
            plain("oyster_session_capabilities") { session in
                var capabilities = oyster_capabilities()
                capabilities.size = UInt32(MemoryLayout<oyster_capabilities>.size)
                return oyster_session_capabilities(session, &capabilities)
            },
        ]
    }

    private static func sessionListeners() -> [HeaderCall] {
        let handler: oyster_session_event_fn = { _, _ in }
        return [
            plain("oyster_session_add_listener") {
                oyster_session_add_listener($0, handler, nil, nil, nil)
            },
            plain("oyster_session_add_listener") { session in
                var id: UInt64 = 0
                return oyster_session_add_listener(session, nil, nil, nil, &id)
            },
            plain("oyster_session_remove_listener") { oyster_session_remove_listener($0, 0, nil) },
            plain("oyster_session_remove_listener") { session in
                var id: UInt64 = 0
                let code = oyster_session_add_listener(session, handler, nil, nil, &id)
                return oyster_session_remove_listener(session, code == 0 ? id : 0, nil)
            },
            plain("oyster_session_add_listener") { session in
                var (ids, last): ([UInt64], oyster_result) = ([], 0)
                for _ in 0..<65 {
                    var id: UInt64 = 0
                    last = oyster_session_add_listener(session, handler, nil, nil, &id)
                    ids.append(id)
                }
                for id in ids { oyster_session_remove_listener(session, id, nil) }
                return last
            },
            plain("oyster_session_add_listener") { session in
                var id: UInt64 = 0
                let code = oyster_session_add_listener(session, handler, nil, nil, &id)
                oyster_session_remove_listener(session, id, nil)
                return code
            },
        ]
    }

    private static func sessionRequests() -> [HeaderCall] {
        typealias Change = (inout oyster_signal) -> Void
        let long = String(repeating: "a", count: 8193)
        let changes: [Change] = [
            { $0.size = 3 }, { $0.reserved = .init(bitPattern: 8) },
            { $0.retry_after_reconnect = 2 }, { _ in },
        ]
        let signal = "oyster_session_send_signal"
        let mute = "oyster_session_force_mute_all"
        let one = "oyster_session_force_mute_stream"
        let end = "oyster_session_force_disconnect"
        return changes.map { change in plain(signal) { send($0, change: change) } } + [
            plain(signal) { oyster_session_send_signal($0, nil) },
            plain(signal) { send($0, type: "no blanks") },
            plain(signal) { send($0, data: long) },
            plain(signal) { send($0, to: "a b") },
            plain(mute) { oyster_session_force_mute_all($0, nil, 1) },
            plain(mute) { session in
                BadText.notUTF8[0].withUnsafeBufferPointer { text in
                    var id = text.baseAddress
                    return oyster_session_force_mute_all(session, &id, 1)
                }
            },
            plain(mute) { oyster_session_force_mute_all($0, nil, 0) },
            plain("oyster_session_disable_force_mute") { oyster_session_disable_force_mute($0) },
            plain(one) { oyster_session_force_mute_stream($0, nil) },
            plain(one) { oyster_session_force_mute_stream($0, BadText.notUTF8[0]) },
            plain(one) { oyster_session_force_mute_stream($0, "unknown") },
            plain(end) { oyster_session_force_disconnect($0, nil) },
            plain(end) { oyster_session_force_disconnect($0, BadText.notUTF8[0]) },
            plain(end) { oyster_session_force_disconnect($0, "unknown") },
        ]
    }

    private static func send(
        _ session: OpaquePointer?,
        type: String = "t",
        data: String = "d",
        to: String? = nil,
        change: (inout oyster_signal) -> Void = { _ in }
    ) -> oyster_result {
        type.withCString { type in
            data.withCString { data in
                (to ?? "").withCString { target in
                    var signal = oyster_signal()
                    signal.size = UInt32(MemoryLayout<oyster_signal>.size)
                    signal.retry_after_reconnect = 0
                    signal.type = type
                    signal.data = data
                    signal.to = to == nil ? nil : target
                    change(&signal)
                    return oyster_session_send_signal(session, &signal)
                }
            }
        }
    }

    private static func sessionOperations(_ token: String) -> [HeaderCall] {
        let connect = "oyster_session_connect"
        return [
            asynchronous("oyster_session_report_issue") { oyster_session_report_issue($0, $1, $2) },
            asynchronous(connect) { oyster_session_connect($0, nil, $1, $2) },
            asynchronous(connect) { oyster_session_connect($0, BadText.notUTF8[0], $1, $2) },
            asynchronous(connect) { oyster_session_connect($0, token, $1, $2) },
            asynchronous("oyster_session_disconnect") { oyster_session_disconnect($0, $1, $2) },
            asynchronous("oyster_session_disconnect") { oyster_session_disconnect($0, $1, $2) },
        ]
    }

    private static func tree(
        _ call: (UnsafeMutablePointer<UnsafeMutablePointer<cJSON>?>) -> oyster_result
    ) -> oyster_result {
        var tree: UnsafeMutablePointer<cJSON>?
        let code = call(&tree)
        if code == 0 { oyster_json_free(tree) }
        return code
    }
}
