// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

/// The HTTP requests of a session.
///
/// Source: `docs/session-server.md`.
struct SessionCalls {
    let config: SessionConfig

    /// Bounds of the requests: the session server takes a connection that has posted nothing for 10 s
    /// as lost.
    static let postBound: Duration = .seconds(10)
    static let resumeBound: Duration = .seconds(5)

    func connect(token: Secret, hasEncryptionSecret: Bool = false) -> HTTPRequest {
        post(
            "",
            [
                "token": .string(token.exposed),
                "suppressConnectionEvents": .bool(config.suppressesConnectionEvents),
                "encryption": .bool(hasEncryptionSecret),
            ],
            timeout: config.timeout
        )
    }

    func resume(ticket: Secret, connectionId: String, nextRequest: Int) -> HTTPRequest {
        post(
            "/\(connectionId)/resume",
            [
                "ticket": .string(ticket.exposed), "nextRequest": JSONValue(nextRequest),
                "suppressConnectionEvents": .bool(config.suppressesConnectionEvents),
            ],
            timeout: SessionCalls.resumeBound
        )
    }

    func requests(
        _ access: SessionAccess,
        _ batch: [NumberedRequest],
        handled: EventPosition?
    ) -> HTTPRequest {
        var body: JSONObject = [
            "requests": .array(
                batch.map { numbered in
                    var object: JSONObject = ["number": JSONValue(numbered.number)]
                    for (key, value) in numbered.request.json.members { object[key] = value }
                    return .object(object)
                }
            )
        ]
        body["lastEvent"] = handled.map { .string($0.text) }
        let path = "/\(access.connectionId)/requests"
        return post(path, body, access, timeout: SessionCalls.postBound)
    }

    func events(_ access: SessionAccess, after position: EventPosition?) -> HTTPRequest {
        var request = get("/\(access.connectionId)/events", access, position)
        request.headers.append((name: "Accept", value: "text/event-stream"))
        request.headers.append((name: "Accept-Encoding", value: "identity"))
        request.timeout = SessionCalls.postBound
        return request
    }

    func poll(_ access: SessionAccess, wait: Duration, after position: EventPosition?)
        -> HTTPRequest
    {
        let path = "/\(access.connectionId)/events?wait=\(wait.components.seconds)"
        var request = get(path, access, position)
        request.headers.append((name: "Accept", value: "application/json"))
        request.timeout = wait + SessionCalls.postBound
        return request
    }

    private var base: String {
        "\(config.address.origin)/v1/sessions/\(config.sessionId)/connections"
    }

    private func get(_ path: String, _ access: SessionAccess, _ position: EventPosition?)
        -> HTTPRequest
    {
        var headers = headers(access)
        if let position { headers.append((name: "Last-Event-ID", value: position.text)) }
        return HTTPRequest(
            method: .get,
            url: base + path,
            headers: headers,
            timeout: SessionCalls.postBound,
            certificates: config.certificates
        )
    }

    private func post(
        _ path: String,
        _ body: JSONObject,
        _ access: SessionAccess? = nil,
        timeout: Duration
    ) -> HTTPRequest {
        HTTPRequest(
            method: .post,
            url: base + path,
            headers: headers(access) + [
                (name: "Content-Type", value: "application/json"),
                (name: "Accept", value: "application/json"),
            ],
            body: JSONCodec.bytes(.object(body)) ?? [],
            timeout: timeout,
            certificates: config.certificates
        )
    }

    private func headers(_ access: SessionAccess?) -> [(name: String, value: String)] {
        var headers = [(name: "User-Agent", value: config.userAgent)]
        if let access {
            headers.append((name: "Authorization", value: "Bearer " + access.bearer.exposed))
        }
        return headers
    }
}
