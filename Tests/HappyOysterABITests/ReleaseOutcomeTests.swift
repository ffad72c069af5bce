// SPDX-License-Identifier: Apache-2.0
import CHappyOyster
import HappyOysterCore
import HappyOysterTestSupport
import HappyOysterThreading
import Testing

/// A release that is reported as complete is complete, and each context is released exactly once.
@Suite(.blocking) struct ReleaseOutcomeTests {
    /// Ways of removing a callback while it may be running.
    enum Way: CaseIterable, Sendable {
        case removeListener, release, destroy, frames, replaceFrames
    }

    private struct Tally {
        var complete = 0
        var deferred = 0
    }

    /// Registers a callback and removes it at a random time; returns the reported outcome.
    private func live(_ way: Way, _ random: inout SplitMix, _ graveyard: inout [Listener]) throws
        -> oyster_release_outcome
    {
        let engine = try HostFixture.makeEngine()
        let fixture = try HostFixture(engine: engine)
        let travel = try fixture.makeTravel()
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
        default: id = listener.listen(to: travel)
        }
        oyster_travel_start(travel, nil, nil, nil)
        Latch().wait(.microseconds(Int64(random.next() % 60_000)))
        var outcome: oyster_release_outcome = strange(77)
        switch way {
        case .removeListener: oyster_travel_remove_listener(travel, id ?? 0, &outcome)
        case .release: oyster_travel_release(travel, &outcome)
        case .destroy: oyster_engine_destroy(engine, &outcome)
        case .frames:
            oyster_video_view_set_frame_callback(
                view,
                .OYSTER_PIXEL_FORMAT_NV12,
                nil,
                nil,
                nil,
                &outcome
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
                &outcome
            )
        }
        if outcome == .OYSTER_RELEASE_COMPLETE { listener.expectNoCalls() }
        oyster_engine_destroy(engine, nil)
        return outcome
    }

    @Test(arguments: Way.allCases)
    func `after a complete release no callback runs and the context is released`(way: Way) throws {
        var random = SplitMix(11)
        var graveyard: [Listener] = []
        var tally = Tally()
        for _ in 0..<100 {
            switch try live(way, &random, &graveyard) {
            case .OYSTER_RELEASE_COMPLETE: tally.complete += 1
            case .OYSTER_RELEASE_DEFERRED: tally.deferred += 1
            default: Issue.record("neither complete nor deferred")
            }
        }
        print("\(way): \(tally.complete) complete, \(tally.deferred) deferred")
        #expect(tally.complete > 0)
        // Contexts stay alive here, so that a late call is counted instead of crashing.
        for listener in graveyard { #expect(blockUntil { listener.releases.value == 1 }) }
        #expect(graveyard.allSatisfy { $0.violations.value == 0 })
    }

    @Test(arguments: [Way.removeListener, .release, .destroy, .frames])
    func `a removal returns deferred within its bound when the callback blocks`(way: Way) throws {
        let engine = try HostFixture.makeEngine()
        let fixture = try HostFixture(engine: engine)
        let travel = try fixture.makeTravel()
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
            id = listener.listen(to: travel)
        }
        // More listeners, frames and operations must not make the wait longer.
        let others = (0..<20).map { _ in Listener() }
        for other in others { _ = other.listen(to: travel) }
        oyster_travel_start(travel, nil, nil, nil)
        #expect(inside.wait())
        var outcome: oyster_release_outcome = strange(77)
        let time = elapsed {
            switch way {
            case .removeListener: oyster_travel_remove_listener(travel, id ?? 0, &outcome)
            case .release: oyster_travel_release(travel, &outcome)
            case .destroy: oyster_engine_destroy(engine, &outcome)
            default:
                oyster_video_view_set_frame_callback(
                    view,
                    .OYSTER_PIXEL_FORMAT_I420,
                    nil,
                    nil,
                    nil,
                    &outcome
                )
            }
        }
        print("\(way) with a callback that blocks: \(time)")
        #expect(outcome == .OYSTER_RELEASE_DEFERRED)
        #expect(time >= .milliseconds(45) && time < .seconds(10))
        #expect(listener.releases.value == 0)
        gate.open()
        #expect(blockUntil { listener.releases.value == 1 })
        oyster_engine_destroy(engine, nil)
        for other in others { #expect(blockUntil { other.releases.value == 1 }) }
        #expect(others.allSatisfy { $0.violations.value == 0 } && listener.violations.value == 0)
    }

    @Test func `adding listeners during a release releases every context`() throws {
        let fixture = try HostFixture()
        for _ in 0..<100 {
            nonisolated(unsafe) let travel = try fixture.makeTravel()
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
                    } else if listener.listen(to: travel) != nil {
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

    @Test func `a listener that was removed during an event does not get that event`() throws {
        let fixture = try HostFixture()
        nonisolated(unsafe) let travel = try fixture.makeTravel()
        let second = Listener()
        let slot = Recorder<UInt64>()
        let first = Listener { listener in
            guard listener.events.count == 1, let id = slot.entries.first else { return }
            var outcome: oyster_release_outcome = strange(77)
            oyster_travel_remove_listener(travel, id, &outcome)
            if outcome == .OYSTER_RELEASE_COMPLETE { second.expectNoCalls() }
        }
        _ = first.listen(to: travel)
        slot.add(try #require(second.listen(to: travel)))
        oyster_travel_end(travel, nil, nil)
        #expect(first.heard(.OYSTER_STATUS_ENDED))
        // A busy machine may defer the release.
        #expect(blockUntil { second.releases.value == 1 })
        #expect(second.events.count == 0)
        #expect(second.violations.value == 0)
        oyster_travel_release(travel, nil)
    }

    @Test func `a travel accepts 64 listeners, and another once one was removed`() throws {
        let fixture = try HostFixture()
        let travel = try fixture.makeTravel()
        let listeners = (0..<65).map { _ in Listener() }
        let ids = listeners.map { $0.listen(to: travel) }
        #expect(ids.prefix(64).allSatisfy { $0 != nil } && ids[64] == nil)
        #expect(Set(ids.compactMap { $0 }).count == 64 && !ids.contains(0))
        #expect(listeners[64].releases.value == 0)
        #expect(oyster_travel_remove_listener(travel, ids[7] ?? 0, nil) == 0)
        #expect(
            oyster_travel_remove_listener(travel, ids[7] ?? 0, nil)
                == code(.OYSTER_ERROR_INVALID_ARGUMENT)
        )
        #expect(listeners[64].listen(to: travel) != nil)
        #expect(oyster_travel_release(travel, nil) == 0)
        #expect(listeners.allSatisfy { $0.releases.value == 1 })
    }
}
