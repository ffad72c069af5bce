// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore
internal import HappyOysterPlatform

/// An HTTP response and the way of its delivery.
struct Response: Sendable {
    /// How the response is sent.
    enum Delivery: Equatable, Sendable {
        case whole
        /// The connection is reset after half of the body.
        case reset
        /// No response is sent; the connection stays open.
        case hang
        /// The connection is closed without a response.
        case close
        /// The body is sent a few bytes at a time.
        case drip(bytes: Int, every: Duration)
    }

    var status: Int
    var body: [UInt8]
    var contentType = "application/json"
    /// Headers besides Content-Type.
    var headers: [(name: String, value: String)] = []
    /// The response that replaces this one once it is known.
    var later: DeferredResponse?
    /// The platform's error code, for the log of `--verbose`.
    var code: String?
    var delay: Duration = .zero
    var delivery = Delivery.whole

    init(status: Int, body: [UInt8], contentType: String = "application/json") {
        self.status = status
        self.body = body
        self.contentType = contentType
    }

    /// A JSON response; an internal error when the value cannot be printed.
    init(status: Int, json: JSONValue) {
        if let body = JSONCodec.bytes(json) {
            self.init(status: status, body: body)
        } else {
            let text = #"{"code":"InternalError","message":"The response cannot be printed."}"#
            self.init(status: 500, body: Array(text.utf8))
        }
    }
}
