// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// A request of the request lane as a client sent it.
struct ClientRequest {
    let number: Int
    let op: String
    let members: JSONObject

    /// A member; nil when it is absent or null.
    func value(_ name: String) -> JSONValue? {
        guard let value = members[name], !value.isNull else { return nil }
        return value
    }
}

/// What one POST on the request lane holds.
struct RequestBatch {
    let lastEvent: EventPosition?
    let requests: [ClientRequest]

    /// Reads a body; 400 when its form is wrong, 413 when it is too long.
    init(_ bytes: [UInt8], _ limits: SessionLimits) throws(Refusal) {
        let body = try RequestBody(bytes, limit: limits.postBytes)
        if let text = try body.text("lastEvent") {
            guard let position = EventPosition(text) else {
                throw .malformed("lastEvent is no id of an event.")
            }
            lastEvent = position
        } else {
            lastEvent = nil
        }
        guard let value = body.value("requests") else {
            requests = []
            return
        }
        guard let elements = value.arrayValue else { throw .malformed("requests is no array.") }
        guard elements.count <= limits.requestsPerPost else {
            throw .malformed("requests has more than \(limits.requestsPerPost) elements.")
        }
        var requests: [ClientRequest] = []
        for element in elements { requests.append(try RequestBatch.request(element)) }
        self.requests = requests
    }

    private static func request(_ value: JSONValue) throws(Refusal) -> ClientRequest {
        guard let members = value.objectValue else {
            throw .malformed("An element of requests is no object.")
        }
        guard let number = members["number"]?.integerValue, number >= 1 else {
            throw .malformed("The number of a request is no integer from 1 on.")
        }
        guard let op = members["op"]?.stringValue else {
            throw .malformed("The op of a request is no text.")
        }
        return ClientRequest(number: Int(number), op: op, members: members)
    }
}
