// SPDX-License-Identifier: Apache-2.0
import CHappyOyster
import HappyOysterCore
import HappyOysterTestSupport
import Testing

/// A pointer of the C interface for use on another thread.
private struct Sent: @unchecked Sendable {
    let pointer: OpaquePointer?
}

@Suite(.blocking) struct WaitFrameTests {
    private let fixture: HostFixture

    init() throws {
        fixture = try HostFixture(
            "directing",
            settings: ["initMs": 0, "startMs": 0, "pauseConfirmMs": 50, "roomTeardownMs": 0]
        )
    }

    private func view(_ travel: OpaquePointer) throws -> Sent {
        var handle: OpaquePointer?
        oyster_travel_video_view(travel, &handle)
        let view = try #require(handle)
        return Sent(pointer: view)
    }

    private typealias Waited = (code: oyster_result, sequence: UInt64)

    /// Waits on a thread of its own; releases the frame.
    private func wait(
        _ view: Sent,
        after sequence: UInt64 = 0,
        _ timeout: UInt32 = 20_000,
        format: oyster_pixel_format = .OYSTER_PIXEL_FORMAT_BGR24
    ) async -> Waited {
        await inThread {
            var frame: OpaquePointer?
            let code = oyster_video_view_wait_frame(
                view.pointer,
                format,
                sequence,
                timeout,
                &frame
            )
            var info = oyster_frame_info()
            info.size = UInt32(MemoryLayout<oyster_frame_info>.size)
            if code == 0 {
                oyster_frame_get_info(frame, &info)
                oyster_frame_release(frame)
            }
            return (code, info.sequence)
        }
    }

    private func running() async throws -> (travel: Sent, view: Sent) {
        let travel = try fixture.makeTravel()
        let start = Completion()
        oyster_travel_start(travel, nil, Completion.done, start.context)
        #expect(await eventually { start.answers.entries.count == 1 })
        return (Sent(pointer: travel), try view(travel))
    }

    /// Pauses and waits for the pause; from then on no frame arrives.
    private func pause(_ travel: Sent) async {
        let pause = Completion()
        oyster_travel_pause(travel.pointer, Completion.done, pause.context)
        #expect(await eventually { pause.answers.entries.first?.code == 0 })
    }

    @Test func `each wait returns a newer frame`() async throws {
        let (travel, view) = try await running()
        var sequence: UInt64 = 0
        for _ in 0..<5 {
            let waited = await wait(view, after: sequence)
            #expect(waited.code == 0)
            #expect(waited.sequence > sequence)
            sequence = waited.sequence
        }
        #expect(await wait(view, after: .max, 0).code == code(.OYSTER_ERROR_TIMED_OUT))
        #expect(await wait(view, after: .max, 20).code == code(.OYSTER_ERROR_TIMED_OUT))
        oyster_travel_release(travel.pointer, nil)
    }

    @Test func `the end, a release and a destroy end a wait with their codes`() async throws {
        let (first, firstView) = try await running()
        await pause(first)
        async let ended = wait(firstView, after: .max)
        oyster_travel_end(first.pointer, nil, nil)
        #expect(await ended.code == code(.OYSTER_ERROR_NO_FRAME))
        oyster_travel_release(first.pointer, nil)

        let (second, secondView) = try await running()
        async let released = wait(secondView, after: .max)
        #expect(oyster_travel_release(second.pointer, nil) == 0)
        #expect(await released.code == code(.OYSTER_ERROR_INVALID_HANDLE))

        let engine = try HostFixture.makeEngine()
        let other = fixture.makeTwin(engine)
        let otherView = try view(try other.makeTravel())
        async let destroyed = wait(otherView, after: .max)
        #expect(oyster_engine_destroy(engine, nil) == 0)
        #expect(await destroyed.code == code(.OYSTER_ERROR_INVALID_HANDLE))
    }

