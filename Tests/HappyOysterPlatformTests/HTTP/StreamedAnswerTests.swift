// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterTestSupport
import HappyOysterThreading
import Testing

/// Answers that are handed over in pieces.
@Suite(.blocking) struct StreamedAnswerTests {
    private let fetcher: Fetcher

    init() throws { fetcher = try #require(Fetcher()) }

    private static let head =
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\nRetry-After: 2\r\n\r\n"

    private func request(_ server: SocketServer) -> HTTPRequest {
        HTTPRequest(method: .get, url: server.url, timeout: .seconds(20))
    }

    private func stream(_ server: SocketServer) -> Recorder<HTTPStreamPart> {
        let parts = Recorder<HTTPStreamPart>()
        let request = request(server)
        fetcher.loop.run { [fetcher] in _ = fetcher.transport.stream(request) { parts.add($0) } }
        return parts
    }

    private func text(_ parts: [HTTPStreamPart]) -> String {
        let bytes = parts.flatMap { part -> [UInt8] in
            if case .piece(let bytes) = part { bytes } else { [] }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func `head, pieces and end arrive while the answer arrives`() throws {
        let (headSeen, pieceSeen) = (Latch(), Latch())
        let requests = Recorder<String>()
        let server = try SocketServer { peer in
            requests.add(peer.readRequest())
            peer.write(Self.head)
            #expect(headSeen.wait())
            peer.write("one")
            #expect(pieceSeen.wait())
            peer.write("two")
        }
        let parts = stream(server)
        parts.wait(for: 1)
        #expect(
            parts.entries.first
                == .head(
                    HTTPStreamHead(
                        status: 200,
                        contentType: "text/event-stream",
                        retryAfter: .seconds(2)
                    )
                )
        )
        headSeen.open()
        parts.wait(for: 2)
        #expect(text(parts.entries) == "one")
        pieceSeen.open()
        #expect(blockUntil { parts.entries.last == .end(nil) })
        #expect(text(parts.entries) == "onetwo")
        #expect(requests.entries.first?.hasPrefix("GET / HTTP/1.1\r\n") == true)
        #expect(requests.entries.first?.lowercased().contains("accept-encoding") == false)
    }

    @Test func `a stream is cancelled inside its own receiver, at each part`() throws {
        for last in 1...3 {
            let gone = Latch()
            let server = try SocketServer { peer in
                _ = peer.readRequest()
                peer.write(Self.head + "one")
                peer.waitForEnd()
                gone.open()
            }
            let handles = Recorder<any Cancellable>()
            let parts = Recorder<HTTPStreamPart>()
            let request = request(server)
            let count = last == 3 ? 2 : last
            fetcher.loop.run { [fetcher] in
                let handle = fetcher.transport.stream(request) { part in
                    parts.add(part)
                    if parts.count == count { for handle in handles.entries { handle.cancel() } }
                }
                handles.add(handle)
            }
            #expect(gone.wait())
            fetcher.settle()
            #expect(parts.count == count)
        }
    }

    @Test func `a receiver sends another request, which is answered`() throws {
        let other = try SocketServer.answering(
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok"
        )
        let server = try SocketServer { peer in
            _ = peer.readRequest()
            peer.write(Self.head + "one")
            peer.waitForEnd()
        }
        let answers = Recorder<Fetcher.Outcome>()
        let (request, second) = (request(server), request(other))
        let handles = Recorder<any Cancellable>()
        fetcher.loop.run { [fetcher] in
            let handle = fetcher.transport.stream(request) { part in
                guard case .piece = part else { return }
                _ = fetcher.transport.send(second) { answers.add($0) }
            }
            handles.add(handle)
        }
        answers.wait(for: 1)
        #expect(answers.entries.first?.response?.status == 200)
        fetcher.loop.run { for handle in handles.entries { handle.cancel() } }
    }

    @Test func `two streams use two HTTP connections, and neither is used again`() throws {
        let server = try SocketServer { peer in
            _ = peer.readRequest()
            peer.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            peer.waitForEnd()
        }
        for _ in 0..<2 {
            let parts = stream(server)
            #expect(blockUntil { parts.entries.last == .end(nil) })
            #expect(text(parts.entries) == "ok")
        }
        #expect(server.accepted == 2)
    }

    @Test func `an answer of 32 MB arrives whole while the receiver is slow`() throws {
        let size = 32 << 20
        let server = try SocketServer { peer in
            _ = peer.readRequest()
            peer.write(Self.head)
            let block = [UInt8](repeating: 97, count: 1 << 20)
            for _ in 0..<(size >> 20) { peer.write(block) }
        }
        let state = Lock((bytes: 0, longest: 0, isOver: false))
        let request = request(server)
        fetcher.loop.run { [fetcher] in
            _ = fetcher.transport.stream(request) { part in
                state.withLock { state in
                    switch part {
                    case .head: break
                    case .piece(let bytes):
                        state.bytes += bytes.count
                        state.longest = max(state.longest, bytes.count)
                    case .end(let failure): state.isOver = failure == nil
                    }
                }
            }
        }
        #expect(blockUntil { state.withLock { $0.isOver } })
        #expect(state.withLock { $0.bytes } == size)
        #expect(state.withLock { $0.longest } <= 65_536)
    }

    @Test func `a stream without bytes outlives the timeout of its request`() throws {
        let (answered, elapsed) = (Latch(), Latch())
        let server = try SocketServer { peer in
            _ = peer.readRequest()
            peer.write(Self.head)
            answered.open()
            #expect(elapsed.wait())
            peer.write("late")
        }
        let parts = Recorder<HTTPStreamPart>()
        let request = HTTPRequest(method: .get, url: server.url, timeout: .milliseconds(200))
        fetcher.loop.run { [fetcher] in
            _ = fetcher.transport.stream(request) { parts.add($0) }
        }
        #expect(answered.wait())
        fetcher.loop.run { [fetcher] in
            _ = fetcher.loop.schedule(after: .milliseconds(600)) { elapsed.open() }
        }
        #expect(blockUntil { parts.entries.last == .end(nil) })
        #expect(text(parts.entries) == "late")
    }

    @Test func `a refused connection is named as such`() throws {
        let parts = Recorder<HTTPStreamPart>()
        let port = try SocketServer { _ in }.port
        // The server is closed with its last reference.
        let request = HTTPRequest(
            method: .get,
            url: "http://127.0.0.1:\(port)/",
            timeout: .seconds(20)
        )
        let isRefused = blockUntil {
            guard case .failure(let failure) = fetcher.fetch(request) else { return false }
            return failure.isRefused
        }
        #expect(isRefused)
        fetcher.loop.run { [fetcher] in
            _ = fetcher.transport.stream(request) { parts.add($0) }
        }
        parts.wait(for: 1)
        guard case .end(let failure?)? = parts.entries.first else {
            Issue.record("no failure")
            return
        }
        #expect(failure.isRefused)
    }

    @Test func `an interim answer is no head, and a refusal has its body`() throws {
        let server = try SocketServer.answering(
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 410 Gone\r\n"
                + "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"
        )
        let parts = stream(server)
        #expect(blockUntil { parts.entries.last == .end(nil) })
        #expect(
            parts.entries.first
                == .head(HTTPStreamHead(status: 410, contentType: "application/json"))
        )
        #expect(text(parts.entries) == "{}")
        #expect(parts.count == 3)
    }

    @Test func `an answer that breaks off ends with a failure after its pieces`() throws {
        let server = try SocketServer.answering(
            "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf"
        )
        let parts = stream(server)
        #expect(
            blockUntil {
                if case .end(.some)? = parts.entries.last { true } else { false }
            }
        )
        #expect(text(parts.entries) == "half")
    }
}
