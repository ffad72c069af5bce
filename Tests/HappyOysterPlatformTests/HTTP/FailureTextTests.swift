// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterTestSupport
import Testing

/// The text of a failure: names, numbers, and the failed check.
@Suite(.blocking) struct FailureTextTests {
    private let fetcher: Fetcher

    init() throws { fetcher = try #require(Fetcher()) }

    private func cause(_ url: String, ms: Int = 20_000, caFile: String? = nil) -> String {
        failure(url, ms: ms, caFile: caFile)?.cause ?? "no failure"
    }

    private func failure(_ url: String, ms: Int = 20_000, caFile: String? = nil) -> HTTPFailure? {
        let request = HTTPRequest(
            method: .post,
            url: url,
            headers: [("Authorization", "Bearer confidential")],
            body: Array("confidential".utf8),
            timeout: .milliseconds(ms),
            certificates: TrustedCertificates(file: caFile)
        )
        let failure = fetcher.fetch(request).failure
        #expect(failure?.cause.contains("confidential") != true)
        return failure
    }

    @Test func `a host name that does not resolve is named`() {
        // Too long for DNS, so no request leaves the machine.
        let name = String(repeating: "a", count: 64) + ".test"
        #expect(cause("https://\(name)/x?confidential") == "the host name \(name) does not resolve")
    }

    @Test(arguments: ["127.0.0.1", "localhost"]) func `a refused connection is named with its port`(
        host: String
    ) throws {
        let port = try SocketServer { _ in }.port
        let text = cause("http://\(host):\(port)/confidential")
        #expect(text.hasPrefix(host) && text.hasSuffix(" port \(port) refused the connection"))
    }

    @Test func `a missing answer is named with the time limit`() throws {
        let server = try SocketServer { peer in peer.waitForEnd() }
        #expect(cause(server.url, ms: 200) == "no answer from 127.0.0.1 within 200 ms")
    }

    @Test func `a missing answer on a reused connection is named as on a new one`() throws {
        let server = try SocketServer { peer in
            _ = peer.readRequest()
            peer.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            _ = peer.readRequest()
            peer.waitForEnd()
        }
        #expect(fetcher.fetch(server.url).response?.status == 200)
        #expect(cause(server.url, ms: 200) == "no answer from 127.0.0.1 within 200 ms")
        #expect(server.accepted == 1)
    }

    @Test func `an incomplete answer is named with the time limit`() throws {
        let server = try SocketServer { peer in
            _ = peer.readRequest()
            peer.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc")
            peer.waitForEnd()
        }
        let text = cause(server.url, ms: 300)
        #expect(text == "the answer of 127.0.0.1 was not complete within 300 ms")
    }

    @Test func `a TLS handshake without an answer is named as no TLS connection in time`() throws {
        let server = try SocketServer { peer in peer.waitForEnd() }
        let text = cause("https://127.0.0.1:\(server.port)/", ms: 200)
        #expect(text == "no TLS connection to 127.0.0.1 port \(server.port) within 200 ms")
    }

    @Test func `a connection that the server closes is named`() throws {
        let server = try SocketServer { peer in _ = peer.readRequest() }
        #expect(cause(server.url) == "127.0.0.1 closed the connection without an answer")
    }

    @Test(arguments: [
        (
            "HTTP/1.1 200 OK\r\nX-Long: " + String(repeating: "y", count: 200_000) + "\r\n\r\n",
            "a header line of the answer of 127.0.0.1 is longer than libcurl's limit of 102400 bytes"
        ),
        (
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
            "the chunks of the answer of 127.0.0.1 are malformed"
        ),
        ("nonsense\r\n\r\n", "the answer of 127.0.0.1 is not HTTP"),
    ])
    func `a malformed answer is named with the malformed part`(answer: String, expected: String)
        throws
    {
        let server = try SocketServer { peer in
            _ = peer.readRequest()
            peer.write(answer)
            peer.waitForEnd()
        }
        let failure = self.failure(server.url)
        #expect(failure?.cause == expected)
        #expect(failure?.kind == .unreadable)
    }

    @Test func `an answer that ends early is a failure of the network`() throws {
        let server = try SocketServer { peer in
            _ = peer.readRequest()
            peer.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc")
        }
        let failure = self.failure(server.url)
        #expect(failure?.cause == "the answer of 127.0.0.1 ended early")
        #expect(failure?.kind == .transport)
    }

    @Test func `headers beyond libcurl's limit are named with the limit`() throws {
        let server = try SocketServer { peer in
            _ = peer.readRequest()
            peer.write("HTTP/1.1 200 OK\r\n")
            while peer.write("X-Filler: " + String(repeating: "y", count: 1000) + "\r\n") {}
        }
        let failure = try #require(self.failure(server.url))
        let start = "the headers of the answer of 127.0.0.1 are longer than libcurl's "
        #expect(failure.cause.hasPrefix(start) && failure.cause.contains("307200"))
        #expect(failure.kind == .unreadable)
    }

    @Test func `a certificate of an unknown authority is named with the file of authorities`()
        throws
    {
        let server = try TLSServer(names: "DNS:localhost")
        let other = try TLSServer(names: "DNS:localhost")
        let text = cause("https://localhost:\(server.port)/", caFile: other.certificate)
        #expect(text.contains("certificate of localhost"))
        #expect(text.contains(other.certificate))
        #expect(cause("https://localhost:\(server.port)/").contains("ca_file"))
    }

    @Test func `a certificate for another name is named as such`() throws {
        let server = try TLSServer(names: "DNS:oyster.example")
        let text = cause("https://localhost:\(server.port)/", caFile: server.certificate)
        #expect(text.hasPrefix("the certificate of localhost is for another name"))
    }

    @Test func `a server without TLS is named as a failed handshake`() throws {
        let server = try SocketServer { peer in
            peer.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            peer.waitForEnd()
        }
        let text = cause("https://127.0.0.1:\(server.port)/")
        #expect(text.hasPrefix("the TLS handshake with 127.0.0.1 failed ("))
    }
}
