// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// The line that `--verbose` writes for a request: time, method, path, result, duration.
///
/// It contains no header, query or body. Long path segments are cut to six characters, since
/// channels and viewers are secrets of a travel.
enum RequestLine {
    private static let shownOfName = 6
    private static let longestWord = 24

    /// The log function of a server; nil when no line is wanted.
    static func writer(
        _ write: (@Sendable (String) -> Void)?
    ) -> (@Sendable (Request, Response, Duration) -> Void)? {
        guard let write else { return nil }
        return { request, response, time in write(text(request, response, time)) }
    }

    static func text(_ request: Request, _ response: Response, _ time: Duration) -> String {
        let result =
            switch response.delivery {
            case .whole, .drip: String(response.status)
            case .reset: "\(response.status) reset"
            case .hang, .close: "no answer"
            }
        let code = response.code.map { " code \($0)" } ?? ""
        let method = plain(request.method)
        return "\(Timestamp.now().iso) \(method) \(path(request.path)) \(result)\(code) "
            + "\(time.wholeMilliseconds) ms"
    }

    /// A path whose long segments are cut.
    private static func path(_ path: String) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false)
            .map { part in
                let text = plain(String(part))
                let isName = text.count > longestWord && !text.hasPrefix("happyoyster-")
                return isName || isSecret(text) ? text.prefix(shownOfName) + "…" : text[...]
            }
            .joined(separator: "/")
    }

    /// Whether a path segment names a channel or viewer: those are hexadecimal.
    private static func isSecret(_ text: String) -> Bool {
        text.count >= 12 && text.allSatisfy(\.isHexDigit)
    }

    /// A client's text without control characters.
    private static func plain(_ text: String) -> String {
        String(text.unicodeScalars.map { $0.value < 32 || $0.value == 127 ? "?" : Character($0) })
    }
}
