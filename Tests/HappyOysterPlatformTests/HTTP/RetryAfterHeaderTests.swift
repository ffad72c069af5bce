// SPDX-License-Identifier: Apache-2.0
import Glibc
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterTestSupport
import Testing

/// The Retry-After header.
@Suite(.blocking) struct RetryAfterHeaderTests {
    private let fetcher: Fetcher

    init() throws { fetcher = try #require(Fetcher()) }

    private func retryAfter(_ header: String) throws -> Duration? {
        let server = try SocketServer.answering(
            "HTTP/1.1 429 X\r\n\(header)Content-Length: 0\r\nConnection: close\r\n\r\n"
        )
        let response = try #require(fetcher.fetch(server.url).response)
        #expect(response.status == 429)
        return response.retryAfter
    }

    @Test(arguments: [
        ("5", 5), (" 60 ", 60), ("61", 60), ("3600", 60), ("9223372036854775807", 60),
        ("9223372036854775808", 60), ("99999999999999999999", 60),
    ])
    func `Retry-After in seconds is read, up to 60 s`(text: String, seconds: Int) throws {
        #expect(try retryAfter("Retry-After: \(text)\r\n") == .seconds(seconds))
    }

    @Test func `Retry-After as a date is read as the time until then`() throws {
        let soon = try #require(try retryAfter("retry-after: \(Self.date(in: 45))\r\n"))
        #expect(soon > .zero && soon <= .seconds(45))
        #expect(try retryAfter("Retry-After: \(Self.date(in: 4000))\r\n") == .seconds(60))
    }

    @Test(arguments: [
        "", "Retry-After:\r\n", "Retry-After: 0\r\n", "Retry-After: -3\r\n",
        "Retry-After: soon\r\n", "Retry-After: Fri, 31 Dec 1999 23:59:59 GMT\r\n",
    ])
    func `a missing Retry-After, or one without a time in the future, is nil`(header: String) throws
    {
        #expect(try retryAfter(header) == nil)
    }

    /// An HTTP date some seconds from now.
    private static func date(in seconds: Int) -> String {
        var time = time(nil) + seconds
        var parts = tm()
        gmtime_r(&time, &parts)
        let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(days[Int(parts.tm_wday)]), \(two(parts.tm_mday)) \(months[Int(parts.tm_mon)]) "
            + "\(1900 + parts.tm_year) \(two(parts.tm_hour)):\(two(parts.tm_min)):"
            + "\(two(parts.tm_sec)) GMT"
    }
}
