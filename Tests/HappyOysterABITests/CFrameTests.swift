// SPDX-License-Identifier: Apache-2.0
import CHappyOyster
import HappyOysterCore
import HappyOysterTestSupport
import Testing

@Suite(.blocking) struct CFrameTests {
    private func view(_ travel: OpaquePointer) throws -> OpaquePointer {
        var view: OpaquePointer?
        oyster_travel_video_view(travel, &view)
        return try #require(view)
    }

    private func acquire(_ view: OpaquePointer, _ format: oyster_pixel_format) -> OpaquePointer? {
        var frame: OpaquePointer?
        _ = blockUntil { oyster_video_view_acquire_frame(view, format, &frame) == 0 }
        return frame
    }

    private func layout(_ frame: OpaquePointer?) -> FrameLayoutCopy? {
        var info = oyster_frame_info()
        info.size = UInt32(MemoryLayout<oyster_frame_info>.size)
        return oyster_frame_get_info(frame, &info) == 0 ? FrameLayoutCopy(info) : nil
    }

    @Test(arguments: oyster_pixel_format.all)
    func `a callback gets complete frames in its format with growing numbers`(
        format: oyster_pixel_format
    )
        throws
    {
        let fixture = try HostFixture()
        let travel = try fixture.makeTravel()
        let listener = Listener()
        let view = try view(travel)
        let code = oyster_video_view_set_frame_callback(
            view,
            format,
            Listener.frame,
            listener.context,
            Listener.release,
            nil
        )
        #expect(code == 0)
        oyster_travel_start(travel, nil, nil, nil)
        #expect(listener.frames.wait(for: 4))
        let frames = listener.frames.entries
        #expect(frames.allSatisfy { $0.format == format && $0.isWhole })
        #expect(zip(frames, frames.dropFirst()).allSatisfy { $0.sequence < $1.sequence })
        #expect(zip(frames, frames.dropFirst()).allSatisfy { $0.pts <= $1.pts })
        #expect(zip(frames, frames.dropFirst()).allSatisfy { $0.time <= $1.time })
        #expect(oyster_travel_release(travel, nil) == 0)
        #expect(listener.releases.value == 1)
    }

