// SPDX-License-Identifier: Apache-2.0
import CHappyOyster
import HappyOysterCore
import HappyOysterTestSupport
import HappyOysterThreading
import Testing

/// Rule 11 of embedding: "silent" is the truth, and each context comes back exactly once.
@Suite(.blocking) struct SilenceTests {
    /// Ways of giving a callback back while it may be running.
    enum Way: CaseIterable, Sendable {
        case unsubscribe, release, destroy, frames, replaceFrames
    }

    private struct Tally {
        var silent = 0
        var deferred = 0
    }

    /// One life of a callback, ended at a random moment; tells what the library said.
    private func live(_ way: Way, _ random: inout SplitMix, _ graveyard: inout [Listener]) throws
        -> oyster_release_outcome
    {
        let engine = try Stage.makeEngine()
        let stage = try Stage(engine: engine)
        let travel = try stage.makeTravel()
        var view: OpaquePointer?
        oyster_travel_video_view(travel, &view)
        let spin = random.next() % 400
        let listener = Listener { _ in for _ in 0..<spin { _ = SystemClock.monotonic } }
        graveyard.append(listener)
        var id: UInt64?
        switch way {
        case .frames, .replaceFrames:
            oyster_video_view_set_frame_callback(
                view,
                .OYSTER_PIXEL_FORMAT_NV12,
                Listener.frame,
                listener.context,
                Listener.release,
                nil
            )
        default: id = listener.subscribe(travel)
        }
        oyster_travel_start(travel, nil, nil, nil)
        Latch().wait(.microseconds(Int64(random.next() % 60_000)))
        var silence: oyster_release_outcome = strange(77)
        switch way {
        case .unsubscribe: oyster_travel_remove_listener(travel, id ?? 0, &silence)
        case .release: oyster_travel_release(travel, &silence)
        case .destroy: oyster_engine_destroy(engine, &silence)
        case .frames:
            oyster_video_view_set_frame_callback(
                view,
                .OYSTER_PIXEL_FORMAT_NV12,
                nil,
                nil,
                nil,
                &silence
            )
        case .replaceFrames:
            let next = Listener()
            graveyard.append(next)
            oyster_video_view_set_frame_callback(
                view,
                .OYSTER_PIXEL_FORMAT_RGB24,
                Listener.frame,
                next.context,
                Listener.release,
                &silence
            )
        }
        if silence == .OYSTER_RELEASE_COMPLETE { listener.expectSilence() }
        oyster_engine_destroy(engine, nil)
        return silence
    }

