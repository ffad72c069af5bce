// SPDX-License-Identifier: Apache-2.0

/// What lets a web page of another origin use the API, as the platform lets the Web SDK.
///
/// The pages of the gateway itself and the control port are for their own origin alone.
enum CrossOrigin {
    private static let roots = ["/api/", "/rtc/", "/server-api/"]
    private static let methods = "GET, POST, DELETE, OPTIONS"
    /// What the SDKs and the vendor's demo apps send.
    private static let requestHeaders =
        "Authorization, Content-Type, X-Happy-Oyster-Mode, X-Requested-With, Accept"
    /// What a page may read besides the plain headers: the address of a session.
    private static let responseHeaders = "Location, Retry-After"
    /// Seconds for which a browser may remember the permission.
    private static let memory = "600"

    private static func isOpen(_ request: Request) -> Bool {
        request.header("Origin") != nil && roots.contains { request.path.hasPrefix($0) }
    }

    /// The answer to a browser that asks before it sends a request; nil for other requests.
    static func preflight(_ request: Request) -> Outgoing? {
        guard request.method == "OPTIONS", isOpen(request),
            request.header("Access-Control-Request-Method") != nil
        else { return nil }
        var outgoing = Outgoing(status: 204, body: [])
        outgoing.headers = [
            ("Access-Control-Allow-Methods", methods),
            ("Access-Control-Allow-Headers", allowed(request)),
            ("Access-Control-Max-Age", memory),
        ]
        // A public page that asks for an address of this machine must be allowed by name.
        if request.header("Access-Control-Request-Private-Network") == "true" {
            outgoing.headers.append(("Access-Control-Allow-Private-Network", "true"))
        }
        return outgoing
    }

    /// The headers of every answer to a request of another origin.
    @Sendable static func headers(_ request: Request) -> [(name: String, value: String)] {
        guard isOpen(request) else { return [] }
        return [
            ("Access-Control-Allow-Origin", "*"),
            ("Access-Control-Expose-Headers", responseHeaders), ("Vary", "Origin"),
        ]
    }

    /// The headers that the browser names; the fixed list when it names none or odd ones.
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
