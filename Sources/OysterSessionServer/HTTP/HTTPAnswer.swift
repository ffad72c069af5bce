// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// A complete answer to an HTTP request.
struct HTTPAnswer {
    var status: Int
    var contentType: String? = "application/json"
    var headers: [(name: String, value: String)] = []
    var body: [UInt8]

    init(status: Int, contentType: String? = "application/json", body: [UInt8] = []) {
        self.status = status
        self.contentType = contentType
        self.body = body
    }

    /// A JSON answer; a fault of the server when the value cannot be written.
    init(status: Int, json: JSONValue) {
        if let body = JSONCodec.bytes(json) {
            self.init(status: status, body: body)
        } else {
            self.init(refusal: .internalFault)
        }
    }

    /// The answer to a refused request.
    init(refusal: Refusal) {
        let body = JSONCodec.bytes(refusal.json) ?? Array(#"{"error":{"code":2000}}"#.utf8)
        self.init(status: refusal.status, body: body)
        if let time = refusal.retryAfterMs {
            headers.append(("Retry-After", String(max(1, (time + 999) / 1000))))
        }
    }
}
