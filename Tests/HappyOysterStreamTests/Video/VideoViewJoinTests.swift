// SPDX-License-Identifier: Apache-2.0
import HappyOysterTestSupport
import Testing

@testable import HappyOysterStream

/// A join that begins puts an end to every frame of the joins before.
@Suite struct VideoViewJoinTests {
    private let view = VideoView {}

    private func frame(_ luma: UInt8 = 100) -> VideoFrame {
        Picture(width: 4, height: 4, y: luma, u: 128, v: 128).frame()
    }

    @Test(arguments: PixelFormat.allCases)
    func `what is kept of an earlier join is not handed out, converted or not`(
        format: PixelFormat
    ) {
        view.begin(join: 1)
        view.setDelivery(format)
        _ = view.acquire(format, at: .zero)
        view.submit(frame(), of: 1, at: .zero)
        #expect(view.acquire(format, at: .zero)?.sequence == 1)
        #expect(view.hasFrameForDelivery)
        view.begin(join: 2)
        #expect(view.acquire(format, at: .zero) == nil)
        #expect(!view.hasFrameForDelivery)
        #expect(view.takeForDelivery() == nil)
    }

    @Test func `a frame that an earlier join brings late is refused`() {
        view.begin(join: 1)
        _ = view.acquire(.i420, at: .zero)
        view.begin(join: 2)
        view.submit(frame(), of: 1, at: .zero)
        #expect(view.acquire(.i420, at: .zero) == nil)
        #expect(view.counters.received == 0)
        view.submit(frame(), of: 2, at: .zero)
        view.submit(frame(), of: 1, at: .zero)
        #expect(view.acquire(.i420, at: .zero)?.sequence == 1)
    }

    @Test func `a join that was left brings nothing more, and its last frame stays`() {
        view.begin(join: 1)
        _ = view.acquire(.i420, at: .zero)
        view.submit(frame(), of: 1, at: .zero)
        view.leave()
        view.submit(frame(), of: 1, at: .zero)
        #expect(view.acquire(.i420, at: .zero)?.sequence == 1)
        view.begin(join: 2)
        view.submit(frame(), of: 2, at: .zero)
        #expect(view.acquire(.i420, at: .zero)?.sequence == 2)
    }

    @Test func `sequences and times go on over joins`() {
        _ = view.acquire(.i420, at: .zero)
        for join: UInt64 in 1...3 {
            view.begin(join: join)
            for step in 0..<2 {
                let now = Duration.milliseconds(Int(join) * 100 + step * 40)
                view.submit(frame(), of: join, at: now)
            }
            let newest = view.acquire(.i420, at: .milliseconds(Int(join) * 100 + 50))
            #expect(newest?.sequence == 2 * join)
        }
    }

    @Test func `a conversion during which a join begins comes to nothing`() {
        var slot = FrameSlot(clock: MediaClock())
        _ = slot.begin(join: 1)
        _ = slot.acquire(.bgra, after: 0, at: .zero)
        _ = slot.submit(frame(), of: 1, at: .zero)
        guard case .hand(let hand) = slot.acquire(.bgra, after: 0, at: .zero) else {
            Issue.record("no frame")
            return
        }
        #expect(slot.isCurrent(hand))
        _ = slot.begin(join: 2)
        #expect(!slot.isCurrent(hand))
        #expect(slot.keep(conversion: hand.frame) == nil)
        #expect(!slot.hasPending)
    }

    @Test func `a frame of an earlier join is let go of`() {
        let released = Counter()
        _ = view.acquire(.i420, at: .zero)
        let picture = Picture(width: 4, height: 4, y: 0, u: 0, v: 0)
        view.submit(picture.frame(onRelease: { released.add() }), at: .zero)
        view.begin(join: 1)
        #expect(released.value == 1)
        #expect(view.counters.dropped == 1)
    }
}
