// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterTestSupport
import Testing

/// What signalling requests need from the transport in addition to the Open API.
@Suite(.blocking) struct SignallingTransportTests {
    private let fetcher: Fetcher

    init() throws { fetcher = try #require(Fetcher()) }

    @Test(arguments: [
        ("/session/1", "/session/1"), ("session/1", "/whep/session/1"),
        ("?x=1", "/whep/channel?x=1"),
        ("../a", "/a"),
    ])
    func `a Location header is reported as an absolute URL`(location: String, path: String) throws {
        let server = try SocketServer.answering(
            "HTTP/1.1 201 Created\r\nLocation: \(location)\r\nContent-Length: 0\r\n"
                + "Connection: close\r\n\r\n"
        )
        let response = fetcher.fetch(server.url + "whep/channel").response
        #expect(response?.location == "http://127.0.0.1:\(server.port)\(path)")
    }

    @Test(arguments: [
        ("https://other.test/s", "https://other.test/s"), ("//other.test/s", "http://other.test/s"),
    ])
    func `a Location header with an absolute URL is reported unchanged`(
        location: String,
        expected: String
    ) throws {
        let server = try SocketServer.answering(
            "HTTP/1.1 201 Created\r\nlocation: \(location)\r\nContent-Length: 0\r\n"
                + "Connection: close\r\n\r\n"
        )
        #expect(fetcher.fetch(server.url).response?.location == expected)
    }

    @Test(arguments: ["", "Location: http://[\r\n"])
    func `a missing or unreadable Location header is nil`(header: String) throws {
        let server = try SocketServer.answering(
            "HTTP/1.1 201 Created\r\n\(header)Content-Length: 0\r\nConnection: close\r\n\r\n"
        )
        let response = fetcher.fetch(server.url).response
        #expect(response?.status == 201)
        #expect(response?.location == nil)
    }

    @Test(
        arguments: [HTTPRequest.Method.get, .post, .patch, .delete],
        [nil, "a=candidate"] as [String?]
    )
    func `each method is sent with its body`(method: HTTPRequest.Method, body: String?) throws {
        let seen = Recorder<String>()
        let server = try SocketServer.answering(
            "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
            seen
        )
        let request = HTTPRequest(
            method: method,
            url: server.url,
            body: body.map { Array($0.utf8) },
            timeout: .seconds(20)
        )
        #expect(fetcher.fetch(request).response?.status == 200)
        let text = seen.entries.first ?? ""
        #expect(text.hasPrefix("\(method.rawValue) / HTTP/1.1\r\n"))
        #expect(text.hasSuffix("\r\n\r\n" + (body ?? "")))
    }
}