    @Test(arguments: Way.allCases)
    func `after silent no callback runs and the context is back`(way: Way) throws {
        var random = SplitMix(11)
        var graveyard: [Listener] = []
        var tally = Tally()
        for _ in 0..<100 {
            switch try live(way, &random, &graveyard) {
            case .OYSTER_RELEASE_COMPLETE: tally.silent += 1
            case .OYSTER_RELEASE_DEFERRED: tally.deferred += 1
            default: Issue.record("neither silent nor deferred")
            }
        }
        print("\(way): \(tally.silent) silent, \(tally.deferred) deferred")
        #expect(tally.silent > 0)
        // Contexts stay alive here, so that a late call is noticed instead of being a crash.
        for listener in graveyard { #expect(blockUntil { listener.releases.value == 1 }) }
        #expect(graveyard.allSatisfy { $0.violations.value == 0 })
    }

    @Test(arguments: [Way.unsubscribe, .release, .destroy, .frames])
    func `a callback that blocks makes it deferred, in bounded time`(way: Way) throws {
        let engine = try Stage.makeEngine()
        let stage = try Stage(engine: engine)
        let travel = try stage.makeTravel()
        let (inside, gate) = (Latch(), Latch())
        let listener = Listener { _ in
            inside.open()
            gate.wait()
        }
        var view: OpaquePointer?
        oyster_travel_video_view(travel, &view)
        var id: UInt64?
        if way == .frames {
            oyster_video_view_set_frame_callback(
                view,
                .OYSTER_PIXEL_FORMAT_I420,
                Listener.frame,
                listener.context,
                Listener.release,
                nil
            )
        } else {
            id = listener.subscribe(travel)
        }
        // More subscribers, frames and operations must not make the wait longer.
        let others = (0..<20).map { _ in Listener() }
        for other in others { _ = other.subscribe(travel) }
        oyster_travel_start(travel, nil, nil, nil)
        #expect(inside.wait())
        var silence: oyster_release_outcome = strange(77)
        let time = elapsed {
            switch way {
            case .unsubscribe: oyster_travel_remove_listener(travel, id ?? 0, &silence)
            case .release: oyster_travel_release(travel, &silence)
            case .destroy: oyster_engine_destroy(engine, &silence)
            default:
                oyster_video_view_set_frame_callback(
                    view,
                    .OYSTER_PIXEL_FORMAT_I420,
                    nil,
                    nil,
                    nil,
                    &silence
                )
            }
        }
        print("\(way) with a callback that blocks: \(time)")
        #expect(silence == .OYSTER_RELEASE_DEFERRED)
        #expect(time >= .milliseconds(45) && time < .seconds(10))
        #expect(listener.releases.value == 0)
        gate.open()
        #expect(blockUntil { listener.releases.value == 1 })
        oyster_engine_destroy(engine, nil)
        for other in others { #expect(blockUntil { other.releases.value == 1 }) }
        #expect(others.allSatisfy { $0.violations.value == 0 } && listener.violations.value == 0)
    }

    @Test func `subscribing while the travel is released gives every context back`() throws {
        let stage = try Stage()
        for _ in 0..<100 {
            nonisolated(unsafe) let travel = try stage.makeTravel()
            var handle: OpaquePointer?
            oyster_travel_video_view(travel, &handle)
            nonisolated(unsafe) let view = handle
            let taken = Recorder<Listener>()
            let isGood = onThreads(4) { thread in
                for _ in 0..<10 {
                    let listener = Listener()
                    if thread == 0 {
                        oyster_travel_release(travel, nil)
                    } else if thread == 1 {
                        let code = oyster_video_view_set_frame_callback(
                            view,
                            .OYSTER_PIXEL_FORMAT_I420,
                            Listener.frame,
                            listener.context,
                            Listener.release,
                            nil
                        )
                        if code == 0 { taken.add(listener) }
                    } else if listener.subscribe(travel) != nil {
                        taken.add(listener)
                    } else if listener.releases.value != 0 {
                        listener.violations.add()
                        taken.add(listener)
                    }
                }
            }
            #expect(isGood)
            for listener in taken.entries {
                #expect(blockUntil { listener.releases.value == 1 })
                #expect(listener.violations.value == 0)
            }
        }
    }

    @Test func `a subscriber that is gone hears nothing more of the same event`() throws {
        let stage = try Stage()
        nonisolated(unsafe) let travel = try stage.makeTravel()
        let second = Listener()
        let slot = Recorder<UInt64>()
        let first = Listener { listener in
            guard listener.events.count == 1, let id = slot.entries.first else { return }
            var silence: oyster_release_outcome = strange(77)
            oyster_travel_remove_listener(travel, id, &silence)
            if silence == .OYSTER_RELEASE_COMPLETE { second.expectSilence() }
        }
        _ = first.subscribe(travel)
        slot.add(try #require(second.subscribe(travel)))
        oyster_travel_end(travel, nil, nil)
        #expect(first.heard(.OYSTER_STATUS_ENDED))
        #expect(second.events.count == 0 && second.releases.value == 1)
        #expect(second.violations.value == 0)
        oyster_travel_release(travel, nil)
    }

    @Test func `sixty-four may subscribe, and one more when one has gone`() throws {
        let stage = try Stage()
        let travel = try stage.makeTravel()
        let listeners = (0..<65).map { _ in Listener() }
        let ids = listeners.map { $0.subscribe(travel) }
        #expect(ids.prefix(64).allSatisfy { $0 != nil } && ids[64] == nil)
        #expect(Set(ids.compactMap { $0 }).count == 64 && !ids.contains(0))
        #expect(listeners[64].releases.value == 0)
        #expect(oyster_travel_remove_listener(travel, ids[7] ?? 0, nil) == 0)
        #expect(
            oyster_travel_remove_listener(travel, ids[7] ?? 0, nil)
                == code(.OYSTER_ERROR_INVALID_ARGUMENT)
        )
        #expect(listeners[64].subscribe(travel) != nil)
        #expect(oyster_travel_release(travel, nil) == 0)
        #expect(listeners.allSatisfy { $0.releases.value == 1 })
    }
}
