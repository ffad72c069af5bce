// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import Testing

@testable import OysterSessionServer

@Suite struct HTTPPiecesTests {
    @Test func `HTTP connections are limited in all and for each address`() {
        let one = PeerAddress(bytes: [1, 1, 1, 1])
        let other = PeerAddress(bytes: [2, 2, 2, 2])
        var limits = ConnectionLimits(total: 3, perAddress: 2)
        let added = [one, one, one, other, other].map { limits.add($0) }
        #expect(added == [true, true, false, true, false])
        limits.remove(one)
        let isAdded = limits.add(other)
        #expect(isAdded)
        #expect(limits.count == 3)
        limits.remove(PeerAddress(bytes: [3]))
        #expect(limits.count == 3)
    }

    @Test func `the limit of HTTP connections leaves descriptors for files`() {
        #expect(ConnectionLimits.total(8192, openFiles: 65_536) == 8192)
        #expect(ConnectionLimits.total(8192, openFiles: 1024) == 832)
        #expect(ConnectionLimits.total(0, openFiles: 1024) == 832)
        #expect(ConnectionLimits.total(5, openFiles: 10) == 1)
    }

    @Test func `limits of 0 allow any number`() {
        var limits = ConnectionLimits(total: 0, perAddress: 0)
        let added = (0..<1000).map { _ in limits.add(PeerAddress(bytes: [])) }
        #expect(!added.contains(false))
    }

    @Test func `addresses of IPv6 count by their first 64 bits and mapped ones as IPv4`() {
        let address = [UInt8](1...16)
        #expect(PeerAddress.counted(address) == Array(1...8))
        let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 10, 0, 0, 1]
        #expect(PeerAddress.counted(mapped) == [10, 0, 0, 1])
    }

    @Test func `a refusal has Retry-After in whole seconds`() {
        var refusal = Refusal(429, .invalid, "Slower.")
        refusal.retryAfterMs = 1001
        let answer = HTTPAnswer(refusal: refusal)
        #expect(answer.status == 429)
        #expect(answer.headers.first { $0.name == "Retry-After" }?.value == "2")
    }

    @Test func `an answer outside libmicrohttpd is complete HTTP`() {
        var answer = HTTPAnswer(status: 413, body: Array("{}".utf8))
        answer.headers = [("A", "b")]
        let text = String(decoding: RawAnswer.bytes(answer), as: UTF8.self)
        #expect(text.hasPrefix("HTTP/1.1 413 "))
        #expect(text.contains("\r\nA: b\r\n"))
        #expect(text.contains("\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}"))
    }

    @Test func `a histogram counts a delay in every bucket that holds it`() {
        var delay = DeliveryDelay()
        delay.add(.microseconds(250))
        delay.add(.seconds(2))
        var text = MetricsText()
        text.histogram("d", "Delay.", delay)
        #expect(text.text.contains("# TYPE d histogram\n"))
        #expect(text.text.contains("d_bucket{le=\"0.0001\"} 0\n"))
        #expect(text.text.contains("d_bucket{le=\"0.00025\"} 1\n"))
        #expect(text.text.contains("d_bucket{le=\"1.0\"} 1\n"))
        #expect(text.text.contains("d_bucket{le=\"+Inf\"} 2\n"))
        #expect(text.text.contains("d_sum 2.00025\n"))
        #expect(text.text.contains("d_count 2\n"))
    }

    @Test func `a client's text cannot make a line of the log`() {
        #expect(ServerLog.plain("a b\nc=d\u{1B}é") == "a?b?c?d???")
        #expect(ServerLog.plain("") == "-")
        #expect(ServerLog.plain(String(repeating: "x", count: 500)).count == 128)
    }

    @Test func `reports are files, and the oldest are removed`() throws {
        let folder = try TemporaryFolder()
        let issues = try IssueFolder(path: folder.path, limit: 2)
        for id in ["a", "b", "c"] { try issues.store(Self.report(id)) }
        #expect(folder.names == ["b.json", "c.json"])
        #expect(folder.mode(of: "c.json") == 0o600)
        let text = try #require(FileText.read(folder.path + "/c.json", limit: 4096))
        let value = try JSONCodec.parse(text)
        #expect(value["id"] == "c")
        #expect(value["receivedAt"] == "1970-01-01T00:00:01.000Z")
        #expect(value["report"] == ["x": 1])
        // Another start knows the files of the former.
        let next = try IssueFolder(path: folder.path, limit: 2)
        try next.store(Self.report("d"))
        #expect(folder.names == ["c.json", "d.json"])
    }

    @Test func `a folder that cannot be made is an error`() {
        #expect(throws: IssueFolder.Failure.self) {
            try IssueFolder(path: "/proc/no/such", limit: 2)
        }
    }

    private static func report(_ id: String) -> IssueReport {
        IssueReport(
            id: id,
            session: "s",
            connection: "k",
            receivedAtMs: 1000,
            report: Array(#"{"x":1}"#.utf8)
        )
    }
}
