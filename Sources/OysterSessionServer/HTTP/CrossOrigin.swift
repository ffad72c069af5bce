// SPDX-License-Identifier: Apache-2.0

/// CORS: which web pages may use the server.
///
/// No cookie authorises a request, so by default every page may.
struct CrossOrigin {
    private static let methods = "GET, POST"
    private static let requestFields = "Authorization, Content-Type, Last-Event-ID"
    private static let answerFields = "Location, Retry-After"
    /// Seconds for which a browser may keep the answer to a preflight request.
    private static let cacheSeconds = "600"

    private let origins: Set<String>

    /// Allows the origins, each as a browser sends it (`https://example.org`); `*` allows all.
    init(_ origins: [String]) { self.origins = Set(origins) }

    /// The headers of each answer to a request.
    func headers(_ request: HTTPRequest) -> [(name: String, value: String)] {
        if origins.contains("*") {
            return [
                ("Access-Control-Allow-Origin", "*"),
                ("Access-Control-Expose-Headers", Self.answerFields),
            ]
        }
        // A cache must not give the answer for one origin to another one.
        let vary = (name: "Vary", value: "Origin")
        guard let origin = request[.origin], origins.contains(origin) else { return [vary] }
        return [
            ("Access-Control-Allow-Origin", origin),
            ("Access-Control-Expose-Headers", Self.answerFields), vary,
        ]
    }

    /// The answer to `OPTIONS`, without `headers`.
    static var preflight: HTTPAnswer {
        var answer = HTTPAnswer(status: 204, contentType: nil)
        answer.headers = [
            ("Allow", methods),
            ("Access-Control-Allow-Methods", methods),
            ("Access-Control-Allow-Headers", requestFields),
            ("Access-Control-Max-Age", cacheSeconds),
        ]
        return answer
    }
}
