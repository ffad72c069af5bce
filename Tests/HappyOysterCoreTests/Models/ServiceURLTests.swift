// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import Testing

/// Addresses with a path: the origin is a service's, the rest is printable ASCII.
@Suite struct ServiceURLTests {
    @Test(arguments: [
        ("https://host", "https://host"), ("https://host/", "https://host/"),
        ("https://host/a/b?c=d&e=//f", "https://host/a/b?c=d&e=//f"),
        ("https://host?x", "https://host?x"),
        ("HTTPS://host:8443/A", "https://host:8443/A"),
        ("http://127.0.0.1:9/x", "http://127.0.0.1:9/x"),
        ("HTTP://localhost/x", "http://localhost/x"), ("http://[::1]:9/", "http://[::1]:9/"),
    ])
    func `these are addresses`(_ text: String, _ address: String) {
        #expect(ServiceURL(text)?.text == address)
    }

    @Test(arguments: [
        "", "host", "host/path", "//host/path", "://host/", "https:/host", "https:host", "https://",
        "https:///path", "http://host/", "http://10.0.0.1/x", "http://127.0.0.1@host/",
        "http://127.0.0.1\\@host/", "https://user@host/", "https://host/a b", "https://host/é",
        "https://host/a\n", "https://host/#f", "https://host#f", "ftp://127.0.0.1/",
        "file:///etc/passwd", "x/https://host/", "http://127.0.0.1.host/", "http://localhost:0/",
    ])
    func `these are not`(_ text: String) {
        #expect(ServiceURL(text) == nil)
    }

    @Test func `an address has a bound`() {
        let start = "https://host/"
        let rest = String(repeating: "a", count: ServiceURL.limit - start.utf8.count)
        #expect(ServiceURL(start + rest) != nil)
        #expect(ServiceURL(start + rest + "a") == nil)
    }
}
