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
    /// Whether the server refused the connection.
    package let isRefused: Bool

    package init(_ kind: Kind, _ cause: String, isRefused: Bool = false) {
        self.kind = kind
        self.cause = cause
        self.isRefused = isRefused
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

/// A part of an answer that is handed over while it arrives.
package enum HTTPStreamPart: Equatable, Sendable {
    /// Status and headers; once, before all pieces.
    case head(HTTPStreamHead)
    case piece([UInt8])
    /// The last part: the answer is complete, or why it is not.
    case end(HTTPFailure?)
}

/// The status and the headers of an answer.
package struct HTTPStreamHead: Equatable, Sendable {
    package let status: Int
    /// The media type in small letters, without parameters.
    package let contentType: String?
    /// As ``HTTPResponse/retryAfter``.
    package let retryAfter: Duration?

    package init(status: Int, contentType: String?, retryAfter: Duration? = nil) {
        self.status = status
        let type = contentType?.prefix { $0 != ";" }
        self.contentType = type.map { Word.trimmed(String($0)).lowercased() }
        self.retryAfter = retryAfter.map { min($0, HTTPResponse.longestRetryAfter) }
    }
}

/// Sends requests.
package protocol HTTPTransport: Sendable {
    /// Sends a request; called on the loop, completes on the loop exactly once unless cancelled.
    func send(
        _ request: HTTPRequest,
        _ completion: @escaping @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void
    ) -> any PendingRequest

    /// Sends a request whose answer is handed over in pieces, on an HTTP/1.1 connection of its own.
    ///
    /// The request's timeout bounds the connect; the answer may take any time. Called on the loop. The
    /// receiver is called on the loop, never inside this call or `cancel`, and may cancel the request.
    /// Pieces of at most 64 KiB wait; beyond that the server has to wait.
    func stream(
        _ request: HTTPRequest,
        _ receiver: @escaping @Sendable (HTTPStreamPart) -> Void
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
