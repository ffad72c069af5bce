// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import Testing

/// Service addresses: without a scheme https is used; http is for loopback only.
@Suite struct ServiceAddressTests {
    @Test(arguments: [
        ("ws-1.cn-beijing.maas.aliyuncs.com", "https://ws-1.cn-beijing.maas.aliyuncs.com"),
        ("host", "https://host"), ("host:8443", "https://host:8443"), ("HOST", "https://HOST"),
        ("https://host", "https://host"), ("https://host:1", "https://host:1"),
        ("HTTPS://host:65535", "https://host:65535"), ("a_b.test", "https://a_b.test"),
        ("10.0.0.1", "https://10.0.0.1"), ("[2001:db8::1]", "https://[2001:db8::1]"),
        ("[2001:db8::1]:8443", "https://[2001:db8::1]:8443"), ("127.0.0.1", "https://127.0.0.1"),
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
        ("http://localhost:8080", "http://localhost:8080"),
        ("http://LOCALHOST", "http://LOCALHOST"), ("http://[::1]:9", "http://[::1]:9"),
        ("http://127.255.0.3", "http://127.255.0.3"), ("Http://127.0.0.1", "http://127.0.0.1"),
    ])
    func `a valid address is accepted`(_ text: String, _ origin: String) {
        #expect((try? ServiceAddress(text))?.origin == origin)
    }

    @Test(arguments: [
        "", " ", "   ", "host ", " host", "ho st", "host\n", "host\u{0}", "hôst", "主机",
        "host/", "host/path", "https://host/", "https://host/path", "https://host?x=1",
        "https://host#f", "https://user@host", "user:pass@host", "https://", "http://", "://host",
        "ftp://host", "ws://127.0.0.1", "//host", "https:/host", "https:host", "https://https://h",
        "host:", "host:0", "host:65536", "host:-1", "host:+1", "host:80a", "host:8 0", "host:80:80",
        "host:٨٠", "-host", "host-", "a..b", ".host", "host.", "a.-b.c", "[::1", "::1", "[]",
        "[g::1]",
        "[::1]x", "[::1]:", "[fe80::1%25eth0]", "host\\path", "host@", "%68ost",
        "http://host", "http://10.0.0.1", "http://localhost.evil.test",
        "http://127.0.0.1.evil.test",
        "http://127.0.0", "http://127.0.0.256", "http://127.0.0.1@evil.test", "http://128.0.0.1",
        "http://[::2]", "http://0.0.0.0", "http://127.1",
    ])
    func `an invalid address is refused`(_ text: String) {
        #expect((try? ServiceAddress(text)) == nil)
    }

    @Test(arguments: [
        ("https://host/", "https://host"), ("host/", "https://host"),
        (" host\t", "https://host"), ("\r\nhttps://host:8443/\n", "https://host:8443"),
        ("\u{B} http://127.0.0.1:80/ ", "http://127.0.0.1:80"), ("host", "https://host"),
    ])
    func `a configured address may have blanks around it and a slash at its end`(
        _ text: String,
        _ origin: String
    ) {
        #expect((try? ServiceAddress(configured: text))?.origin == origin)
    }

    @Test(arguments: [
        "", " ", "/", " / ", "host//", "host/ /", "ho st", "host /", "https:// host", "https:///",
        "host/path/", "host\u{A0}", "host\u{0}", "http://example.com/",
    ])
    func `a configured address that is invalid otherwise is refused`(_ text: String) {
        #expect((try? ServiceAddress(configured: text)) == nil)
    }

    @Test(arguments: [
        ("", "is blank"), (" / ", "is blank"),
        ("ftp://host", "has a scheme other than https or http"),
        ("http://example.com/", "uses http, which is for loopback only; use https"),
        ("http://example.com:80/api", "uses http, which is for loopback only; use https"),
        ("http://127.0.0.1:40001/api", "has a path; use a host, or a URL without a path"),
        ("host/path/", "has a path; use a host, or a URL without a path"),
        ("ho st", "is not a host with an optional port"),
        ("host:0", "is not a host with an optional port"),
        ("https://user:secret@host", "is not a host with an optional port"),
    ])
    func `the reason why an address is refused is named without the address`(
        _ text: String,
        _ problem: String
    ) {
        let error = #expect(throws: ServiceAddress.Problem.self) {
            try ServiceAddress(configured: text)
        }
        #expect(error?.text == problem)
    }

    @Test func `host names have a longest length`() {
        let label = String(repeating: "a", count: 63)
        #expect((try? ServiceAddress(label)) != nil)
        #expect((try? ServiceAddress(label + "a")) == nil)
        #expect(
            (try? ServiceAddress(Array(repeating: label, count: 5).joined(separator: "."))) == nil
        )
    }
}
