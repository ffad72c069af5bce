// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// The line that `--verbose` writes for a request: what was asked, what was answered, how fast.
///
/// It holds no header, query or body, and of names in a path only the beginning: channels and
/// sessions are secrets of a travel.
enum RequestLine {
    private static let shownOfName = 6
    private static let longestWord = 24

    /// Makes what a server calls for each request; nil when no line is wanted.
    static func writer(
        _ write: (@Sendable (String) -> Void)?
    ) -> (@Sendable (Request, Outgoing, Duration) -> Void)? {
        guard let write else { return nil }
        return { request, outgoing, time in write(text(request, outgoing, time)) }
    }

    static func text(_ request: Request, _ outgoing: Outgoing, _ time: Duration) -> String {
        let result =
            switch outgoing.delivery {
            case .whole, .drip: String(outgoing.status)
            case .reset: "\(outgoing.status) reset"
            case .hang, .close: "no answer"
            }
        let code = outgoing.code.map { " code \($0)" } ?? ""
        let method = plain(request.method)
        return "\(Moment.now().iso) \(method) \(path(request.path)) \(result)\(code) "
            + "\(time.wholeMilliseconds) ms"
    }

    /// A path with its long names cut.
    private static func path(_ path: String) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false)
            .map { part in
                let text = plain(String(part))
                let isName = text.count > longestWord && !text.hasPrefix("happyoyster-")
                return isName || isSession(text) ? text.prefix(shownOfName) + "…" : text[...]
            }
            .joined(separator: "/")
    }

    /// Whether a part of a path is a channel or a session: those are hexadecimal.
    private static func isSession(_ text: String) -> Bool {
        text.count >= 12 && text.allSatisfy(\.isHexDigit)
    }

    /// A text of a client that cannot begin a new line or move a cursor.
    private static func plain(_ text: String) -> String {
        String(text.unicodeScalars.map { $0.value < 32 || $0.value == 127 ? "?" : Character($0) })
    }
}
