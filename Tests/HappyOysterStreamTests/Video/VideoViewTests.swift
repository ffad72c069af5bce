// SPDX-License-Identifier: Apache-2.0
import HappyOysterStream
import HappyOysterTestSupport
import Testing

@Suite struct VideoViewTests {
    private let wakes = Counter()

    private func view() -> VideoView { VideoView { [wakes] in wakes.add() } }

    private func frame(_ milliseconds: Int = 0, onRelease: Counter? = nil) -> VideoFrame {
        TestFrame(width: 4, height: 4, y: 100, u: 128, v: 128).frame(
            presentationTime: .milliseconds(milliseconds),
            onRelease: { onRelease?.add() }
        )
    }

    @Test func `a callback gets each frame once, numbered`() {
        let view = view()
        view.setDelivery(.i420)
        var taken: [NumberedFrame] = []
        for step in 1...3 {
            view.submit(frame(step), at: .milliseconds(step))
            if let frame = view.takeForDelivery() { taken.append(frame) }
            #expect(view.takeForDelivery() == nil)
        }
        #expect(taken.map(\.sequence) == [1, 2, 3])
        #expect(taken.map(\.receivedAt) == [1, 2, 3].map { .milliseconds($0) })
        #expect(wakes.value == 3)
        #expect(view.counters.delivered == 3)
        #expect(view.counters.dropped == 0)
    }

    @Test func `a slow callback gets the newest frame and the others are dropped`() {
        let view = view()
        let released = Counter()
        view.setDelivery(.i420)
        for step in 1...5 { view.submit(frame(step, onRelease: released), at: .zero) }
        #expect(released.value == 4)
        #expect(view.takeForDelivery()?.sequence == 5)
        #expect(view.counters.received == 5)
        #expect(view.counters.delivered == 1)
        #expect(view.counters.dropped == 4)
    }

    @Test(arguments: PixelFormat.allCases)
    func `callback and acquire give frames in the wanted format`(format: PixelFormat) {
        let view = view()
        view.setDelivery(format)
        view.submit(frame(), at: .zero)
        #expect(view.takeForDelivery()?.frame.format == format)
        #expect(view.acquire(format, at: .zero)?.frame.format == format)
        #expect(view.counters.converted == (format == .i420 ? 0 : 1))
        #expect(view.counters.delivered == 1)
    }

    @Test func `acquire returns the newest frame at each call`() {
        let view = view()
        #expect(view.acquire(.i420, at: .zero) == nil)
        view.submit(frame(), at: .milliseconds(10))
        view.submit(frame(), at: .milliseconds(20))
        let first = view.acquire(.i420, at: .milliseconds(30))
        let second = view.acquire(.i420, at: .milliseconds(31))
        #expect(first?.sequence == 2)
        #expect(first?.frame === second?.frame)
        #expect(view.counters.delivered == 1)
        #expect(view.counters.dropped == 1)
        #expect(wakes.value == 0)
    }

    @Test func `one frame is converted once per format`() {
        let view = view()
        _ = view.acquire(.bgra, at: .zero)
        view.submit(frame(), at: .zero)
        let first = view.acquire(.bgra, at: .zero)
        #expect(view.acquire(.bgra, at: .zero)?.frame === first?.frame)
        #expect(view.acquire(.rgba, at: .zero)?.frame.format == .rgba)
        #expect(view.counters.converted == 2)
    }

    @Test func `frames are wanted for two seconds after an acquire`() {
        let view = view()
        #expect(!view.wantsFrames(at: .zero))
        _ = view.acquire(.i420, at: .seconds(1))
        #expect(view.wantsFrames(at: .seconds(1)))
        #expect(view.wantsFrames(at: .seconds(3)))
        #expect(!view.wantsFrames(at: .milliseconds(3_001)))
    }

    @Test func `frames are wanted while there is a callback`() {
        let view = view()
        view.setDelivery(.nv12)
        #expect(view.wantsFrames(at: .seconds(1_000)))
        view.setDelivery(nil)
        #expect(!view.wantsFrames(at: .seconds(1_000)))
    }

    @Test func `a frame is not delivered once the stream has skipped later frames`() {
        let view = view()
        let released = Counter()
        _ = view.acquire(.i420, at: .zero)
        view.submit(frame(onRelease: released), at: .zero)
        #expect(!view.wantsFrames(at: .seconds(5)))
        #expect(released.value == 1)
        #expect(view.acquire(.i420, at: .seconds(6)) == nil)
    }

    @Test func `the last frame of a paused stream can be acquired`() {
        let view = view()
        _ = view.acquire(.i420, at: .zero)
        view.submit(frame(), at: .zero)
        #expect(view.acquire(.i420, at: .seconds(60))?.sequence == 1)
    }

    @Test func `frames that the host does not want are counted and not kept`() {
        let view = view()
        let released = Counter()
        view.submit(frame(onRelease: released), at: .zero)
        #expect(released.value == 1)
        #expect(view.counters.received == 1)
        #expect(view.counters.dropped == 1)
        #expect(view.acquire(.i420, at: .zero) == nil)
    }

    @Test func `removing the callback leaves no frame to deliver`() {
        let view = view()
        view.setDelivery(.i420)
        view.submit(frame(), at: .zero)
        view.setDelivery(nil)
        #expect(view.takeForDelivery() == nil)
        view.setDelivery(.rgba)
        #expect(view.takeForDelivery() == nil)
    }

    @Test func `a closed view keeps and accepts no frame`() {
        let view = view()
        let released = Counter()
        view.setDelivery(.i420)
        view.submit(frame(onRelease: released), at: .zero)
        let held = view.acquire(.i420, at: .zero)
        view.close()
        view.submit(frame(onRelease: released), at: .zero)
        #expect(released.value == 1)
        #expect(view.takeForDelivery() == nil)
        #expect(view.acquire(.i420, at: .zero) == nil)
        #expect(!view.wantsFrames(at: .zero))
        #expect(held?.frame.bytes(plane: 0).first == 100)
    }
}