    @Test(arguments: oyster_pixel_format.all)
    func `the newest frame can be acquired in every format`(format: oyster_pixel_format) throws {
        let fixture = try HostFixture()
        let travel = try fixture.makeTravel()
        let view = try view(travel)
        var none = OpaquePointer(bitPattern: 0x7777)
        #expect(
            oyster_video_view_acquire_frame(view, format, &none) == code(.OYSTER_ERROR_NO_FRAME)
        )
        #expect(none == OpaquePointer(bitPattern: 0x7777))
        oyster_travel_start(travel, nil, nil, nil)
        let frame = try #require(acquire(view, format))
        let layout = try #require(self.layout(frame))
        #expect(layout.format == format && layout.isWhole)
        #expect(oyster_frame_release(frame) == 0)
        #expect(oyster_frame_release(frame) == code(.OYSTER_ERROR_INVALID_HANDLE))
        oyster_travel_release(travel, nil)
    }

    @Test
    func `removing the callback releases it, and a context that comes with NULL is not released`()
        throws
    {
        let fixture = try HostFixture()
        let travel = try fixture.makeTravel()
        let view = try view(travel)
        let (former, unused) = (Listener(), Listener())
        func set(_ handler: oyster_frame_fn?, _ listener: Listener) -> oyster_release_outcome {
            var outcome: oyster_release_outcome = strange(77)
            let code = oyster_video_view_set_frame_callback(
                view,
                .OYSTER_PIXEL_FORMAT_I420,
                handler,
                listener.context,
                Listener.release,
                &outcome
            )
            #expect(code == 0)
            return outcome
        }
        #expect(set(Listener.frame, former) == .OYSTER_RELEASE_COMPLETE)
        #expect(former.releases.value == 0)
        #expect(set(nil, unused) == .OYSTER_RELEASE_COMPLETE)
        #expect(former.releases.value == 1)
        #expect(set(nil, unused) == .OYSTER_RELEASE_COMPLETE)
        oyster_travel_release(travel, nil)
        #expect(former.releases.value == 1)
        #expect(unused.releases.value == 0)
    }

    @Test func `a frame outlives view, travel and engine`() throws {
        let engine = try HostFixture.makeEngine()
        let fixture = try HostFixture(engine: engine)
        let travel = try fixture.makeTravel()
        let view = try view(travel)
        oyster_travel_start(travel, nil, nil, nil)
        let frames = try oyster_pixel_format.all.map { try #require(acquire(view, $0)) }
        let before = frames.map { layout($0)?.edges }
        oyster_travel_release(travel, nil)
        oyster_engine_destroy(engine, nil)
        #expect(frames.map { layout($0)?.edges } == before)
        #expect(frames.allSatisfy { layout($0)?.isWhole == true })
        for frame in frames { #expect(oyster_frame_release(frame) == 0) }
        #expect(frames.allSatisfy { layout($0) == nil })
    }

    @Test func `a 65th held frame is refused until one is released`() throws {
        let fixture = try HostFixture()
        let travel = try fixture.makeTravel()
        let view = try view(travel)
        oyster_travel_start(travel, nil, nil, nil)
        let format = oyster_pixel_format.OYSTER_PIXEL_FORMAT_I420
        let frames = try (0..<64).map { _ in try #require(acquire(view, format)) }
        var more = OpaquePointer(bitPattern: 0x7777)
        let limit = code(.OYSTER_ERROR_LIMIT_REACHED)
        #expect(blockUntil { oyster_video_view_acquire_frame(view, format, &more) == limit })
        #expect(more == OpaquePointer(bitPattern: 0x7777))
        oyster_frame_release(frames[0])
        let next = try #require(acquire(view, format))
        #expect(oyster_video_view_acquire_frame(view, format, &more) == limit)
        for frame in frames.dropFirst() + [next] { #expect(oyster_frame_release(frame) == 0) }
        oyster_travel_release(travel, nil)
    }

    @Test(arguments: [0, 4, MemoryLayout<oyster_frame_info>.size - 1])
    func `an info struct that is too small is refused and left unchanged`(size: Int) throws {
        let fixture = try HostFixture()
        let travel = try fixture.makeTravel()
        let view = try view(travel)
        oyster_travel_start(travel, nil, nil, nil)
        let frame = try #require(acquire(view, .OYSTER_PIXEL_FORMAT_I420))
        var info = oyster_frame_info()
        info.size = UInt32(size)
        let argument = code(.OYSTER_ERROR_INVALID_ARGUMENT)
        #expect(oyster_frame_get_info(frame, &info) == argument)
        #expect(info.width == 0 && info.size == UInt32(size))
        #expect(oyster_frame_get_info(frame, nil) == argument)
        info.size = UInt32(MemoryLayout<oyster_frame_info>.size) + 64
        #expect(oyster_frame_get_info(frame, &info) == 0)
        #expect(info.width > 0)
        oyster_frame_release(frame)
        oyster_travel_release(travel, nil)
    }

    @Test func `a new callback releases the former one, and NULL removes it`() throws {
        let fixture = try HostFixture()
        let travel = try fixture.makeTravel()
        let view = try view(travel)
        oyster_travel_start(travel, nil, nil, nil)
        let listeners = (0..<10).map { _ in Listener() }
        for (number, listener) in listeners.enumerated() {
            let format = oyster_pixel_format.all[number % 5]
            let code = oyster_video_view_set_frame_callback(
                view,
                format,
                Listener.frame,
                listener.context,
                Listener.release,
                nil
            )
            #expect(code == 0)
            #expect(listener.frames.wait(for: 1))
            #expect(listener.frames.entries.allSatisfy { $0.format == format })
            if number > 0 { #expect(blockUntil { listeners[number - 1].releases.value == 1 }) }
        }
        var outcome: oyster_release_outcome = strange(77)
        let format = oyster_pixel_format.OYSTER_PIXEL_FORMAT_I420
        #expect(oyster_video_view_set_frame_callback(view, format, nil, nil, nil, &outcome) == 0)
        #expect(blockUntil { listeners[9].releases.value == 1 })
        #expect(listeners.allSatisfy { $0.violations.value == 0 })
        #expect(oyster_video_view_set_frame_callback(view, format, nil, nil, nil, &outcome) == 0)
        #expect(outcome == .OYSTER_RELEASE_COMPLETE)
        oyster_travel_release(travel, nil)
        #expect(listeners.allSatisfy { $0.releases.value == 1 })
    }

    @Test func `a slow callback gets the newest frame next, and the dropped frames are counted`()
        throws
    {
        let fixture = try HostFixture()
        let travel = try fixture.makeTravel()
        let view = try view(travel)
        let gate = Latch()
        let listener = Listener { listener in if listener.frames.count == 1 { gate.wait() } }
        oyster_video_view_set_frame_callback(
            view,
            .OYSTER_PIXEL_FORMAT_I420,
            Listener.frame,
            listener.context,
            Listener.release,
            nil
        )
        oyster_travel_start(travel, nil, nil, nil)
        #expect(listener.frames.wait(for: 1))
        // Frames keep arriving meanwhile, as `acquire` shows.
        let first = listener.frames.entries[0].sequence
        var newest: UInt64 = first
        #expect(
            blockUntil {
                let frame = acquire(view, .OYSTER_PIXEL_FORMAT_I420)
                newest = layout(frame)?.sequence ?? newest
                oyster_frame_release(frame)
                return newest >= first + 10
            }
        )
        gate.open()
        #expect(listener.frames.wait(for: 2))
        #expect(listener.frames.entries[1].sequence >= newest)
        oyster_travel_release(travel, nil)
    }
}
