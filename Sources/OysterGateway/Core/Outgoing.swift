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
    var delay: Duration = .zero
    var delivery = Delivery.whole

    init(status: Int, body: [UInt8], contentType: String = "application/json") {
        self.status = status
        self.body = body
        self.contentType = contentType
    }

    /// A JSON answer; values of the gateway's own making can always be printed.
    init(status: Int, json: JSONValue) {
        self.init(status: status, body: JSONCodec.bytes(json) ?? [])
    }
}
