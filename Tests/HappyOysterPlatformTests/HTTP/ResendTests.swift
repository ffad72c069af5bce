// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterTestSupport
import Testing

/// Requests whose connection ends before the answer: which of them are sent again.
@Suite(.blocking) struct ResendTests {
    private let fetcher: Fetcher

    init() throws { fetcher = try #require(Fetcher()) }

    private static let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

    /// Answers what follows a GET of `/first` on the same connection with a close or a reset, and
    /// everything else.
    private func server(_ seen: Recorder<String>, resets: Bool) throws -> SocketServer {
        try SocketServer { peer in
            var isReused = false
            while true {
                let request = peer.readRequest()
                guard !request.isEmpty else { return }
                seen.add(String(request.prefix { $0 != "\r\n" }))
                if isReused {
                    if resets { peer.reset() }
                    return
                }
                peer.write(Self.answer)
                isReused = request.hasPrefix("GET /first")
            }
        }
    }

    /// The outcome of a request on a reused connection, and the requests that the server received.
    private func send(_ method: HTTPRequest.Method, bytes: Int?, resets: Bool = false) throws
        -> (outcome: Fetcher.Outcome, seen: [String])
    {
        let seen = Recorder<String>()
        let server = try server(seen, resets: resets)
        #expect(fetcher.fetch(server.url + "first").response?.status == 200)
        let request = HTTPRequest(
            method: method,
            url: server.url + "second",
            body: bytes.map { [UInt8](repeating: 120, count: $0) },
            timeout: .seconds(20)
        )
        let outcome = fetcher.fetch(request)
        return (outcome, seen.entries.filter { $0.contains("/second") })
    }

    @Test(arguments: [HTTPRequest.Method.post, .patch], [1, 70_000, 1_100_000])
    func `a POST or PATCH is sent once when its reused connection ends`(
        method: HTTPRequest.Method,
        bytes: Int
    )
        throws
    {
        let (outcome, seen) = try send(method, bytes: bytes)
        #expect(seen == ["\(method.rawValue) /second HTTP/1.1"])
        #expect(outcome.failure?.kind == .transport)
        // Whether the request is repeated is up to the caller.
        #expect(
            outcome.failure?.cause == "127.0.0.1 closed the connection before it answered, "
                + "and may have carried out the request"
        )
    }

    @Test(arguments: [HTTPRequest.Method.post, .patch])
    func `a POST or PATCH is sent once when its reused connection is reset`(
        method: HTTPRequest.Method
    ) throws {
        let (outcome, seen) = try send(method, bytes: 10, resets: true)
        #expect(seen == ["\(method.rawValue) /second HTTP/1.1"])
        #expect(outcome.isTransportFailure)
    }

    @Test(arguments: [HTTPRequest.Method.post, .patch], [nil, 0] as [Int?])
    func `a POST or PATCH without a body uses a new connection`(
        method: HTTPRequest.Method,
        bytes: Int?
    )
        throws
    {
        let (outcome, seen) = try send(method, bytes: bytes)
        #expect(seen == ["\(method.rawValue) /second HTTP/1.1"])
        #expect(outcome.response?.body == Array("ok".utf8))
    }

    @Test(arguments: [HTTPRequest.Method.get, .delete])
    func `a GET or DELETE is sent again when its reused connection ends`(method: HTTPRequest.Method)
        throws
    {
        let (outcome, seen) = try send(method, bytes: nil)
        #expect(seen == Array(repeating: "\(method.rawValue) /second HTTP/1.1", count: 2))
        #expect(outcome.response?.body == Array("ok".utf8))
    }

    @Test func `a 417 answer is returned and the request is not repeated`() throws {
        let seen = Recorder<String>()
        let server = try SocketServer { peer in
            seen.add(peer.readRequest())
            peer.write("HTTP/1.1 417 No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        }
        let request = HTTPRequest(
            method: .post,
            url: server.url,
            body: [UInt8](repeating: 120, count: 1_100_000),
            timeout: .seconds(20)
        )
        #expect(fetcher.fetch(request).response?.status == 417)
        #expect(seen.count == 1)
        #expect(seen.entries.first?.lowercased().contains("\r\nexpect:") == false)
    }

    @Test func `requests in sequence reuse one connection`() throws {
        let seen = Recorder<String>()
        let server = try SocketServer { peer in
            while !peer.readRequest().isEmpty {
                seen.add("request")
                peer.write(Self.answer)
            }
        }
        for _ in 0..<5 {
            let request = HTTPRequest(
                method: .post,
                url: server.url,
                body: [1, 2, 3],
                timeout: .seconds(20)
            )
            #expect(fetcher.fetch(request).response?.status == 200)
        }
        #expect(seen.count == 5)
        #expect(server.accepted == 1)
    }
}
