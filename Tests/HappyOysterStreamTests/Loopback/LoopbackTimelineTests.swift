// SPDX-License-Identifier: Apache-2.0
import HappyOysterStream
import Testing

@Suite struct LoopbackTimelineTests {
    private let options = LoopbackOptions(
        joinDelay: .milliseconds(100),
        firstFrameDelay: .milliseconds(200)
    )

    /// A timeline that has been playing since 1.3 s.
    private func playing() -> LoopbackTimeline {
        var timeline = LoopbackTimeline(options: options)
        for milliseconds in [1_000, 1_100, 1_300] as [Int64] {
            _ = timeline.advance(to: .milliseconds(milliseconds))
        }
        return timeline
    }

    private func advance(
        _ timeline: inout LoopbackTimeline,
        to now: Duration
    ) -> [LoopbackTimeline.Action] {
        timeline.advance(to: now)
    }

    @Test func `each step of a loopback stream follows after its delay`() {
        var timeline = LoopbackTimeline(options: options)
        #expect(advance(&timeline, to: .seconds(1)) == [.report(.connecting)])
        #expect(timeline.nextRun == .at(.milliseconds(1_100)))
        #expect(advance(&timeline, to: .milliseconds(1_099)) == [])
        #expect(advance(&timeline, to: .milliseconds(1_100)) == [.report(.connected)])
        #expect(advance(&timeline, to: .milliseconds(1_299)) == [])
        #expect(!timeline.isPlaying)
        #expect(
            advance(&timeline, to: .milliseconds(1_300))
                == [.report(.playing), .announceFirstFrame, .frame(number: 1, time: .zero)]
        )
        #expect(timeline.isPlaying)
    }

    @Test func `ten seconds without delays have 240 frames`() {
        var timeline = playing()
        var frames: [LoopbackTimeline.Action] = []
        while case .at(let due) = timeline.nextRun, due <= .milliseconds(11_300) {
            frames += timeline.advance(to: due)
        }
        #expect((239...240).contains(frames.count))
        guard case .frame(let number, let time) = frames.last else {
            Issue.record("no frame")
            return
        }
        #expect(number == UInt64(frames.count) + 1)
        #expect(time > .milliseconds(9_940) && time <= .seconds(10))
    }

    @Test func `late wakeups do not accumulate`() {
        var timeline = playing()
        var count = 0
        while case .at(let due) = timeline.nextRun, due <= .milliseconds(11_300) {
            count += timeline.advance(to: due + .milliseconds(count % 15)).count
        }
        #expect((239...240).contains(count))
    }

    @Test func `one frame follows a delay of many frames`() {
        var timeline = playing()
        #expect(
            advance(&timeline, to: .milliseconds(9_300))
                == [.frame(number: 2, time: .seconds(8))]
        )
        #expect(advance(&timeline, to: .milliseconds(9_300)) == [])
    }

    @Test(arguments: [0, 1, 2, 3])
    func `leaving ends a loopback stream in every phase`(steps: Int) {
        var timeline = LoopbackTimeline(options: options)
        for milliseconds in [1_000, 1_100, 1_300].prefix(steps) as ArraySlice<Int64> {
            _ = timeline.advance(to: .milliseconds(milliseconds))
        }
        let leaves = [timeline.leave(), timeline.leave()]
        #expect(leaves == [true, false])
        #expect(!timeline.isPlaying)
        #expect(advance(&timeline, to: .seconds(9)) == [.report(.disconnected), .close])
        #expect(timeline.nextRun == .never)
        #expect(advance(&timeline, to: .seconds(99)) == [])
        let leavesAgain = timeline.leave()
        #expect(!leavesAgain)
    }

    @Test(arguments: [0, 1, 999_999_999, 41_666_666, 41_666_667, 1_234_567_890_123_456_789])
    func `the next tick is on the common grid, at least half an interval ahead`(nanoseconds: Int64)
    {
        let now = Duration.nanoseconds(nanoseconds)
        let tick = FramePacing.tick(after: now)
        let interval = Duration.nanoseconds(41_666_667)
        #expect(tick - now >= interval / 2 - .nanoseconds(1))
        #expect(tick - now <= interval * 3 / 2 + .nanoseconds(1))
        let next = FramePacing.tick(after: tick)
        #expect(abs((next - tick - interval).components.attoseconds) <= 1_000_000_000)
        let (_, attoseconds) = tick.components
        let index = attoseconds / 1_000_000_000 * 24 / 1_000_000_000
        #expect(attoseconds / 1_000_000_000 == (index * 1_000_000_000 + 23) / 24)
    }
}
