// SPDX-License-Identifier: Apache-2.0
import CHappyOyster
import HappyOysterCore
import HappyOysterTestSupport
import HappyOysterThreading
import Testing

/// What the library still holds of travels and engines that a host has released.
///
/// Each test counts the objects of a process of its own.
@Suite(.blocking) struct CensusTests {
    @Test func `nothing is left of released travels and engines`() async {
        await #expect(processExitsWith: .success) {
            let names: Set<String> = [
                "Engine", "EngineActor", "Travel", "TravelDriver", "TravelSink", "VideoView",
                "VideoFrame", "AudioBuffer", "LoopbackConnection", "CurlTransfer", "DeliveryQueue",
                "CallbackRegistration",
            ]
            for mode in ["adventure", "directing", "acting"] {
                let stage = try Stage(mode)
                for round in 0..<3 { try CensusTests.play(stage, isReleasedEarly: round == 2) }
                // A travel that is released early is ended in the background. Once the gateway is
                // gone its end would be asked for again, for up to a minute.
                let isEnded = blockUntil { LiveObjects.counts["TravelDriver", default: 0] == 0 }
                guard isEnded else { throw StageFailure("a travel was not ended") }
            }
            let counts = LiveObjects.counts
            guard names.isSubset(of: counts.keys) else {
                throw StageFailure("never counted: \(names.subtracting(counts.keys))")
            }
            // The loopback stream engine is the process's, and its pool with it.
            let isEmpty = blockUntil {
                LiveObjects.counts.allSatisfy { $0.value <= ($0.key == "FramePool" ? 1 : 0) }
            }
            guard isEmpty else { throw StageFailure("\(LiveObjects.counts)") }
        }
    }

    /// One travel with everything that a host can hold on to.
    fileprivate static func play(_ stage: Stage, isReleasedEarly: Bool) throws {
        let travel = try stage.makeRunningTravel()
        var view: OpaquePointer?
        guard oyster_travel_video_view(travel, &view) == 0 else { throw StageFailure("view") }
        var frame: OpaquePointer?
        let hasFrame = blockUntil {
            oyster_video_view_acquire_frame(view, .OYSTER_PIXEL_FORMAT_RGBA, &frame) == 0
        }
        guard hasFrame else { throw StageFailure("no frame") }
        oyster_frame_release(frame)
        var listener: UInt64 = 0
        oyster_travel_add_listener(travel, { _, _ in }, nil, nil, &listener)
        oyster_travel_set_audio_callback(travel, { _, _ in }, nil, nil, nil)
        if !isReleasedEarly {
            let end = Completion()
            guard oyster_travel_end(travel, Completion.done, end.context) == 0,
                end.wait()?.code == 0
            else { throw StageFailure("end") }
        }
        oyster_travel_release(travel, nil)
    }
}
