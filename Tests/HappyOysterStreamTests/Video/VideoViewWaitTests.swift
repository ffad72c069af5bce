// SPDX-License-Identifier: Apache-2.0
import HappyOysterStream
import HappyOysterTestSupport
import HappyOysterThreading
import Testing

/// Waiting for frames, and the descriptor that reports them.
@Suite(.blocking) struct VideoViewWaitTests {
    private let view = VideoView {}

    private func frame() -> VideoFrame {
        TestFrame(width: 4, height: 4, y: 100, u: 128, v: 128).frame()
    }

    private func wait(after number: UInt64 = 0, _ limit: Duration = testTimeout) async -> String {
        await inThread { [view] in
            switch view.wait(.rgba, after: number, until: SystemClock.monotonic + limit) {
            case .frame(let frame): "\(frame.sequence) \(frame.frame.format)"
            case .timedOut: "timed out"
            case .over: "over"
            case .closed: "closed"
            }
        }
    }

    /// Starts a waiting thread, then runs what should end the wait.
    private func wait(after number: UInt64 = 0, until act: @Sendable () -> Void) async -> String {
        async let waiting = wait(after: number)
        #expect(await eventually { view.wantsFrames(at: .seconds(1_000_000)) })
        act()
        return await waiting
    }

    @Test func `a wait returns a newer frame at once and no older one`() async {
        _ = view.acquire(.i420, at: SystemClock.monotonic)
        view.submit(frame(), at: SystemClock.monotonic)
        #expect(await wait(after: 0, .zero) == "1 rgba")
        #expect(await wait(after: 0, .zero) == "1 rgba")
        #expect(await wait(after: 1, .zero) == "timed out")
        #expect(await wait(after: .max, .milliseconds(5)) == "timed out")
    }

    @Test func `a waiting thread is a consumer and gets the next frame`() async {
        let taken = await wait { view.submit(frame(), at: SystemClock.monotonic) }
        #expect(taken == "1 rgba")
    }

    @Test func `the end wakes a waiting thread, and later waits return at once`() async {
        #expect(await wait { view.finish() } == "over")
        #expect(await wait(after: 7) == "over")
    }

    @Test func `a close wakes a waiting thread, and later waits return at once`() async {
        #expect(await wait { view.close() } == "closed")
        #expect(await wait() == "closed")
    }

    @Test func `the newest frame can be acquired after the end`() async {
        _ = view.acquire(.i420, at: SystemClock.monotonic)
        view.submit(frame(), at: SystemClock.monotonic)
        view.finish()
        #expect(await wait(after: 0) == "1 rgba")
        #expect(await wait(after: 1) == "over")
    }

    @Test func `a new join does not end a wait`() async {
        let taken = await wait {
            view.begin(join: 1)
            view.submit(frame(), of: 0, at: SystemClock.monotonic)
            view.submit(frame(), of: 1, at: SystemClock.monotonic)
        }
        #expect(taken == "1 rgba")
    }

    // MARK: The descriptor

    @Test func `the frame descriptor is readable exactly while a newer frame waits`() throws {
        let descriptor = try #require(view.descriptor())
        #expect(view.descriptor() == descriptor)
        #expect(isCloseOnExec(descriptor))
        #expect(!isReadable(descriptor))
        for step in 1...3 {
            view.submit(frame(), at: .milliseconds(step))
            view.submit(frame(), at: .milliseconds(step))
            #expect(isReadable(descriptor))
            _ = view.acquire(.bgr24, at: .milliseconds(step))
            #expect(!isReadable(descriptor))
            _ = view.acquire(.i420, at: .milliseconds(step))
            #expect(!isReadable(descriptor))
        }
        view.submit(frame(), at: .milliseconds(4))
        view.begin(join: 1)
        #expect(!isReadable(descriptor))
        view.submit(frame(), of: 0, at: .milliseconds(5))
        #expect(!isReadable(descriptor))
        view.finish()
        #expect(!isReadable(descriptor))
        view.close()
        #expect(view.descriptor() == nil)
    }

    @Test func `a descriptor that is created late is readable when a frame waits`() throws {
        _ = view.acquire(.i420, at: .zero)
        view.submit(frame(), at: .zero)
        let descriptor = try #require(view.descriptor())
        #expect(isReadable(descriptor))
        _ = view.acquire(.i420, at: .zero)
        #expect(!isReadable(descriptor))
    }

    @Test
    func
        `a host that watches the descriptor is a consumer until a frame has waited for two seconds`()
        throws
    {
        let descriptor = try #require(view.descriptor())
        #expect(view.wantsFrames(at: .seconds(100)))
        view.submit(frame(), at: .seconds(100))
        view.submit(frame(), at: .seconds(102))
        #expect(view.wantsFrames(at: .seconds(102)))
        #expect(!view.wantsFrames(at: .seconds(103)))
        // It is readable until the host acquires. The host gets no old frame and watches again.
        #expect(isReadable(descriptor))
        #expect(view.acquire(.i420, at: .seconds(110)) == nil)
        #expect(!isReadable(descriptor))
        #expect(view.wantsFrames(at: .seconds(200)))
        view.submit(frame(), at: .seconds(200))
        #expect(view.acquire(.i420, at: .seconds(200))?.sequence == 3)
    }
}
