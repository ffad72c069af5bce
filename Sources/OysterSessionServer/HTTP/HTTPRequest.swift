// SPDX-License-Identifier: Apache-2.0

/// The head of an HTTP request, and its body once it is complete.
struct HTTPRequest {
    /// The header fields that the server reads.
    enum Field: String, CaseIterable {
        case accept
        case accessControlRequestMethod = "access-control-request-method"
        case accessControlRequestHeaders = "access-control-request-headers"
        case authorization
        case contentLength = "content-length"
        case host
        case contentType = "content-type"
        case lastEventID = "last-event-id"
        case origin
        case transferEncoding = "transfer-encoding"
    }

    var method: String
    /// Nil when the target is malformed.
    let target: RequestTarget?
    var fields: [Field: String] = [:]
    /// The client speaks HTTP/1.1 or later, not 1.0.
    var isCurrent = true
    /// The client sent a field twice of which one is allowed, or one that is not UTF-8.
    var hasBadFields = false
    /// Bytes of request line and headers.
    var headSize = 0
    var body: [UInt8] = []

    init(method: String, target: RequestTarget?) {
        self.method = method
        self.target = target
    }

    subscript(field: Field) -> String? { fields[field] }

    /// Adds a header field; nil stands for a value that is not UTF-8.
    mutating func add(_ field: Field, _ value: String?) {
        guard let value, fields[field] == nil else {
            hasBadFields = true
            return
        }
        fields[field] = value
    }

    /// The bearer of the `Authorization` field; nil when there is none.
    var bearer: String? {
        guard let value = self[.authorization], let space = value.firstIndex(of: " "),
            value[..<space].lowercased() == "bearer"
        else { return nil }
        let text = value[space...].drop { $0 == " " }
        return text.isEmpty ? nil : String(text)
    }

    /// The content type in lower case, without its parameters; empty when there is none.
    var mediaType: String {
        let value = self[.contentType]?.lowercased() ?? ""
        return String(value.prefix { $0 != ";" && $0 != " " && $0 != "\t" })
    }

    /// Bytes that the client announced for the body; nil when it announced none.
    var announcedLength: UInt64? { self[.contentLength].flatMap { UInt64($0) } }
}
