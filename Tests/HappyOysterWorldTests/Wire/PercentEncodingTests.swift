// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import HappyOysterWorld

/// Query values.
@Suite struct PercentEncodingTests {
    @Test(arguments: [
        ("", ""), ("aZ09-._~", "aZ09-._~"), ("a b", "a%20b"), ("a+b", "a%2Bb"),
        ("a/b?c=d&e#f", "a%2Fb%3Fc%3Dd%26e%23f"), ("100%", "100%25"), ("ü", "%C3%BC"),
        ("漢", "%E6%BC%A2"), ("🦪", "%F0%9F%A6%AA"), ("\u{0}\r\n", "%00%0D%0A"),
        ("a:b@c", "a%3Ab%40c"),
    ])
    func `every character that is not unreserved is percent-encoded`(
        _ text: String,
        _ encoded: String
    ) {
        #expect(PercentEncoding.encode(text) == encoded)
    }
}
