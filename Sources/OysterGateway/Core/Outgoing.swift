// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore
internal import HappyOysterPlatform

/// An answer on its way to the wire, and how to deliver it.
struct Outgoing: Sendable {
    /// What happens to the bytes.
    enum Delivery: Equatable, Sendable {
        case whole
        /// The connection is reset after half of the body.
        case reset
        /// Nothing is ever answered.
        case hang
        /// The connection is closed without an answer.
        case close
        /// A few bytes at a time.
        case drip(bytes: Int, every: Duration)
    }

    var status: Int
    var body: [UInt8]
    var contentType = "application/json"
    /// Other headers.
    var headers: [(name: String, value: String)] = []
    /// What will be answered in place of this, once it is known.
    var later: LateAnswer?
    /// The platform's code of a refusal, for the request log.
    var code: String?
    var delay: Duration = .zero
    var delivery = Delivery.whole

    init(status: Int, body: [UInt8], contentType: String = "application/json") {
        self.status = status
        self.body = body
        self.contentType = contentType
    }

    /// A JSON answer, or an internal error when the value cannot be printed.
    init(status: Int, json: JSONValue) {
        if let body = JSONCodec.bytes(json) {
            self.init(status: status, body: body)
        } else {
            let text = #"{"code":"InternalError","message":"The answer cannot be printed."}"#
            self.init(status: 500, body: Array(text.utf8))
        }
    }
}
