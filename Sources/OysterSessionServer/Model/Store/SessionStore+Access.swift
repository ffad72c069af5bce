// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

extension SessionStore {
    /// Who a request is from, after its bearer was checked.
    func authorised(
        _ session: String,
        _ connection: String,
        _ authorization: String?
    ) throws(Refusal) -> ConnectionKey {
        let key = try named(session, connection)
        if let reason = state.ended.reason(of: key) { throw .over(reason) }
        guard let stored = state[key] else { throw .connectionUnknown }
        let bearer = try SessionStore.bearer(authorization)
        guard Digest.isEqual(Digest.sha256(Array(bearer.utf8)), stored.bearerHash) else {
            throw .notAuthorised("The bearer is not this connection's.")
        }
        return key
    }

    /// Reads the ids of a path.
    func named(_ session: String, _ connection: String) throws(Refusal) -> ConnectionKey {
        guard SessionProperties(id: session) != nil else {
            throw .sessionUnknown("The session id is malformed.")
        }
        guard Identifier.isValid(connection) else { throw .connectionUnknown }
        return ConnectionKey(session: session, connection: connection)
    }

    /// The text behind `Bearer` in a header.
    static func bearer(_ authorization: String?) throws(Refusal) -> String {
        guard let authorization else {
            throw .notAuthorised("The header Authorization is missing.")
        }
        let bytes = Array(authorization.utf8)
        let scheme = bytes.prefix(7).map { $0 | 0x20 }
        guard scheme == Array("bearer ".utf8) else {
            throw .notAuthorised("The header Authorization names no bearer.")
        }
        let rest = bytes.dropFirst(7).drop { $0 == 0x20 }
        return String(decoding: rest, as: UTF8.self)
    }

    /// Verifies a token.
    func token(
        _ text: String,
        _ scope: SessionToken.Scope,
        at time: StoreTime
    ) throws(Refusal) -> SessionToken {
        let verifier = TokenVerifier(
            projects: configuration.projects,
            longestTime: configuration.limits.tokenTime,
            leeway: configuration.limits.leeway
        )
        do {
            return try verifier.claims(of: text, for: scope, wallMs: time.wallMs)
        } catch {
            throw .notAuthorised(error.rawValue)
        }
    }

    /// Refuses a further connection when a limit is reached.
    func checkCapacity(of session: String) throws(Refusal) {
        let limits = configuration.limits
        let count = state.sessions[session]?.connections.count ?? 0
        guard count < limits.connectionsPerSession else {
            throw Refusal(
                409,
                .tooManyConnections,
                "The session has \(count) connections, as many as it may have."
            )
        }
        guard activities.count < limits.connections else {
            throw Refusal(503, .unavailable, "The server has as many connections as it may have.")
        }
    }
}

/// The members of a body that a client sent.
struct RequestBody {
    let members: JSONObject

    /// Reads a body; an empty one has no members.
    init(_ bytes: [UInt8], limit: Int) throws(Refusal) {
        guard bytes.count <= limit else {
            throw Refusal(413, .invalid, "The body has more than \(limit) bytes.")
        }
        guard !bytes.isEmpty else {
            members = JSONObject()
            return
        }
        let value: JSONValue
        do {
            value = try JSONCodec.parse(bytes, .lenient)
        } catch {
            throw .malformed("The body is not JSON: \(error).")
        }
        guard let object = value.objectValue else { throw .malformed("The body is no object.") }
        members = object
    }

    /// A member; nil when it is absent or null.
    func value(_ name: String) -> JSONValue? {
        guard let value = members[name], !value.isNull else { return nil }
        return value
    }

    func text(_ name: String) throws(Refusal) -> String? {
        guard let value = value(name) else { return nil }
        guard let text = value.stringValue else { throw .malformed("\(name) is no text.") }
        return text
    }

    func flag(_ name: String) throws(Refusal) -> Bool? {
        guard let value = value(name) else { return nil }
        guard let flag = value.boolValue else { throw .malformed("\(name) is no truth value.") }
        return flag
    }
}
