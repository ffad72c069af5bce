// SPDX-License-Identifier: Apache-2.0

/// A symbolic code of the gateway before the service, such as `AccessDenied`.
///
/// Source: `wire.md` 3.1 D and 3.2; a code may have parts, as in `Throttling.RateQuota`.
package struct GatewaySymbol: Sendable {
    private let parts: [String]

    package init(_ text: String) { parts = Word(text).text.split(separator: ".").map(String.init) }

    /// Whether it says that the token is not valid, with any HTTP status.
    package var refusesToken: Bool { names(["invalidapikey"]) }

    /// Whether the same request will be refused until something is changed.
    package var isHopeless: Bool {
        refusesToken
            || names(["accessdenied", "arrearage", "invalidparameter", "modelnotfound", "notfound"])
    }

    /// Whether the same request may pass later.
    package var isTransient: Bool { names(["throttling", "serviceunavailable"]) }

    private func names(_ words: Set<String>) -> Bool { parts.contains(where: words.contains) }
}
