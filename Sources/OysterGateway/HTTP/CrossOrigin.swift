// SPDX-License-Identifier: Apache-2.0

/// CORS: web pages of other origins may use the API, as the Web SDK does on the platform.
///
/// The gateway's own pages and the control port accept their own origin only.
enum CrossOrigin {
    private static let roots = ["/api/", "/rtc/", "/server-api/"]
    private static let methods = "GET, POST, DELETE, OPTIONS"
    /// The headers that the SDKs and the vendor's demo apps send.
    private static let requestHeaders =
        "Authorization, Content-Type, X-Happy-Oyster-Mode, X-Requested-With, Accept"
    /// The response headers that a page may read; `Location` is the WHEP resource.
    private static let responseHeaders = "Location, Retry-After"
    /// Seconds for which a browser may cache a preflight response.
    private static let cacheSeconds = "600"

    private static func isOpen(_ request: Request) -> Bool {
        request.header("Origin") != nil && roots.contains { request.path.hasPrefix($0) }
    }

    /// The response to a preflight request; nil for other requests.
    static func preflight(_ request: Request) -> Response? {
        guard request.method == "OPTIONS", isOpen(request),
            request.header("Access-Control-Request-Method") != nil
        else { return nil }
        var response = Response(status: 204, body: [])
        response.headers = [
            ("Access-Control-Allow-Methods", methods),
            ("Access-Control-Allow-Headers", allowed(request)),
            ("Access-Control-Max-Age", cacheSeconds),
        ]
        // Private Network Access: a page of a public origin needs this permission for loopback.
        if request.header("Access-Control-Request-Private-Network") == "true" {
            response.headers.append(("Access-Control-Allow-Private-Network", "true"))
        }
        return response
    }

    /// The headers of each response to a request of another origin.
    @Sendable static func headers(_ request: Request) -> [(name: String, value: String)] {
        guard isOpen(request) else { return [] }
        return [
            ("Access-Control-Allow-Origin", "*"),
            ("Access-Control-Expose-Headers", responseHeaders), ("Vary", "Origin"),
        ]
    }

    /// The headers that the browser requests; the fixed list when it names none or invalid ones.
    private static func allowed(_ request: Request) -> String {
        let named = request.header("Access-Control-Request-Headers") ?? ""
        let isPlain = named.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: ","),
                UInt8(ascii: " "):
                true
            default: false
            }
        }
        return named.isEmpty || !isPlain ? requestHeaders : named
    }
}
