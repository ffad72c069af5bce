// SPDX-License-Identifier: Apache-2.0
import CHappyOyster
import CcJSON
import HappyOysterCore
import HappyOysterTestSupport
import HappyOysterThreading
import Synchronization
import Testing

/// A host may call every function inside its callbacks.
@Suite(.blocking) struct CallbackTests {
    /// The handles of one test, for use on other threads.
    private struct Scene: @unchecked Sendable {
        let fixture: HostFixture
        let travel: OpaquePointer
        let view: OpaquePointer
    }

    private func scene(_ fixture: HostFixture) throws -> Scene {
        let travel = try fixture.makeTravel()
        var view: OpaquePointer?
        oyster_travel_video_view(travel, &view)
        return Scene(fixture: fixture, travel: travel, view: try #require(view))
    }

    /// Calls every function that releases no handle; returns the longest time of a call.
    private static func callEverything(_ scene: Scene) -> Duration {
        var longest = Duration.zero
        func timed(_ body: () -> Void) { longest = max(longest, elapsed(body)) }
        let (engine, travel, view) = (scene.fixture.engine, scene.travel, scene.view)
        timed { _ = oyster_engine_is_ready(engine) }
        timed { scene.fixture.initialize() }
        timed { oyster_engine_update_token(engine, "token") }
        timed {
            var other: OpaquePointer?
            if oyster_engine_create_travel(engine, "ticket", &other) == 0 {
                oyster_travel_release(other, nil)
            }
        }
        timed {
            var (fd, status, id) = (Int32(0), oyster_status.OYSTER_STATUS_IDLE, UInt64(0))
            var (same, frame): (OpaquePointer?, OpaquePointer?)
            var tree: UnsafeMutablePointer<cJSON>?
            oyster_engine_event_fd(engine, &fd)
            oyster_travel_status(travel, &status)
            oyster_travel_video_view(travel, &same)
            if oyster_travel_info(travel, &tree) == 0 { oyster_json_free(tree) }
            if oyster_travel_stats(travel, &tree) == 0 { oyster_json_free(tree) }
            let format = oyster_pixel_format.OYSTER_PIXEL_FORMAT_I420
            if oyster_video_view_acquire_frame(view, format, &frame) == 0 {
                oyster_frame_release(frame)
            }
            let listener = Listener()
            if oyster_travel_add_listener(
                travel,
                Listener.event,
                listener.context,
                Listener.release,
                &id
            ) == 0 {
                oyster_travel_remove_listener(travel, id, nil)
            }
        }
        timed {
            oyster_travel_send_command(
                travel,
                .OYSTER_TRANSLATION_FRONT,
                .OYSTER_ROTATION_NONE,
                .OYSTER_INTERACTION_NONE
            )
            oyster_travel_flush_commands(travel)
            oyster_travel_pause_local_audio_capture(travel)
            oyster_travel_resume_local_audio_capture(travel)
        }
        timed { oyster_travel_pause(travel, nil, nil) }
        timed { oyster_travel_resume(travel, nil, nil) }
        timed { oyster_travel_rewind(travel, 1, nil, nil) }
        timed { oyster_travel_send_instruct(travel, "x", nil, nil) }
        timed { oyster_travel_update_script(travel, "{}", nil, nil) }
        timed { oyster_engine_dispatch(engine, 60_000, nil) }
        return longest
    }

    @Test(arguments: [oyster_delivery.OYSTER_DELIVERY_THREAD, .OYSTER_DELIVERY_HOST])
    func `every function may be called in an event and in a completion`(delivery: oyster_delivery)
        throws
    {
        let fixture = try HostFixture()
        #expect(oyster_engine_set_delivery(fixture.engine, delivery) == 0)
        let scene = try scene(fixture)
        let times = Recorder<Duration>()
        let listener = Listener { _ in times.add(Self.callEverything(scene)) }
        _ = try #require(listener.listen(to: scene.travel))
        let start = Completion { _ in times.add(Self.callEverything(scene)) }
        #expect(oyster_travel_start(scene.travel, nil, Completion.done, start.context) == 0)
        let isDone = blockUntil {
            if delivery == .OYSTER_DELIVERY_HOST { oyster_engine_dispatch(fixture.engine, 10, nil) }
            return start.answers.count == 1 && listener.events.count >= 3 && times.count >= 4
        }
        #expect(isDone)
        #expect(times.entries.allSatisfy { $0 < .seconds(10) })
        oyster_travel_release(scene.travel, nil)
    }

    @Test func `dispatch inside a callback is refused`() throws {
        let fixture = try HostFixture()
        let scene = try scene(fixture)
        let codes = Recorder<oyster_result>()
        let listener = Listener { _ in
            codes.add(oyster_engine_dispatch(scene.fixture.engine, 60_000, nil))
        }
        _ = listener.listen(to: scene.travel)
        oyster_travel_end(scene.travel, nil, nil)
        #expect(codes.wait(for: 1))
        #expect(codes.entries.first == code(.OYSTER_ERROR_WOULD_DEADLOCK))
        oyster_travel_release(scene.travel, nil)
    }

    @Test(arguments: 0..<4, [oyster_delivery.OYSTER_DELIVERY_THREAD, .OYSTER_DELIVERY_HOST])
    func `an object may be released inside its own callback`(what: Int, delivery: oyster_delivery)
        throws
    {
        let engine = try HostFixture.makeEngine()
        let fixture = try HostFixture(engine: engine)
        #expect(oyster_engine_set_delivery(engine, delivery) == 0)
        let scene = try scene(fixture)
        let answers = Recorder<oyster_release_outcome>()
        let slot = Atomic<UInt64>(0)
        let isFirst = Atomic(true)
        let giveBack: @Sendable () -> Void = {
            guard isFirst.exchange(false, ordering: .acquiringAndReleasing) else { return }
            var outcome: oyster_release_outcome = strange(77)
            switch what {
            case 0:
                oyster_travel_remove_listener(
                    scene.travel,
                    slot.load(ordering: .acquiring),
                    &outcome
                )
            case 1: oyster_travel_release(scene.travel, &outcome)
            default: oyster_engine_destroy(scene.fixture.engine, &outcome)
            }
            answers.add(outcome)
        }
        let listener = Listener { _ in if what != 3 { giveBack() } }
        let id = try #require(listener.listen(to: scene.travel))
        slot.store(id, ordering: .releasing)
        let start = Completion { _ in if what == 3 { giveBack() } }
        #expect(oyster_travel_start(scene.travel, nil, Completion.done, start.context) == 0)
        let isDone = blockUntil {
            if delivery == .OYSTER_DELIVERY_HOST { oyster_engine_dispatch(engine, 10, nil) }
            return answers.count == 1 && start.answers.count == 1 && listener.releases.value == 1
        }
        #expect(isDone)
        #expect(answers.entries == [.OYSTER_RELEASE_DEFERRED])
        #expect(listener.violations.value == 0)
        #expect(start.answers.count == 1)
        oyster_engine_destroy(engine, nil)
    }

    @Test func `a frame callback may call every function and destroy its engine`() throws {
        let engine = try HostFixture.makeEngine()
        let fixture = try HostFixture(engine: engine)
        let scene = try scene(fixture)
        let times = Recorder<Duration>()
        let answers = Recorder<oyster_release_outcome>()
        let listener = Listener { listener in
            if listener.frames.count == 1 { times.add(Self.callEverything(scene)) }
            guard listener.frames.count == 3 else { return }
            var outcome: oyster_release_outcome = strange(77)
            oyster_engine_destroy(scene.fixture.engine, &outcome)
            answers.add(outcome)
        }
        let code = oyster_video_view_set_frame_callback(
            scene.view,
            .OYSTER_PIXEL_FORMAT_RGBA,
            Listener.frame,
            listener.context,
            Listener.release,
            nil
        )
        #expect(code == 0)
        oyster_travel_start(scene.travel, nil, nil, nil)
        #expect(answers.wait(for: 1))
        #expect(answers.entries == [.OYSTER_RELEASE_DEFERRED])
        #expect(blockUntil { listener.releases.value == 1 })
        #expect(times.entries.allSatisfy { $0 < .seconds(10) })
        #expect(listener.violations.value == 0 && listener.frames.count == 3)
    }

    @Test func `a release function may call every function`() throws {
        let fixture = try HostFixture()
        let scene = try scene(fixture)
        final class Box: Sendable {
            let scene: Scene
            let times = Recorder<Duration>()
            init(_ scene: Scene) { self.scene = scene }
        }
        let box = Box(scene)
        var id: UInt64 = 0
        let code = oyster_travel_add_listener(
            scene.travel,
            { _, _ in },
            Unmanaged.passUnretained(box).toOpaque(),
            { context in
                guard let context else { return }
                let box = Unmanaged<Box>.fromOpaque(context).takeUnretainedValue()
                box.times.add(CallbackTests.callEverything(box.scene))
                oyster_travel_release(box.scene.travel, nil)
            },
            &id
        )
        #expect(code == 0)
        var outcome: oyster_release_outcome = strange(77)
        #expect(oyster_travel_remove_listener(scene.travel, id, &outcome) == 0)
        #expect(outcome == .OYSTER_RELEASE_COMPLETE)
        #expect(box.times.count == 1 && box.times.entries.allSatisfy { $0 < .seconds(10) })
        #expect(fixture.status(scene.travel) == nil)
    }

    @Test func `a callback that blocks delays only later callbacks of its engine`() throws {
        let blocked = try HostFixture()
        let scene = try scene(blocked)
        let (inside, gate) = (Latch(), Latch())
        let listener = Listener { _ in
            inside.open()
            gate.wait()
        }
        _ = listener.listen(to: scene.travel)
        oyster_travel_start(scene.travel, nil, nil, nil)
        #expect(inside.wait())
        // Its own requests, polls and video continue; another engine runs a whole travel.
        #expect(blockUntil { blocked.status(scene.travel) == .OYSTER_STATUS_RUNNING })
        let polls = try blocked.requests("travels/status").count
        #expect(try blockUntil { try blocked.requests("travels/status").count > polls + 1 })
        let other = try HostFixture()
        let travel = try other.makeRunningTravel()
        oyster_travel_release(travel, nil)
        #expect(listener.events.count == 1)
        gate.open()
        #expect(listener.heard(.OYSTER_STATUS_RUNNING))
        oyster_travel_release(scene.travel, nil)
    }
}
