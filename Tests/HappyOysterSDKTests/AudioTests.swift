// SPDX-License-Identifier: Apache-2.0
import HappyOysterSDK
import HappyOysterTestSupport
import Testing

@MainActor @Suite struct AudioTests {
    @Test func `audio arrives in order in each stream, and ends with the travel`() async throws {
        let gateway = try TestGateway()
        let travel = try gateway.travel("adventure")
        let streams = [travel.audio(), travel.audio()]
        _ = try await travel.start()
        for stream in streams {
            var chunks: [OysterAudioChunk] = []
            for await chunk in stream {
                chunks.append(chunk)
                if chunks.count == 5 { break }
            }
            #expect(chunks.allSatisfy { $0.sampleRate == 48_000 && $0.channels == 2 })
            #expect(chunks.allSatisfy { $0.samples.count == 2 * $0.frameCount })
            let times = chunks.map(\.pts)
            #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
        }
        let last = travel.audio()
        _ = try await travel.end()
        for await _ in last {}
        for await _ in travel.audio() {}
    }
}
