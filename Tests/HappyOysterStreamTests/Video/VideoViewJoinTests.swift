// SPDX-License-Identifier: Apache-2.0
import HappyOysterTestSupport
import Testing

@testable import HappyOysterStream

/// A new join ends the frames of earlier joins.
@Suite struct VideoViewJoinTests {
    private let view = VideoView {}

    private func frame(_ luma: UInt8 = 100) -> VideoFrame {
        TestFrame(width: 4, height: 4, y: luma, u: 128, v: 128).frame()
    }

    @Test(arguments: PixelFormat.allCases)
    func `frames kept from an earlier join are not returned, converted or not`(
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

    @Test func `a late frame of an earlier join is refused`() {
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

    @Test func `frames of a join that was left are refused, and its last frame is kept`() {
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

    @Test func `sequence numbers and times continue over joins`() {
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

    @Test func `a frame that is being converted when a join begins is not returned`() {
        var slot = FrameSlot(clock: MediaClock())
        _ = slot.begin(join: 1)
        _ = slot.acquire(.bgra, after: 0, at: .zero)
        _ = slot.submit(frame(), of: 1, at: .zero)
        guard case .taken(let taken) = slot.acquire(.bgra, after: 0, at: .zero) else {
            Issue.record("no frame")
            return
        }
        #expect(slot.isCurrent(taken))
        _ = slot.begin(join: 2)
        #expect(!slot.isCurrent(taken))
        #expect(slot.keep(conversion: taken.frame) == nil)
        #expect(!slot.hasPending)
    }

    @Test func `a frame of an earlier join is released`() {
        let released = Counter()
        _ = view.acquire(.i420, at: .zero)
        let image = TestFrame(width: 4, height: 4, y: 0, u: 0, v: 0)
        view.submit(image.frame(onRelease: { released.add() }), at: .zero)
        view.begin(join: 1)
        #expect(released.value == 1)
        #expect(view.counters.dropped == 1)
    }
}
