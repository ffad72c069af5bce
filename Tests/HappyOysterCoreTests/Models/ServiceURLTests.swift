// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import Testing

/// URLs: the origin is that of a service address, the rest is printable ASCII.
@Suite struct ServiceURLTests {
    @Test(arguments: [
        ("https://host", "https://host"), ("https://host/", "https://host/"),
        ("https://host/a/b?c=d&e=//f", "https://host/a/b?c=d&e=//f"),
        ("https://host?x", "https://host?x"),
        ("HTTPS://host:8443/A", "https://host:8443/A"),
        ("http://127.0.0.1:9/x", "http://127.0.0.1:9/x"),
        ("HTTP://localhost/x", "http://localhost/x"), ("http://[::1]:9/", "http://[::1]:9/"),
    ])
    func `a valid URL is accepted`(_ text: String, _ address: String) {
        #expect(ServiceURL(text)?.text == address)
    }

    @Test(arguments: [
        "", "host", "host/path", "//host/path", "://host/", "https:/host", "https:host", "https://",
        "https:///path", "http://host/", "http://10.0.0.1/x", "http://127.0.0.1@host/",
        "http://127.0.0.1\\@host/", "https://user@host/", "https://host/a b", "https://host/é",
        "https://host/a\n", "https://host/#f", "https://host#f", "ftp://127.0.0.1/",
        "file:///etc/passwd", "x/https://host/", "http://127.0.0.1.host/", "http://localhost:0/",
    ])
    func `an invalid URL is refused`(_ text: String) {
        #expect(ServiceURL(text) == nil)
    }

    @Test func `a URL has a longest length`() {
        let start = "https://host/"
        let rest = String(repeating: "a", count: ServiceURL.limit - start.utf8.count)
        #expect(ServiceURL(start + rest) != nil)
        #expect(ServiceURL(start + rest + "a") == nil)
    }
}