    @Test func `a frame callback may wait for the next frame`() async throws {
        let travel = try fixture.makeTravel()
        let view = try view(travel)
        let codes = Recorder<oyster_result>()
        let listener = Listener { _ in
            var frame: OpaquePointer?
            let format = oyster_pixel_format.OYSTER_PIXEL_FORMAT_I420
            codes.add(oyster_video_view_wait_frame(view.pointer, format, .max, 1, nil))
            codes.add(oyster_video_view_wait_frame(view.pointer, format, 1, 20_000, &frame))
            oyster_frame_release(frame)
        }
        oyster_video_view_set_frame_callback(
            view.pointer,
            .OYSTER_PIXEL_FORMAT_I420,
            Listener.frame,
            listener.context,
            Listener.release,
            nil
        )
        oyster_travel_start(travel, nil, nil, nil)
        #expect(await eventually { codes.entries.count >= 2 })
        #expect(
            codes.entries.prefix(2) == [code(.OYSTER_ERROR_INVALID_ARGUMENT), 0]
        )
        #expect(oyster_travel_release(travel, nil) == 0)
        #expect(await eventually { listener.releases.value == 1 })
    }

    @Test(arguments: [oyster_delivery.OYSTER_DELIVERY_THREAD, .OYSTER_DELIVERY_HOST])
    func `inside the completion of a rewind no earlier frame can be acquired`(
        delivery: oyster_delivery
    ) async throws {
        #expect(oyster_engine_set_delivery(fixture.engine, delivery) == 0)
        let travel = Sent(pointer: try fixture.makeTravel())
        let view = try view(#require(travel.pointer))
        /// The sequence number of a frame acquired inside `done`, or 0.
        func operate(_ call: (oyster_done_fn?, UnsafeMutableRawPointer?) -> oyster_result) async
            -> UInt64?
        {
            let inside = Recorder<UInt64>()
            let completion = Completion { _ in inside.add(acquire(view)) }
            #expect(call(Completion.done, completion.context) == 0)
            let isDone = await eventually {
                // A host that acquires no frame for 2 s is no consumer any more.
                _ = acquire(view)
                if delivery == .OYSTER_DELIVERY_HOST {
                    oyster_engine_dispatch(fixture.engine, 0, nil)
                }
                return inside.entries.count == 1
            }
            #expect(isDone && completion.answers.entries.first?.code == 0)
            return inside.entries.first
        }
        _ = await operate { oyster_travel_start(travel.pointer, nil, $0, $1) }
        #expect(await wait(view).code == 0)
        let kept = try #require(await operate { oyster_travel_pause(travel.pointer, $0, $1) })
        #expect(kept > 0)
        #expect(acquire(view) == kept)
        let inside = try #require(
            await operate { oyster_travel_rewind(travel.pointer, 0, $0, $1) }
        )
        // A frame of the new stream may have arrived already.
        #expect(inside == 0 || inside > kept)
        let first = await wait(view)
        #expect(first.code == 0 && first.sequence > kept)
        oyster_travel_release(travel.pointer, nil)
    }

    /// The sequence number of the newest frame, 0 without one.
    private func acquire(_ view: Sent) -> UInt64 {
        var frame: OpaquePointer?
        let format = oyster_pixel_format.OYSTER_PIXEL_FORMAT_I420
        guard oyster_video_view_acquire_frame(view.pointer, format, &frame) == 0 else { return 0 }
        defer { oyster_frame_release(frame) }
        var info = oyster_frame_info()
        info.size = UInt32(MemoryLayout<oyster_frame_info>.size)
        return oyster_frame_get_info(frame, &info) == 0 ? info.sequence : 0
    }

    // MARK: Descriptors

    @Test func `the frame descriptor wakes poll for each frame and for nothing else`()
        async throws
    {
        let (travel, view) = try await running()
        var fd: Int32 = -1
        #expect(oyster_video_view_frame_fd(view.pointer, &fd) == 0)
        #expect(isCloseOnExec(fd))
        var sequence: UInt64 = 0
        for _ in 0..<5 {
            let descriptor = fd
            #expect(await inThread { waitUntilReadable(descriptor) })
            let waited = await wait(view, after: 0, 0)
            #expect(waited.code == 0)
            #expect(waited.sequence > sequence)
            sequence = waited.sequence
        }
        await pause(travel)
        _ = await wait(view, after: 0, 0)
        #expect(wakeups(fd) == 0)
        var again: Int32 = -1
        #expect(oyster_video_view_frame_fd(view.pointer, &again) == 0)
        #expect(again == fd)
        oyster_travel_release(travel.pointer, nil)
        #expect(
            oyster_video_view_frame_fd(view.pointer, &again) == code(.OYSTER_ERROR_INVALID_HANDLE)
        )
    }

    /// How often a descriptor is readable in 100 polls.
    private func wakeups(_ descriptor: Int32) -> Int {
        (0..<100).count { _ in isReadable(descriptor) }
    }

    @Test func `audio is read, and its descriptor is readable exactly while audio waits`()
        async throws
    {
        let (travel, _) = try await running()
        var fd: Int32 = -1
        #expect(oyster_travel_audio_fd(travel.pointer, &fd) == 0)
        #expect(isCloseOnExec(fd))
        var pieces = 0
        for _ in 0..<5 {
            let descriptor = fd
            #expect(await inThread { waitUntilReadable(descriptor) })
            let read = await readAudio(travel, capacity: 1 << 16, 0)
            #expect(read.code == 0)
            #expect(read.count > 0 && read.channels == 2)
            pieces += 1
        }
        let part = await readAudio(travel, capacity: 8, 20_000)
        #expect(part.code == 0 && part.count == 4)
        #expect(
            await readAudio(travel, capacity: 7, 0).code == code(.OYSTER_ERROR_INVALID_ARGUMENT)
        )
        await pause(travel)
        var last: oyster_result = 0
        while last == 0 { last = await readAudio(travel, capacity: 1 << 16, 0).code }
        #expect(last == code(.OYSTER_ERROR_TIMED_OUT))
        #expect(wakeups(fd) == 0)
        async let ended = readAudio(travel, capacity: 1 << 16, 20_000)
        oyster_travel_end(travel.pointer, nil, nil)
        #expect(await ended.code == code(.OYSTER_ERROR_NO_FRAME))
        oyster_travel_release(travel.pointer, nil)
    }

    private func readAudio(_ travel: Sent, capacity: Int, _ timeout: UInt32) async -> (
        code: oyster_result, count: UInt32, channels: UInt32
    ) {
        await inThread {
            var samples = [Int16](repeating: 0, count: capacity)
            var info = oyster_audio_info()
            info.size = UInt32(MemoryLayout<oyster_audio_info>.size)
            let code = oyster_travel_read_audio(
                travel.pointer,
                &samples,
                capacity,
                timeout,
                &info
            )
            return (code, info.frame_count, info.channels)
        }
    }

    @Test func `1000 frames use one descriptor, which the release closes`() async throws {
        let (travel, view) = try await running()
        var descriptors: Set<Int32> = []
        for _ in 0..<1000 {
            var (fd, frame): (Int32, OpaquePointer?) = (-1, nil)
            #expect(oyster_video_view_frame_fd(view.pointer, &fd) == 0)
            descriptors.insert(fd)
            let format = oyster_pixel_format.OYSTER_PIXEL_FORMAT_RGBA
            if oyster_video_view_acquire_frame(view.pointer, format, &frame) == 0 {
                oyster_frame_release(frame)
            }
        }
        #expect(descriptors.count == 1)
        let (_, acquired) = (
            oyster_travel_release(travel.pointer, nil), await wait(view, after: 0, 0)
        )
        #expect(acquired.code == code(.OYSTER_ERROR_INVALID_HANDLE))
    }
}
