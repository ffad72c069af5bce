// SPDX-License-Identifier: Apache-2.0

/// What a request asks for.
enum Route: Equatable {
    case health
    case metrics
    case createSession
    case connect(session: String)
    case events(session: String, connection: String)
    case requests(session: String, connection: String)
    case resume(session: String, connection: String)
    /// `OPTIONS` of any path.
    case options

    /// Finds the route of a request.
    static func find(_ request: HTTPRequest) throws(Refusal) -> Route {
        if request.method == "OPTIONS" { return .options }
        guard let (route, method) = request.target.flatMap({ path($0.segments) }) else {
            throw Refusal(404, .invalid, "The server has no such path.")
        }
        switch request.method {
        case method: return route
        case "HEAD" where method == "GET" && !route.isEventStream: return route
        default: throw Refusal(405, .invalid, "The path has the method \(method) only.")
        }
    }

    /// The route of a path, and its method.
    private static func path(_ segments: [String]) -> (route: Route, method: String)? {
        switch segments.count {
        case 1 where segments[0] == "healthz": return (.health, "GET")
        case 1 where segments[0] == "metrics": return (.metrics, "GET")
        case 2 where segments[0] == "v1" && segments[1] == "sessions":
            return (.createSession, "POST")
        case 4...6 where segments[0] == "v1" && segments[1] == "sessions":
            guard segments[3] == "connections" else { return nil }
            if segments.count == 4 { return (.connect(session: segments[2]), "POST") }
            guard segments.count == 6 else { return nil }
            return member(segments[5], session: segments[2], connection: segments[4])
        default: return nil
        }
    }

    private static func member(
        _ name: String,
        session: String,
        connection: String
    ) -> (route: Route, method: String)? {
        switch name {
        case "events": (.events(session: session, connection: connection), "GET")
        case "requests": (.requests(session: session, connection: connection), "POST")
        case "resume": (.resume(session: session, connection: connection), "POST")
        default: nil
        }
    }

    private var isEventStream: Bool {
        if case .events = self { true } else { false }
    }

    /// Most bytes of the body.
    func bodyLimit(_ limits: SessionLimits) -> Int {
        switch self {
        case .health, .metrics, .events, .options: 0
        case .createSession, .connect, .resume: limits.bodyBytes
        case .requests: limits.postBytes
        }
    }
}

/// The rules that hold for the head of each request.
enum RequestHead {
    /// Most bytes of request line and headers.
    static let longest = 16 << 10

    /// Why a request with this head is refused; nil when it is not.
    static func refusal(_ request: HTTPRequest) -> Refusal? {
        if request.headSize > longest {
            return Refusal(431, .invalid, "Request line and headers have at most \(longest) bytes.")
        }
        if request.hasBadFields {
            return .malformed("A header field is repeated, or not in UTF-8.")
        }
        if request.target == nil {
            return .malformed("The path or the query of the request is malformed.")
        }
        if request.isCurrent, request[.host] == nil { return .malformed("Host is missing.") }
        if let coding = request[.transferEncoding] {
            guard coding.lowercased() == "chunked", request[.contentLength] == nil else {
                return .malformed("Transfer-Encoding is chunked, without Content-Length.")
            }
        }
        if request[.contentLength] != nil, request.announcedLength == nil {
            return .malformed("Content-Length is not a number.")
        }
        if !request.mediaType.isEmpty, request.method == "POST",
            request.mediaType != "application/json"
        {
            return .malformed("Content-Type is application/json.")
        }
        return nil
    }

    /// The time of `?wait=`, in seconds; nil without it.
    static func wait(_ target: RequestTarget?) throws(Refusal) -> Int? {
        guard let text = target?.query("wait") else { return nil }
        guard text.utf8.count <= 2, text.utf8.allSatisfy({ (48...57).contains($0) }),
            let seconds = Int(text), seconds <= 30
        else { throw .malformed("wait is a number of seconds from 0 to 30.") }
        return seconds
    }
}
