// SPDX-License-Identifier: Apache-2.0
import CHappyOyster
import HappyOysterCore
import HappyOysterTestSupport
import Testing

@Suite(.blocking) struct CAudioTests {
    private func listen(_ travel: OpaquePointer?, _ listener: Listener?) -> (
        code: oyster_result, outcome: oyster_release_outcome
    ) {
        var outcome: oyster_release_outcome = strange(77)
        let code = oyster_travel_set_audio_callback(
            travel,
            listener.map { _ in Listener.audio },
            listener?.context,
            listener.map { _ in Listener.release },
            &outcome
        )
        return (code, outcome)
    }

    @Test func `a callback gets audio in order, with the test card's tick`() throws {
        let fixture = try HostFixture()
        let travel = try fixture.makeTravel()
        let listener = Listener()
        #expect(listen(travel, listener) == (0, .OYSTER_RELEASE_COMPLETE))
        oyster_travel_start(travel, nil, nil, nil)
        #expect(blockUntil { listener.audio.entries.contains { $0.peak > 500 } })
        #expect(listener.audio.wait(for: 4))
        let audio = listener.audio.entries
        #expect(audio.allSatisfy { $0.rate == 48_000 && $0.channels == 2 && $0.frameCount > 0 })
        #expect(zip(audio, audio.dropFirst()).allSatisfy { $0.pts < $1.pts })
        #expect(zip(audio, audio.dropFirst()).allSatisfy { $0.time <= $1.time })
        let stats = try #require(Tree.stats(travel))
        #expect(stats["audioChunksReceived"]?.integerValue ?? 0 >= 4)
        #expect(stats["audioChunksDelivered"]?.integerValue ?? 0 >= 4)
        #expect(stats["audioChunksDropped"]?.integerValue == 0)
        #expect(oyster_travel_release(travel, nil) == 0)
        #expect(listener.releases.value == 1)
    }

    @Test func `no audio is delivered without a callback`() throws {
        let fixture = try HostFixture()
        let travel = try fixture.makeRunningTravel()
        let stats = try #require(Tree.stats(travel))
        #expect(stats["audioChunksReceived"]?.integerValue == 0)
        oyster_travel_release(travel, nil)
    }

    @Test func `a new callback releases the former one, and NULL removes it`() throws {
        let fixture = try HostFixture()
        let travel = try fixture.makeRunningTravel()
        let listeners = (0..<6).map { _ in Listener() }
        for (number, listener) in listeners.enumerated() {
            #expect(listen(travel, listener).code == 0)
            #expect(listener.audio.wait(for: 1))
            if number > 0 { #expect(blockUntil { listeners[number - 1].releases.value == 1 }) }
        }
        #expect(listen(travel, nil).code == 0)
        #expect(blockUntil { listeners[5].releases.value == 1 })
        #expect(listen(travel, nil) == (0, .OYSTER_RELEASE_COMPLETE))
        #expect(listeners.allSatisfy { $0.violations.value == 0 })
        oyster_travel_release(travel, nil)
        #expect(listeners.allSatisfy { $0.releases.value == 1 })
    }

    @Test func `a callback is never called after its removal was complete`() throws {
        let fixture = try HostFixture()
        let travel = try fixture.makeRunningTravel()
        for _ in 0..<30 {
            let listener = Listener()
            #expect(listen(travel, listener).code == 0)
            #expect(listener.audio.wait(for: 1))
            if listen(travel, nil).outcome == .OYSTER_RELEASE_COMPLETE { listener.expectNoCalls() }
            #expect(blockUntil { listener.releases.value == 1 })
            #expect(listener.violations.value == 0)
        }
        oyster_travel_release(travel, nil)
    }

    @Test func `a callback may remove itself and release its travel`() throws {
        let fixture = try HostFixture()
        let travel = try fixture.makeRunningTravel()
        let outcomes = Recorder<oyster_release_outcome>()
        // The pointer is only passed back to the library.
        nonisolated(unsafe) let handle = travel
        let listener = Listener { listener in
            var outcome: oyster_release_outcome = strange(77)
            oyster_travel_release(handle, &outcome)
            outcomes.add(outcome)
        }
        #expect(listen(travel, listener).code == 0)
        #expect(outcomes.wait(for: 1))
        #expect(outcomes.entries == [.OYSTER_RELEASE_DEFERRED])
        #expect(blockUntil { listener.releases.value == 1 })
        #expect(listener.audio.count == 1)
    }

    @Test func `an audio callback that blocks delays neither frames nor events`() throws {
        let fixture = try HostFixture()
        let travel = try fixture.makeTravel()
        let gate = Latch()
        let deaf = Listener { _ in gate.wait() }
        #expect(listen(travel, deaf).code == 0)
        let eyes = Listener()
        var view: OpaquePointer?
        oyster_travel_video_view(travel, &view)
        oyster_video_view_set_frame_callback(
            view,
            .OYSTER_PIXEL_FORMAT_I420,
            Listener.frame,
            eyes.context,
            Listener.release,
            nil
        )
        let ears = Listener()
        #expect(ears.listen(to: travel) != nil)
        oyster_travel_start(travel, nil, nil, nil)
        #expect(deaf.audio.wait(for: 1))
        let seen = eyes.frames.count
        #expect(eyes.frames.wait(for: seen + 10))
        oyster_travel_end(travel, nil, nil)
        #expect(ears.heard(.OYSTER_STATUS_ENDED))
        gate.open()
        oyster_travel_release(travel, nil)
        #expect(blockUntil { deaf.releases.value == 1 })
    }

    @Test func `an invalid handle is refused, and the context is not released`() throws {
        let fixture = try HostFixture()
        let travel = try fixture.makeTravel()
        let listener = Listener()
        oyster_travel_release(travel, nil)
        for handle in [nil, travel, fixture.engine] {
            let refused = listen(handle, listener)
            #expect(refused.code == code(.OYSTER_ERROR_INVALID_HANDLE))
            #expect(refused.outcome.rawValue == 77)
        }
        #expect(listener.releases.value == 0)
    }
}
