// SPDX-License-Identifier: Apache-2.0
import CHappyOyster
import HappyOysterCore
import HappyOysterTestSupport
import Testing

@Suite(.blocking) struct AudioTests {
    private func listen(_ travel: OpaquePointer?, _ listener: Listener?) -> (
        code: oyster_result, silence: oyster_release_outcome
    ) {
        var silence: oyster_release_outcome = strange(77)
        let code = oyster_travel_set_audio_callback(
            travel,
            listener.map { _ in Listener.sound },
            listener?.context,
            listener.map { _ in Listener.release },
            &silence
        )
        return (code, silence)
    }

    @Test func `a callback gets sound in order, with the test card's tick`() throws {
        let stage = try Stage()
        let travel = try stage.makeTravel()
        let listener = Listener()
        #expect(listen(travel, listener) == (0, .OYSTER_RELEASE_COMPLETE))
        oyster_travel_start(travel, nil, nil, nil)
        #expect(blockUntil { listener.sounds.entries.contains { $0.peak > 500 } })
        #expect(listener.sounds.wait(for: 4))
        let sounds = listener.sounds.entries
        #expect(sounds.allSatisfy { $0.rate == 48_000 && $0.channels == 2 && $0.frameCount > 0 })
        #expect(zip(sounds, sounds.dropFirst()).allSatisfy { $0.pts < $1.pts })
        #expect(zip(sounds, sounds.dropFirst()).allSatisfy { $0.time <= $1.time })
        let stats = try #require(Tree.stats(travel))
        #expect(stats["audioChunksReceived"]?.integerValue ?? 0 >= 4)
        #expect(stats["audioChunksDelivered"]?.integerValue ?? 0 >= 4)
        #expect(stats["audioChunksDropped"]?.integerValue == 0)
        #expect(oyster_travel_release(travel, nil) == 0)
        #expect(listener.releases.value == 1)
    }

    @Test func `without a callback there is no sound`() throws {
        let stage = try Stage()
        let travel = try stage.makeRunningTravel()
        let stats = try #require(Tree.stats(travel))
        #expect(stats["audioChunksReceived"]?.integerValue == 0)
        oyster_travel_release(travel, nil)
    }

    @Test func `a new callback gives the former one back, and NULL stops`() throws {
        let stage = try Stage()
        let travel = try stage.makeRunningTravel()
        let listeners = (0..<6).map { _ in Listener() }
        for (number, listener) in listeners.enumerated() {
            #expect(listen(travel, listener).code == 0)
            #expect(listener.sounds.wait(for: 1))
            if number > 0 { #expect(blockUntil { listeners[number - 1].releases.value == 1 }) }
        }
        #expect(listen(travel, nil).code == 0)
        #expect(blockUntil { listeners[5].releases.value == 1 })
        #expect(listen(travel, nil) == (0, .OYSTER_RELEASE_COMPLETE))
        #expect(listeners.allSatisfy { $0.violations.value == 0 })
        oyster_travel_release(travel, nil)
        #expect(listeners.allSatisfy { $0.releases.value == 1 })
    }

    @Test func `a callback that hears "silent" is never called again`() throws {
        let stage = try Stage()
        let travel = try stage.makeRunningTravel()
        for _ in 0..<30 {
            let listener = Listener()
            #expect(listen(travel, listener).code == 0)
            #expect(listener.sounds.wait(for: 1))
            if listen(travel, nil).silence == .OYSTER_RELEASE_COMPLETE { listener.expectSilence() }
            #expect(blockUntil { listener.releases.value == 1 })
            #expect(listener.violations.value == 0)
        }
        oyster_travel_release(travel, nil)
    }

    @Test func `it may be removed, and the travel released, from inside`() throws {
        let stage = try Stage()
        let travel = try stage.makeRunningTravel()
        let silences = Recorder<oyster_release_outcome>()
        // Only handed back to the library.
        nonisolated(unsafe) let handle = travel
        let listener = Listener { listener in
            var silence: oyster_release_outcome = strange(77)
            oyster_travel_release(handle, &silence)
            silences.add(silence)
        }
        #expect(listen(travel, listener).code == 0)
        #expect(silences.wait(for: 1))
        #expect(silences.entries == [.OYSTER_RELEASE_DEFERRED])
        #expect(blockUntil { listener.releases.value == 1 })
        #expect(listener.sounds.count == 1)
    }

    @Test func `a callback that blocks holds up neither frames nor events`() throws {
        let stage = try Stage()
        let travel = try stage.makeTravel()
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
        #expect(ears.subscribe(travel) != nil)
        oyster_travel_start(travel, nil, nil, nil)
        #expect(deaf.sounds.wait(for: 1))
        let seen = eyes.frames.count
        #expect(eyes.frames.wait(for: seen + 10))
        oyster_travel_end(travel, nil, nil)
        #expect(ears.heard(.OYSTER_STATUS_ENDED))
        gate.open()
        oyster_travel_release(travel, nil)
        #expect(blockUntil { deaf.releases.value == 1 })
    }

    @Test func `handles that are none are refused, and nothing is released`() throws {
        let stage = try Stage()
        let travel = try stage.makeTravel()
        let listener = Listener()
        oyster_travel_release(travel, nil)
        for handle in [nil, travel, stage.engine] {
            let refused = listen(handle, listener)
            #expect(refused.code == code(.OYSTER_ERROR_INVALID_HANDLE))
            #expect(refused.silence.rawValue == 77)
        }
        #expect(listener.releases.value == 0)
    }
}
