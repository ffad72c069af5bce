// SPDX-License-Identifier: Apache-2.0
import HappyOysterSDK
import HappyOysterTestSupport
import Testing

/// Frames of a travel.
@MainActor @Suite struct FrameTests {
    @Test func `frames have the layout of their format`() async throws {
        let gateway = try TestGateway()
        let travel = try gateway.travel("adventure")
        try await travel.start()
        let luma = 864 * 480
        let layouts: [(OysterPixelFormat, [Int])] = [
            (.i420, [luma, luma / 4, luma / 4]), (.nv12, [luma, luma / 2]),
            (.rgba, [4 * luma]), (.bgra, [4 * luma]), (.rgb24, [3 * luma]),
            (.bgr24, [3 * luma]),
        ]
        for (format, sizes) in layouts {
            #expect(await eventually { travel.videoView.latestFrame(format: format) != nil })
            let frame = try #require(travel.videoView.latestFrame(format: format))
            #expect(frame.format == format)
            #expect((frame.width, frame.height) == (864, 480))
            #expect(frame.planeCount == sizes.count)
            for (plane, size) in sizes.enumerated() {
                #expect(frame.bytes(ofPlane: plane).count == size)
                #expect(frame.withUnsafeBytes(ofPlane: plane) { $0.count } >= size)
                #expect(frame.stride(ofPlane: plane) > 0)
            }
        }
        try await travel.end()
    }

    @Test func `a plane that the format does not have is empty`() async throws {
        let gateway = try TestGateway()
        let travel = try gateway.travel("adventure")
        try await travel.start()
        #expect(await eventually { travel.videoView.latestFrame() != nil })
        let frame = try #require(travel.videoView.latestFrame())
        #expect(frame.bytes(ofPlane: 3).isEmpty)
        #expect(frame.withUnsafeBytes(ofPlane: -1) { $0.isEmpty })
        #expect(frame.stride(ofPlane: 9) == 0)
        try await travel.end()
    }

    @Test func `two frame streams have rising sequence numbers and end with the travel`()
        async throws
    {
        let gateway = try TestGateway()
        let travel = try gateway.travel("acting")
        let view = OysterVideoView(travel: travel)
        try await travel.start()
        let counts = [OysterPixelFormat.i420, .rgba].map { format in
            let frames = view.frames(format: format)
            return Task { await FrameTests.count(frames, format, upTo: 3) }
        }
        for count in counts { #expect(await count.value == 3) }
        let last = travel.videoView.frames()
        try await travel.end()
        for await _ in last {}
        for await _ in travel.videoView.frames() { Issue.record("a frame after the end") }
    }

    /// Frames with rising numbers; after so many the stream is let go.
    private static func count(
        _ frames: AsyncStream<OysterVideoFrame>,
        _ format: OysterPixelFormat,
        upTo most: Int
    ) async -> Int {
        var (count, number): (Int, UInt64) = (0, 0)
        for await frame in frames {
            #expect(frame.format == format)
            #expect(frame.sequence > number)
            number = frame.sequence
            count += 1
            if count == most { break }
        }
        return count
    }

    @Test func `after a resume streams return no frame or audio from before`()
        async throws
    {
        let gateway = try TestGateway()
        let travel = try gateway.travel("directing")
        let (frames, audio) = (travel.videoView.frames(), travel.audio())
        try await travel.start()
        #expect(await eventually { travel.videoView.latestFrame() != nil })
        try await travel.pause()
        let kept = try #require(travel.videoView.latestFrame())
        try await travel.resume()
        for await frame in frames {
            #expect(frame.sequence > kept.sequence)
            break
        }
        for await chunk in audio {
            #expect(chunk.pts > kept.pts)
            break
        }
        try await travel.end()
    }

    @Test func `videoView is the same object each time`() throws {
        let travel = try TestGateway().travel("adventure")
        #expect(travel.videoView === travel.videoView)
        #expect(travel.videoView.latestFrame() == nil)
    }
}
