// SPDX-License-Identifier: Apache-2.0

/// An address that may be asked for: `https://`, or `http://` on loopback, with path and query.
package struct ServiceURL: Equatable, Sendable {
    /// Longest address, in bytes.
    package static let limit = 8192

    /// The address as it goes out, its scheme in small letters.
    package let text: String

    /// Reads an address whose origin is that of a ``ServiceAddress``; scheme required.
    ///
    /// Nothing else is one: no user, no fragment, no blank, nothing but printable ASCII.
    package init?(_ text: String) {
        guard text.utf8.count <= ServiceURL.limit,
            text.utf8.allSatisfy({ (33...126).contains($0) && $0 != 35 })
        else { return nil }
        let parts = text.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].last == ":", parts[1].isEmpty else { return nil }
        let authority = parts[2].prefix { $0 != "/" && $0 != "?" }
        guard let address = ServiceAddress("\(parts[0])//\(authority)") else { return nil }
        self.text = address.origin + parts[2].dropFirst(authority.count)
    }
}
