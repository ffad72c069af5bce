// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterTestSupport
import Testing

/// Requests that are cancelled.
@Suite(.blocking) struct CancelTests {
    private let fetcher: Fetcher

    init() throws { fetcher = try #require(Fetcher()) }

    private static let answer =
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok"

    private func request(_ server: SocketServer) -> HTTPRequest {
        HTTPRequest(method: .get, url: server.url, timeout: .seconds(20))
    }

    @Test func `a request cancelled before it is sent does not complete`() throws {
        let server = try SocketServer.answering(Self.answer)
        let request = request(server)
        let outcomes = Counter()
        fetcher.loop.run { [fetcher] in
            let handle = fetcher.transport.send(request) { _ in outcomes.add() }
            handle.cancel()
            handle.cancel()
        }
        #expect(fetcher.fetch(server.url).response?.status == 200)
        #expect(outcomes.value == 0)
    }

    @Test func `a request cancelled while it waits for the answer does not complete`() throws {
        let (asked, gone) = (Latch(), Latch())
        let server = try SocketServer { peer in
            _ = peer.readRequest()
            asked.open()
            peer.waitForEnd()
            gone.open()
        }
        let request = request(server)
        let outcomes = Counter()
        let handles = Recorder<any Cancellable>()
        fetcher.loop.run { [fetcher] in
            handles.add(fetcher.transport.send(request) { _ in outcomes.add() })
        }
        #expect(asked.wait())
        fetcher.loop.run { for handle in handles.entries { handle.cancel() } }
        #expect(gone.wait())
        #expect(outcomes.value == 0)
    }

    @Test func `cancelling after the answer has no effect, not even on the next request`() throws {
        let server = try SocketServer.answering(Self.answer)
        let request = request(server)
        let outcomes = Counter()
        let handles = Recorder<any Cancellable>()
        let first = Latch()
        fetcher.loop.run { [fetcher] in
            handles.add(
                fetcher.transport.send(request) { _ in
                    outcomes.add()
                    first.open()
                }
            )
        }
        #expect(first.wait())
        // libcurl often gives the same memory to the next handle.
        let others = (0..<20).map { _ in fetcher.start(request) }
        fetcher.loop.run { for handle in handles.entries { handle.cancel() } }
        for other in others {
            #expect(other.wait(for: 1))
            #expect(other.entries.first?.response?.body == Array("ok".utf8))
        }
        #expect(outcomes.value == 1)
    }

    @Test func `a request can be cancelled inside its own completion and inside that of another`()
        throws
    {
        let server = try SocketServer.answering(Self.answer)
        let hanging = try SocketServer { peer in peer.waitForEnd() }
        let (request, endless) = (request(server), request(hanging))
        let outcomes = Counter()
        let handles = Recorder<any Cancellable>()
        let done = Latch()
        fetcher.loop.run { [fetcher] in
            handles.add(fetcher.transport.send(endless) { _ in outcomes.add() })
            handles.add(
                fetcher.transport.send(request) { _ in
                    for handle in handles.entries { handle.cancel() }
                    done.open()
                }
            )
        }
        #expect(done.wait())
        fetcher.settle()
        #expect(outcomes.value == 0)
    }

    @Test func `requests cancelled at random times complete at most once`() throws {
        let server = try SocketServer.answering(Self.answer)
        let request = request(server)
        var random = SplitMix(7)
        let recorders = (0..<300).map { _ in
            let recorder = Recorder<Bool>()
            let delay = Duration.microseconds(Int64(random.next() % 3000))
            fetcher.loop.run { [fetcher] in
                let handle = fetcher.transport.send(request) { _ in recorder.add(true) }
                _ = fetcher.loop.schedule(after: delay) {
                    handle.cancel()
                    let before = recorder.count
                    _ = fetcher.loop.schedule(after: .milliseconds(20)) {
                        if recorder.count != before { recorder.add(false) }
                        recorder.add(true)
                    }
                }
            }
            return recorder
        }
        for recorder in recorders {
            #expect(recorder.wait(for: 1))
            #expect(blockUntil { recorder.entries.last == true })
            #expect(!recorder.entries.contains(false))
            #expect(recorder.count <= 2)
        }
    }
}
