// SPDX-License-Identifier: Apache-2.0
import HappyOysterStream
import HappyOysterTestSupport
import HappyOysterThreading
import Testing

/// Audio for hosts that read it, the descriptor that reports it, and joins.
@Suite(.blocking) struct AudioReadTests {
    /// The time at which the host reads, independent of the time that a test takes.
    private static let now: Duration = .seconds(1000)
    private let buffer = AudioBuffer(now: { Self.now }, wake: {})

    /// Ten milliseconds of stereo: samples count up from `mark`.
    private func chunk(_ mark: Int16) throws -> AudioChunk {
        let samples = (0..<160).map { mark + Int16($0) }
        return try #require(
            AudioChunk(sampleRate: 8000, channels: 2, samples: samples, presentationTime: .zero)
        )
    }

    private func read(_ most: Int = 1000, _ limit: Duration = .zero) async -> String {
        await inThread { [buffer] in
            switch buffer.read(most: most, until: SystemClock.monotonic + limit) {
            case .audio(let audio):
                "\(audio.chunk.samples.first ?? -1) \(audio.chunk.samples.count)"
            case .timedOut: "timed out"
            case .over: "over"
            case .closed: "closed"
            case .hasCallback: "has callback"
            case .tooSmall: "too small"
            }
        }
    }

    private func read(until act: @Sendable () throws -> Void) async rethrows -> String {
        async let waiting = read(1000, testTimeout)
        #expect(await eventually { buffer.isWanted(at: .seconds(1_000_000)) })
        try act()
        return await waiting
    }

    private var counters: [UInt64] {
        [buffer.counters.received, buffer.counters.delivered, buffer.counters.dropped]
    }

    @Test func `a read makes the host a consumer for two seconds`() async throws {
        #expect(await read() == "timed out")
        #expect(buffer.isWanted(at: Self.now))
        #expect(!buffer.isWanted(at: Self.now + .seconds(3)))
    }

    @Test func `audio is read in order, in the chunks that arrived`() async throws {
        _ = await read()
        for mark: Int16 in [1, 1001] { buffer.submit(try chunk(mark), at: Self.now) }
        #expect([await read(), await read(), await read()] == ["1 160", "1001 160", "timed out"])
        #expect(counters == [2, 2, 0])
    }

    @Test func `the rest of a chunk that does not fit waits for the next read`() async throws {
        _ = await read()
        for mark: Int16 in [1, 1001] { buffer.submit(try chunk(mark), at: Self.now) }
        #expect(await read(1) == "too small")
        let parts = [await read(101), await read(50), await read(10), await read(159)]
        #expect(parts == ["1 100", "101 50", "151 10", "1001 158"])
        #expect(counters == [2, 2, 0])
        buffer.begin(join: 1)
        #expect(await read() == "timed out")
        #expect(counters == [2, 2, 0])
    }

    @Test func `the rest of a chunk has its own presentation time`() async throws {
        _ = await read()
        buffer.submit(try chunk(1), at: Self.now)
        _ = await read(80)
        guard case .audio(let rest) = buffer.read(most: 1000, until: .zero) else {
            Issue.record("no audio")
            return
        }
        #expect(rest.presentationTime == .milliseconds(5))
    }

    @Test func `audio, the end and a close wake a waiting thread`() async throws {
        let audio = try chunk(1)
        #expect(await read { buffer.submit(audio, at: Self.now) } == "1 160")
        #expect(await read { buffer.finish() } == "over")
        buffer.close()
        #expect(await read() == "closed")
    }

    @Test func `a new callback and a close wake a waiting thread`() async throws {
        #expect(await read { buffer.setDelivery(true) } == "has callback")
        buffer.setDelivery(false)
        #expect(await read { buffer.close() } == "closed")
    }

    @Test func `the audio descriptor is readable exactly while audio waits to be read`()
        async throws
    {
        let descriptor = try #require(buffer.descriptor())
        #expect(buffer.descriptor() == descriptor)
        #expect(isCloseOnExec(descriptor))
        #expect(buffer.isWanted(at: .seconds(1_000_000)))
        #expect(!isReadable(descriptor))
        for mark: Int16 in [1, 1001] { buffer.submit(try chunk(mark), at: .zero) }
        #expect(isReadable(descriptor))
        #expect(await read() == "1 160")
        #expect(isReadable(descriptor))
        #expect(await read(100) == "1001 100")
        #expect(isReadable(descriptor))
        #expect(await read() == "1101 60")
        #expect(!isReadable(descriptor))
        buffer.submit(try chunk(1), at: .zero)
        buffer.begin(join: 1)
        #expect(!isReadable(descriptor))
        buffer.setDelivery(true)
        buffer.submit(try chunk(1), of: 1, at: .zero)
        #expect(!isReadable(descriptor))
        buffer.close()
        #expect(buffer.descriptor() == nil)
    }

    @Test
    func `a host that watches the descriptor is a consumer until audio has waited for two seconds`()
        async throws
    {
        let descriptor = try #require(buffer.descriptor())
        let later = Self.now + .seconds(100)
        buffer.submit(try chunk(1), at: later)
        buffer.submit(try chunk(2), at: later + .seconds(2))
        #expect(buffer.isWanted(at: later + .seconds(2)))
        #expect(!buffer.isWanted(at: later + .seconds(3)))
        // It is readable until the host reads. The host gets no old audio and watches again.
        #expect(isReadable(descriptor))
        #expect(await read() == "timed out")
        #expect(!isReadable(descriptor))
        #expect(buffer.isWanted(at: later + .seconds(3)))
        buffer.submit(try chunk(3), at: later + .seconds(3))
        #expect(await read() == "3 160")
        #expect(counters == [3, 1, 2])
    }

    @Test func `a new join drops waiting and late audio of earlier joins`() throws {
        buffer.setDelivery(true)
        buffer.begin(join: 1)
        buffer.submit(try chunk(1), of: 1, at: .zero)
        buffer.leave()
        buffer.submit(try chunk(2), of: 1, at: .zero)
        #expect(buffer.counters.received == 1)
        buffer.begin(join: 2)
        #expect(!buffer.hasAudioForDelivery)
        buffer.submit(try chunk(1), of: 1, at: .zero)
        #expect(buffer.takeForDelivery() == nil)
        buffer.submit(try chunk(5), of: 2, at: .zero)
        #expect(buffer.takeForDelivery()?.chunk.samples.first == 5)
        #expect(counters == [2, 1, 1])
    }
}
