// SPDX-License-Identifier: Apache-2.0
import CHappyOyster
import HappyOysterCore
import HappyOysterTestSupport
import HappyOysterThreading
import OysterSessionServer
import Testing

/// Live objects that remain of released travels and engines.
///
/// Each test counts the objects of a process of its own.
@Suite(.blocking) struct LiveObjectTests {
    @Test func `released travels and engines leave no live object`() async {
        await #expect(processExitsWith: .success) {
            let names: Set<String> = [
                "Engine", "EngineActor", "Travel", "TravelDriver", "TravelSink", "VideoView",
                "VideoFrame", "AudioBuffer", "LoopbackConnection", "CurlTransfer", "DeliveryQueue",
                "CallbackRegistration",
            ]
            for mode in ["adventure", "directing", "acting"] {
                let fixture = try HostFixture(mode)
                for round in 0..<3 {
                    try LiveObjectTests.play(fixture, isReleasedEarly: round == 2)
                }
                // A travel that is released early is ended in the background. Without the gateway
                // the library would repeat that request for up to a minute.
                let isEnded = blockUntil { LiveObjects.counts["TravelDriver", default: 0] == 0 }
                guard isEnded else { throw FixtureFailure("a travel was not ended") }
            }
            let counts = LiveObjects.counts
            guard names.isSubset(of: counts.keys) else {
                throw FixtureFailure("never counted: \(names.subtracting(counts.keys))")
            }
            // The loopback stream engine and its pool live as long as the process.
            let isEmpty = blockUntil {
                LiveObjects.counts.allSatisfy { $0.value <= ($0.key == "FramePool" ? 1 : 0) }
            }
            guard isEmpty else { throw FixtureFailure("\(LiveObjects.counts)") }
        }
    }

    /// One travel with every kind of object that a host can hold.
    fileprivate static func play(_ fixture: HostFixture, isReleasedEarly: Bool) throws {
        let travel = try fixture.makeRunningTravel()
        var view: OpaquePointer?
        guard oyster_travel_video_view(travel, &view) == 0 else { throw FixtureFailure("view") }
        var frame: OpaquePointer?
        let hasFrame = blockUntil {
            oyster_video_view_acquire_frame(view, .OYSTER_PIXEL_FORMAT_RGBA, &frame) == 0
        }
        guard hasFrame else { throw FixtureFailure("no frame") }
        oyster_frame_release(frame)
        var listener: UInt64 = 0
        oyster_travel_add_listener(travel, { _, _ in }, nil, nil, &listener)
        oyster_travel_set_audio_callback(travel, { _, _ in }, nil, nil, nil)
        if !isReleasedEarly {
            let end = Completion()
            guard oyster_travel_end(travel, Completion.done, end.context) == 0,
                end.wait()?.code == 0
            else { throw FixtureFailure("end") }
        }
        oyster_travel_release(travel, nil)
    }

    @Test func `released sessions leave no live object`() async {
        await #expect(processExitsWith: .success) {
            let names: Set<String> = [
                "Session", "SessionActor", "SessionDriver", "CurlTransfer", "DeliveryQueue",
                "CallbackRegistration",
            ]
            let server = try SessionServerProcess()
            let id = try server.makeSession()
            for way in LiveObjectTests.Way.allCases {
                try LiveObjectTests.talk(server, id, way)
            }
            let counts = LiveObjects.counts
            guard names.isSubset(of: counts.keys) else {
                throw FixtureFailure("never counted: \(names.subtracting(counts.keys))")
            }
            // What was connected leaves in the background.
            let isEmpty = blockUntil {
                LiveObjects.counts.allSatisfy { $0.value <= ($0.key == "FramePool" ? 1 : 0) }
            }
            guard isEmpty else { throw FixtureFailure("\(LiveObjects.counts)") }
        }
    }

    /// When a session is released.
    fileprivate enum Way: CaseIterable {
        case unconnected, connecting, connected, disconnected, withItsEngine
    }

    /// One session with a listener, a signal and a report.
    fileprivate static func talk(_ server: SessionServerProcess, _ id: String, _ way: Way) throws {
        let engine = try HostFixture.makeEngine()
        let session = try server.open(id, on: engine)
        var listener: UInt64 = 0
        oyster_session_add_listener(session, { _, _ in }, nil, nil, &listener)
        if way != .unconnected {
            let connected = Completion()
            let token = try server.token(id, .publisher)
            oyster_session_connect(session, token, Completion.done, connected.context)
            if way != .connecting {
                guard connected.wait()?.code == 0 else { throw FixtureFailure("connect") }
                let reported = Completion()
                oyster_session_report_issue(session, Completion.done, reported.context)
                guard reported.wait()?.code == 0 else { throw FixtureFailure("report") }
            }
        }
        if way == .disconnected {
            let left = Completion()
            oyster_session_disconnect(session, Completion.done, left.context)
            guard left.wait()?.code == 0 else { throw FixtureFailure("disconnect") }
        }
        if way != .withItsEngine { oyster_session_release(session, nil) }
        oyster_engine_destroy(engine, nil)
    }
}
