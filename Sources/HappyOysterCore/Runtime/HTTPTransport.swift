// SPDX-License-Identifier: Apache-2.0

/// A request to the service.
package struct HTTPRequest: Sendable {
    package enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case patch = "PATCH"
        case delete = "DELETE"
    }

    package var method: Method
    package var url: String
    package var headers: [(name: String, value: String)]
    package var body: [UInt8]?
    package var timeout: Duration
    package var caFile: String?

    package init(
        method: Method,
        url: String,
        headers: [(name: String, value: String)] = [],
        body: [UInt8]? = nil,
        timeout: Duration,
        caFile: String? = nil
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeout = timeout
        self.caFile = caFile
    }
}

extension HTTPRequest {
    /// Why the request must not go out, or nil.
    ///
    /// The last line of defence: a character too many would make another header, or another
    /// request, of what was meant. Every text was checked before it came here.
    package var flaw: String? {
        guard url.utf8.allSatisfy({ (33...126).contains($0) }) else {
            return "the address holds a character that is not allowed"
        }
        let areSound = headers.allSatisfy { name, value in
            !name.isEmpty && name.utf8.allSatisfy(HTTPRequest.isNameByte)
                && !value.utf8.contains { $0 == 0 || $0 == 10 || $0 == 13 }
        }
        return areSound ? nil : "a header holds a character that is not allowed"
    }

    /// Letters, digits and the hyphen; RFC 9110 has more, no header of ours does.
    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 45, 48...57, 65...90, 97...122: true
        default: false
        }
    }
}

/// An answer, whatever its status.
package struct HTTPResponse: Equatable, Sendable {
    package let status: Int
    package let body: [UInt8]
    /// The Location header, made absolute.
    package let location: String?

    package init(status: Int, body: [UInt8], location: String? = nil) {
        self.status = status
        self.body = body
        self.location = location
    }
}

/// Why there is no answer.
package enum HTTPFailure: Error, Equatable, Sendable {
    case timedOut
    /// Longer than the client accepts.
    case tooLarge
    /// Everything else; the text names no secret.
    case transport(String)
}

extension HTTPFailure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .timedOut: "no answer in time"
        case .tooLarge: "the answer is too large"
        case .transport(let text): text
        }
    }
}

/// Sends requests.
package protocol HTTPTransport: Sendable {
    /// Sends a request; called on the loop, completes on the loop exactly once unless cancelled.
    func send(
        _ request: HTTPRequest,
        _ completion: @escaping @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void
    ) -> any Cancellable
}
