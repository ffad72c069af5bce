// SPDX-License-Identifier: Apache-2.0

/// A request to the service.
package struct HTTPRequest: Sendable {
    package enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case patch = "PATCH"
        case delete = "DELETE"

        /// Whether a request that reaches the server twice has the same effect as one that reaches
        /// it once.
        package var isIdempotent: Bool { self == .get || self == .delete }
    }

    package var method: Method
    package var url: String
    package var headers: [(name: String, value: String)]
    package var body: [UInt8]?
    package var timeout: Duration
    package var certificates: TrustedCertificates

    package init(
        method: Method,
        url: String,
        headers: [(name: String, value: String)] = [],
        body: [UInt8]? = nil,
        timeout: Duration,
        certificates: TrustedCertificates = .system
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeout = timeout
        self.certificates = certificates
    }
}

extension HTTPRequest {
    /// Why the request must not be sent, or nil.
    ///
    /// The callers have checked every text before. This check is repeated because a stray line
    /// break would add a header or a second request.
    package var flaw: String? {
        guard url.utf8.allSatisfy({ (33...126).contains($0) }) else {
            return "the address holds a character that is not allowed"
        }
        let areValid = headers.allSatisfy { name, value in
            !name.isEmpty && name.utf8.allSatisfy(HTTPRequest.isNameByte)
                && !value.utf8.contains { $0 == 0 || $0 == 10 || $0 == 13 }
        }
        return areValid ? nil : "a header holds a character that is not allowed"
    }

    /// Letters, digits and the hyphen; RFC 9110 allows more, the library's headers need no more.
    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 45, 48...57, 65...90, 97...122: true
        default: false
        }
    }
}

/// An answer of any status.
package struct HTTPResponse: Equatable, Sendable {
    /// Longest wait that a server can ask for with Retry-After.
    package static let longestRetryAfter: Duration = .seconds(60)

    package let status: Int
    package let body: [UInt8]
    /// The Location header, made absolute.
    package let location: String?
    /// How long the server asks to wait before the next request, at most `longestRetryAfter`.
    ///
    /// From the Retry-After header, in seconds or as a date; nil when it is missing, unreadable or
    /// names no time in the future.
    package let retryAfter: Duration?

    package init(
        status: Int,
        body: [UInt8],
        location: String? = nil,
        retryAfter: Duration? = nil
    ) {
        self.status = status
        self.body = body
        self.location = location
        self.retryAfter = retryAfter.map { min($0, HTTPResponse.longestRetryAfter) }
    }
}

/// Why there is no answer.
package struct HTTPFailure: Error, Equatable, Sendable {
    package enum Kind: Sendable {
        case timedOut
        /// The server answered, and its answer is malformed or longer than the client accepts.
        case unreadable
        /// Everything else.
        case transport
    }

    package let kind: Kind
    /// What failed, with names and numbers, as a clause of a sentence; contains no secret.
    package let cause: String

    package init(_ kind: Kind, _ cause: String) {
        self.kind = kind
        self.cause = cause
    }

    package static let timedOut = HTTPFailure(.timedOut, "no answer in time")
    package static let tooLong = HTTPFailure(.unreadable, "the answer is too long")

    package static func transport(_ cause: String) -> HTTPFailure {
        HTTPFailure(.transport, cause)
    }
}

extension HTTPFailure: CustomStringConvertible {
    package var description: String { cause }
}

/// Sends requests.
package protocol HTTPTransport: Sendable {
    /// Sends a request; called on the loop, completes on the loop exactly once unless cancelled.
    func send(
        _ request: HTTPRequest,
        _ completion: @escaping @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void
    ) -> any PendingRequest
}

/// A request that was sent.
package protocol PendingRequest: Cancellable {
    /// The step that is not complete, as a clause: "the host name … was not resolved".
    ///
    /// For a caller that stops waiting before the request's own time limit. Read on the loop; nil
    /// once the request is complete.
    var missing: String? { get }
}
