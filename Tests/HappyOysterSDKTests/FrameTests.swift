// SPDX-License-Identifier: Apache-2.0
import HappyOysterSDK
import HappyOysterTestSupport
import Testing

/// Frames of a travel.
@MainActor @Suite struct FrameTests {
    @Test(arguments: [
        (OysterPixelFormat.i420, [864 * 480, 432 * 240, 432 * 240]),
        (.nv12, [864 * 480, 864 * 240]),
        (.rgba, [4 * 864 * 480]), (.bgra, [4 * 864 * 480]), (.rgb24, [3 * 864 * 480]),
    ])
    func `frames have the layout of their format`(format: OysterPixelFormat, sizes: [Int])
        async throws
    {
        let harbour = try Harbour()
        let travel = try harbour.travel("adventure")
        let frames = travel.videoView.frames(format: format)
        try await travel.start()
        var last: UInt64 = 0
        for await frame in frames {
            #expect(frame.format == format)
            #expect((frame.width, frame.height) == (864, 480))
            #expect(frame.planeCount == sizes.count)
            #expect(frame.sequence > last)
            last = frame.sequence
            for (plane, size) in sizes.enumerated() {
                #expect(frame.bytes(ofPlane: plane).count == size)
                #expect(frame.withUnsafeBytes(ofPlane: plane) { $0.count } >= size)
                #expect(frame.stride(ofPlane: plane) > 0)
            }
            if last >= 3 { break }
        }
        try await travel.end()
    }

    @Test func `a plane that is not there is empty`() async throws {
        let harbour = try Harbour()
        let travel = try harbour.travel("adventure")
        try await travel.start()
        #expect(await eventually { travel.videoView.latestFrame() != nil })
        let frame = try #require(travel.videoView.latestFrame())
        #expect(frame.bytes(ofPlane: 3).isEmpty)
        #expect(frame.withUnsafeBytes(ofPlane: -1) { $0.isEmpty })
        #expect(frame.stride(ofPlane: 9) == 0)
        try await travel.end()
    }

    @Test func `streams of different formats run side by side and end with the travel`()
        async throws
    {
        let harbour = try Harbour()
        let travel = try harbour.travel("acting")
        let view = OysterVideoView(travel: travel)
        let counts = [OysterPixelFormat.i420, .rgba].map { format in
            let frames = view.frames(format: format)
            return Task.detached {
                var count = 0
                for await frame in frames where frame.format == format { count += 1 }
                return count
            }
        }
        try await travel.start()
        let frames = travel.videoView.frames()
        for await frame in frames where frame.sequence >= 5 { break }
        try await travel.end()
        for count in counts { #expect(await count.value > 0) }
        for await _ in travel.videoView.frames() { Issue.record("a frame after the end") }
    }

    @Test func `the view is always the same`() throws {
        let travel = try Harbour().travel("adventure")
        #expect(travel.videoView === travel.videoView)
        #expect(travel.videoView.latestFrame() == nil)
    }
}
