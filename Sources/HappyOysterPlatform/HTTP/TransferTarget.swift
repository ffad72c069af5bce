// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

/// Where a request went, for the texts of failures: nothing of its path, query or headers.
struct TransferTarget {
    let host: String
    let port: Int?
    let isTLS: Bool
    let timeout: Duration
    let certificates: TrustedCertificates

    init(_ request: HTTPRequest) {
        let parts = request.url.split(
            separator: "/",
            maxSplits: 2,
            omittingEmptySubsequences: false
        )
        isTLS = parts.first == "https:"
        timeout = request.timeout
        certificates = request.certificates
        guard parts.count == 3 else {
            (host, port) = ("the server", nil)
            return
        }
        let authority = parts[2].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        let name = authority.split(separator: "@").last ?? ""
        let colon = name.lastIndex(of: ":").flatMap { name[$0...].contains("]") ? nil : $0 }
        host = String(name[..<(colon ?? name.endIndex)])
        port = colon.flatMap { Int(name[name.index(after: $0)...]) } ?? (isTLS ? 443 : 80)
    }
}
