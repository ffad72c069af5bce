// SPDX-License-Identifier: Apache-2.0
import Glibc
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterTestSupport
import HappyOysterThreading
import OysterGateway
import Testing

@Suite(.blocking) struct CurlTransportTests {
    private let fetcher: Fetcher

    init() throws { fetcher = try #require(Fetcher()) }

    /// A server that answers with 200 and no body, and the requests that reach it.
    private func emptyAnswer() throws -> (server: SocketServer, seen: Recorder<String>) {
        let seen = Recorder<String>()
        let answer = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        return (try SocketServer.answering(answer, seen), seen)
    }

    /// Expects a request to fail with a cause and never to reach the server.
    private func expectNotSent(
        _ request: HTTPRequest,
        _ cause: String,
        _ seen: Recorder<String>
    ) {
        guard let failure = fetcher.fetch(request).failure else {
            Issue.record("the request was sent: \(seen.entries)")
            return
        }
        #expect(failure.kind == .transport)
        #expect(failure.cause == cause)
        #expect(seen.entries.isEmpty)
    }

    @Test(arguments: [200, 204, 302, 400, 401, 404, 429, 500, 503])
    func `an answer is returned with its status and body`(status: Int) throws {
        let body = status == 204 ? "" : "body \(status)"
        let server = try SocketServer.answering(
            "HTTP/1.1 \(status) X\r\nContent-Length: \(body.utf8.count)\r\n"
                + "Connection: close\r\n\r\n\(body)"
        )
        let response = fetcher.fetch(server.url).response
        #expect(response == HTTPResponse(status: status, body: Array(body.utf8)))
    }

    @Test func `a request arrives with its method, URL, headers and body`() throws {
        let (server, seen) = try emptyAnswer()
        let request = HTTPRequest(
            method: .post,
            url: server.url + "a/b?c=d",
            headers: [("X-One", "1"), ("User-Agent", "test/1")],
            body: Array(#"{"a":"é"}"#.utf8),
            timeout: .seconds(20)
        )
        #expect(fetcher.fetch(request).response?.status == 200)
        let text = seen.entries.first ?? ""
        #expect(text.hasPrefix("POST /a/b?c=d HTTP/1.1\r\n"))
        #expect(text.contains("\r\nX-One: 1\r\n"))
        #expect(text.contains("\r\nUser-Agent: test/1\r\n"))
        #expect(text.contains("\r\nContent-Length: 10\r\n"))
        #expect(text.hasSuffix("\r\n\r\n{\"a\":\"é\"}"))
    }

    @Test(arguments: [
        ("X-One", "1\r\nX-Two: 2"), ("X-One", "1\nX-Two: 2"), ("X-One", "1\r"), ("X-One", "1\0"),
        ("X-One: 1\r\nX-Two", "2"), ("X One", "1"), ("", "1"), ("X-One:", "1"),
    ])
    func `a header that would add another header is not sent`(name: String, value: String)
        throws
    {
        let (server, seen) = try emptyAnswer()
        let request = HTTPRequest(
            method: .post,
            url: server.url,
            headers: [("X-Zero", "0"), (name, value)],
            timeout: .seconds(20)
        )
        expectNotSent(request, "a header holds a character that is not allowed", seen)
    }

    @Test(arguments: [" x", "\r\nHost: other", "\n", "\0", "é"])
    func `a URL with a character that is not allowed is not requested`(end: String) throws {
        let (server, seen) = try emptyAnswer()
        let request = HTTPRequest(method: .get, url: server.url + end, timeout: .seconds(20))
        expectNotSent(request, "the address holds a character that is not allowed", seen)
    }

    @Test(arguments: [nil, []] as [[UInt8]?])
    func `a POST without a body has Content-Length 0`(body: [UInt8]?) throws {
        let (server, seen) = try emptyAnswer()
        let request = HTTPRequest(
            method: .post,
            url: server.url,
            body: body,
            timeout: .seconds(5)
        )
        #expect(fetcher.fetch(request).response?.status == 200)
        #expect(seen.entries.first?.contains("\r\nContent-Length: 0\r\n") == true)
    }

    @Test func `an answer may hold NUL bytes, and DELETE is sent as such`() throws {
        let seen = Recorder<String>()
        let server = try SocketServer.answering(
            "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nConnection: close\r\n\r\na\0b",
            seen
        )
        let request = HTTPRequest(method: .delete, url: server.url, timeout: .seconds(20))
        #expect(fetcher.fetch(request).response?.body == [97, 0, 98])
        #expect(seen.entries.first?.hasPrefix("DELETE / HTTP/1.1\r\n") == true)
    }

    @Test func `a server that never answers is a timeout, and not before its time`() throws {
        let server = try SocketServer { peer in peer.waitForEnd() }
        var outcome: Fetcher.Outcome?
        let time = elapsed { outcome = fetcher.fetch(server.url, timeout: .milliseconds(150)) }
        #expect(outcome?.failure?.kind == .timedOut)
        #expect(time >= .milliseconds(149) && time < .seconds(10))
    }

    @Test func `a body that arrives byte by byte beyond the timeout is a timeout`() throws {
        let server = try SocketServer { peer in
            _ = peer.readRequest()
            peer.write("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
            while peer.write("x") { Latch().wait(.milliseconds(10)) }
        }
        let time = elapsed {
            #expect(
                fetcher.fetch(server.url, timeout: .milliseconds(200)).failure?.kind == .timedOut
            )
        }
        #expect(time < .seconds(10))
    }

    @Test func `a connection reset within the body is a failure`() throws {
        let server = try SocketServer { peer in
            _ = peer.readRequest()
            peer.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
            peer.reset()
        }
        #expect(fetcher.fetch(server.url).isTransportFailure)
    }

    @Test(arguments: ["", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nshort"])
    func `an answer that is not complete is a failure of the network`(answer: String) throws {
        let server = try SocketServer.answering(answer)
        #expect(fetcher.fetch(server.url).isTransportFailure)
    }

    @Test func `an answer that is not HTTP is unreadable`() throws {
        let server = try SocketServer.answering("nonsense\r\n\r\n")
        #expect(fetcher.fetch(server.url).failure?.kind == .unreadable)
    }

    @Test func `a port without a server is a failure`() throws {
        let port = try SocketServer { _ in }.port
        #expect(fetcher.fetch("http://127.0.0.1:\(port)/").isTransportFailure)
    }

    @Test(arguments: [0, 1]) func `a body of more than 4 MiB is refused`(surplus: Int) throws {
        let size = CurlTransport.bodyLimit + surplus
        let server = try SocketServer { peer in
            _ = peer.readRequest()
            peer.write("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\nConnection: close\r\n\r\n")
            peer.write([UInt8](repeating: 120, count: size))
        }
        let outcome = fetcher.fetch(server.url)
        #expect(outcome.response?.body.count == (surplus == 0 ? size : nil))
        #expect(outcome.failure?.kind == (surplus == 0 ? nil : .unreadable))
    }

    @Test func `a body without an end is refused at the limit`() throws {
        let server = try SocketServer { peer in
            _ = peer.readRequest()
            peer.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            let chunk = "10000\r\n" + String(repeating: "x", count: 65_536) + "\r\n"
            while peer.write(chunk) {}
        }
        #expect(fetcher.fetch(server.url).failure?.kind == .unreadable)
    }

    @Test(arguments: ["HTTP/1.1 200 OK\r\n", "HTTP/1.1 100 Continue\r\n\r\n"])
    func `headers without an end are refused`(beginning: String) throws {
        let isInterim = beginning.hasSuffix("\r\n\r\n")
        let server = try SocketServer { peer in
            _ = peer.readRequest()
            peer.write(beginning)
            let line = "X-Filler: " + String(repeating: "y", count: 1000) + "\r\n"
            while peer.write(isInterim ? "HTTP/1.1 100 Continue\r\n" + line + "\r\n" : line) {}
        }
        // libcurl limits the size of headers.
        #expect(fetcher.fetch(server.url).failure?.kind == .unreadable)
    }

    @Test func `a redirect is returned as an answer and not followed`() throws {
        let other = try SocketServer.answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        let server = try SocketServer.answering(
            "HTTP/1.1 302 Found\r\nLocation: \(other.url)\r\nContent-Length: 0\r\n"
                + "Connection: close\r\n\r\n"
        )
        #expect(fetcher.fetch(server.url).response?.status == 302)
        fetcher.settle()
        #expect(other.accepted == 0)
    }

    @Test(arguments: ["file:///etc/passwd", "ftp://127.0.0.1/", "gopher://127.0.0.1/", "", "::"])
    func `a URL of another scheme than HTTP is a failure`(url: String) {
        #expect(fetcher.fetch(url).isTransportFailure)
    }

    @Test func `200 requests at once are each answered`() throws {
        let gateway = try Gateway(port: 0, controlPort: 0)
        defer { gateway.stop() }
        let url = gateway.apiURL + "/api/v2/apps/happyoyster-1.0-acting/openapi/v1/worlds"
        let request = HTTPRequest(
            method: .get,
            url: url,
            headers: [("Authorization", "Bearer sk-development")],
            timeout: .seconds(30)
        )
        let recorders = (0..<200).map { _ in fetcher.start(request) }
        for recorder in recorders { #expect(recorder.wait(for: 1)) }
        #expect(recorders.allSatisfy { $0.count == 1 && $0.entries[0].response?.status == 200 })
    }

    @Test func `writing to a connection that the server closed raises no signal`() async {
        await #expect(processExitsWith: .success) {
            signal(SIGPIPE, SIG_DFL)
            guard let fetcher = Fetcher() else { throw SocketFailure() }
            let body = [UInt8](repeating: 120, count: 3 << 20)
            for _ in 0..<20 {
                let server = try SocketServer { peer in peer.reset() }
                let request = HTTPRequest(
                    method: .post,
                    url: server.url,
                    body: body,
                    timeout: .seconds(20)
                )
                guard fetcher.fetch(request).isTransportFailure else { throw SocketFailure() }
            }
        }
    }

    @Test func `the environment's proxy is not used for loopback requests`() async {
        await #expect(processExitsWith: .success) {
            let proxy = try SocketServer.answering(
                "HTTP/1.1 502 Proxy\r\nContent-Length: 0\r\n\r\n"
            )
            for name in ["http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"] {
                setenv(name, "http://127.0.0.1:\(proxy.port)", 1)
            }
            unsetenv("no_proxy")
            let server = try SocketServer.answering(
                "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
            )
            guard let fetcher = Fetcher(),
                fetcher.fetch(server.url).response?.status == 200, proxy.accepted == 0
            else { throw SocketFailure() }
        }
    }
}
