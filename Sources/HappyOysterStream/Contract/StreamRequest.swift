// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore

/// A request of a stream engine's signalling, for the library's HTTP client.
///
/// Address and body are secrets, too: neither is logged.
package struct StreamRequest: Sendable {
    package let method: HTTPRequest.Method
    package let url: ServiceURL
    package let bearer: Secret?
    package let contentType: String?
    package let body: [UInt8]?
    package let timeout: Duration

    package init(
        method: HTTPRequest.Method,
        url: ServiceURL,
        bearer: Secret? = nil,
        contentType: String? = nil,
        body: [UInt8]? = nil,
        timeout: Duration
    ) {
        self.method = method
        self.url = url
        self.bearer = bearer
        self.contentType = contentType
        self.body = body
        self.timeout = timeout
    }
}
