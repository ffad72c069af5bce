// SPDX-License-Identifier: Apache-2.0
import HappyOysterStream
import HappyOysterTestSupport
import Testing

@Suite struct AudioBufferTests {
    private let wakes = Counter()
    private let buffer: AudioBuffer

    init() { buffer = AudioBuffer { [wakes] in wakes.add() } }

    /// Audio of a number of milliseconds, whose first sample is `mark`.
    private func chunk(_ mark: Int16, ms: Int = 10, at time: Int64 = 0) throws -> AudioChunk {
        let samples = [mark] + [Int16](repeating: 0, count: 16 * ms - 1)
        return try #require(
            AudioChunk(
                sampleRate: 8000,
                channels: 2,
                samples: samples,
                presentationTime: .milliseconds(time)
            )
        )
    }

    private func take() -> [Int16] {
        var marks: [Int16] = []
        while let audio = buffer.takeForDelivery() { marks.append(audio.chunk.samples[0]) }
        return marks
    }

    private var counters: [UInt64] {
        [buffer.counters.received, buffer.counters.delivered, buffer.counters.dropped]
    }

    @Test(arguments: [
        (7999, 1, 1), (192_001, 1, 1), (8000, 0, 1), (8000, 9, 9), (8000, 1, 0), (8000, 2, 3),
        (8000, 1, 192_001), (-1, 1, 1),
    ])
    func `audio with a number out of range is refused`(rate: Int, channels: Int, count: Int) {
        let samples = [Int16](repeating: 0, count: count)
        let chunk = AudioChunk(
            sampleRate: rate,
            channels: channels,
            samples: samples,
            presentationTime: .zero
        )
        #expect(chunk == nil)
    }

    @Test func `audio that the host does not want is counted and dropped`() throws {
        #expect(!buffer.isWanted(at: .zero))
        buffer.submit(try chunk(1), at: .zero)
        #expect(wakes.value == 0)
        #expect(counters == [1, 0, 1])
        buffer.setDelivery(true)
        #expect(buffer.isWanted(at: .zero))
        #expect(take() == [])
    }

    @Test func `audio is delivered in order, each chunk once`() throws {
        buffer.setDelivery(true)
        for mark: Int16 in 1...5 { buffer.submit(try chunk(mark), at: .zero) }
        #expect(wakes.value == 5)
        #expect(buffer.hasAudioForDelivery)
        #expect(take() == [1, 2, 3, 4, 5])
        #expect(!buffer.hasAudioForDelivery)
        #expect(counters == [5, 5, 0])
    }

    @Test func `at most a second of audio waits, and the oldest is dropped`() throws {
        buffer.setDelivery(true)
        for mark: Int16 in 1...12 { buffer.submit(try chunk(mark, ms: 100), at: .zero) }
        #expect(take() == Array(3...12))
        #expect(counters == [12, 10, 2])
    }

    @Test func `a chunk of more than a second is kept alone`() throws {
        buffer.setDelivery(true)
        buffer.submit(try chunk(1), at: .zero)
        buffer.submit(try chunk(2, ms: 3000), at: .zero)
        #expect(take() == [2])
    }

    @Test func `at most 256 chunks wait`() throws {
        buffer.setDelivery(true)
        for mark: Int16 in 1...300 { buffer.submit(try chunk(mark, ms: 1), at: .zero) }
        #expect(take() == Array(45...300))
        #expect(counters == [300, 256, 44])
    }

    @Test func `a new callback gets no audio that waited for the former one`() throws {
        buffer.setDelivery(true)
        buffer.submit(try chunk(1), at: .zero)
        buffer.setDelivery(true)
        buffer.submit(try chunk(2), at: .zero)
        #expect(take() == [2])
        buffer.submit(try chunk(3), at: .zero)
        buffer.setDelivery(false)
        #expect(take() == [])
        #expect(counters == [3, 1, 2])
    }

    @Test func `a closed buffer wants and keeps no audio`() throws {
        buffer.setDelivery(true)
        buffer.submit(try chunk(1), at: .zero)
        buffer.close()
        buffer.submit(try chunk(2), at: .zero)
        buffer.setDelivery(true)
        #expect(!buffer.isWanted(at: .zero))
        #expect(take() == [])
        #expect(counters == [1, 0, 1])
    }

    @Test func `each chunk has its arrival and its time in the travel`() throws {
        buffer.setDelivery(true)
        buffer.submit(try chunk(1, at: 500), at: .milliseconds(1000))
        buffer.submit(try chunk(2, at: 520), at: .milliseconds(1030))
        let audio = [buffer.takeForDelivery(), buffer.takeForDelivery()]
        #expect(audio.map { $0?.presentationTime } == [.zero, .milliseconds(20)])
        #expect(audio.map { $0?.receivedAt } == [.milliseconds(1000), .milliseconds(1030)])
    }
}
