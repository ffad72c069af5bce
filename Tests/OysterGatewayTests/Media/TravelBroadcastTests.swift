// SPDX-License-Identifier: Apache-2.0
import CGatewayMedia
import HappyOysterCore
import HappyOysterStream
import HappyOysterTestSupport
import HappyOysterThreading
import OysterScenery
import Testing

@testable import OysterGateway

/// A broadcast with a scripted media state.
private final class BroadcastFixture: Sendable {
    let broadcast: TravelBroadcast
    let name: String
    private let script: Condition<(mediaState: TravelMediaState?, reports: [BroadcastReport])>
    private let entries = Condition<[DataChannelLog.Entry]>([])

    static let playing = TravelMediaState(
        room: 0,
        isPlaying: true,
        played: .zero,
        worldEvents: [],
        sendsFrames: true,
        firstFrameDelay: .zero
    )

    init(_ name: String, _ mediaState: TravelMediaState? = BroadcastFixture.playing) {
        self.name = name
        let script = Condition<(mediaState: TravelMediaState?, reports: [BroadcastReport])>(
            (mediaState, [])
        )
        self.script = script
        broadcast = TravelBroadcast(
            travel: name,
            takesCommands: true,
            renderer: WorldRenderer(
                WorldSimulation(mode: .adventure),
                renderer: { FakeFrameRenderer(size: $0) }
            ),
            delegate: TravelBroadcast.Delegate(
                mediaState: { report in
                    script.withLock { script in
                        script.reports.append(report)
                        return script.mediaState
                    }
                },
                log: { [entries] entry in entries.withLock { $0.append(entry) } }
            )
        )
    }

    deinit { broadcast.close() }

    var reportCount: Int { script.withLock { $0.reports.count } }
    var report: ViewerReport? { script.withLock { $0.reports.last?.viewers.first } }
    var verdicts: [CommandArbiter.Verdict] { entries.withLock { $0.map(\.verdict) } }

    func change(_ change: (inout TravelMediaState) -> Void) {
        script.withLock { script in
            guard var mediaState = script.mediaState else { return }
            change(&mediaState)
            script.mediaState = mediaState
        }
    }

    func end() { script.withLock { $0.mediaState = nil } }

    /// Adds a viewer.
    func slot(room: Int = 0) throws -> FakeViewer {
        let known = FakeMedia.viewers(name).count
        let id = "viewer-\(known)"
        let viewer = Viewer(
            id: id,
            library: FakeMedia.library,
            callbacks: broadcast.callbacks(for: id, answered: { _ in })
        )
        #expect(viewer.open(offer: "v=0 \(name)", options: oyster_media_options()))
        let now = Timestamp(milliseconds: 0)
        #expect(
            broadcast.add(TravelBroadcast.ViewerSlot(viewer: viewer, room: room, openedAt: now))
        )
        return try #require(FakeMedia.viewers(name).last)
    }
}

@Suite(.blocking) struct TravelBroadcastTests {
    @Test func `frames are sent from the connection on`() throws {
        let fixture = BroadcastFixture("flow")
        let viewer = try fixture.slot()
        #expect(blockUntil { fixture.reportCount >= 3 })
        #expect(viewer.seen.pushes == 0)
        viewer.connect()
        #expect(blockUntil { viewer.seen.pushes >= 3 })
        let frames = viewer.seen.frames
        #expect(frames.allSatisfy { $0.count == 864 * 480 * 3 / 2 })
        // Each frame has its own number.
        #expect(Set(frames).count == frames.count)
    }

    @Test func `all viewers get the same frames`() throws {
        let fixture = BroadcastFixture("same")
        let viewers = [try fixture.slot(), try fixture.slot(), try fixture.slot()]
        for viewer in viewers { viewer.connect() }
        #expect(
            blockUntil {
                let newest = viewers.map { $0.seen.frames.last }
                return newest[0] != nil && Set(newest).count == 1
            }
        )
    }

    @Test func `a busy viewer misses frames and does not delay other viewers`() throws {
        let fixture = BroadcastFixture("busy")
        let (busy, idle) = (try fixture.slot(), try fixture.slot())
        busy.setTakesFrames(false)
        busy.connect()
        idle.connect()
        #expect(blockUntil { idle.seen.pushes >= 3 && (fixture.report?.refused ?? 0) >= 3 })
        #expect(fixture.report?.frames == 0)
        busy.setTakesFrames(true)
        #expect(blockUntil { (fixture.report?.frames ?? 0) > 0 })
    }

    @Test(arguments: ["lost", "dismissed", "ended", "room gone"])
    func `a lost viewer is closed once, and the thread ends`(why: String) throws {
        let fixture = BroadcastFixture("go \(why)")
        let viewer = try fixture.slot()
        viewer.connect()
        #expect(blockUntil { viewer.seen.pushes > 0 })
        switch why {
        case "lost": viewer.lose()
        case "dismissed": #expect(fixture.broadcast.dismiss("viewer-0"))
        case "ended": fixture.end()
        default: fixture.change { $0.room = 1 }
        }
        #expect(fixture.broadcast.waitClosed(until: SystemClock.monotonic + testTimeout))
        #expect(viewer.seen.closes == 1)
        #expect(viewer.seen.strayCalls == 0)
        #expect(!fixture.broadcast.dismiss("viewer-0"))
    }

    @Test func `the thread starts again with the next viewer`() throws {
        let fixture = BroadcastFixture("again")
        for round in 0..<5 {
            fixture.change { $0.room = round }
            let viewer = try fixture.slot(room: round)
            viewer.connect()
            #expect(blockUntil { viewer.seen.pushes > 0 })
            fixture.change { $0.room = nil }
            #expect(fixture.broadcast.waitClosed(until: SystemClock.monotonic + testTimeout))
        }
    }

    @Test func `waitClosed returns when the last viewer is closed`() throws {
        let fixture = BroadcastFixture("waits")
        let viewer = try fixture.slot()
        viewer.connect()
        #expect(blockUntil { viewer.seen.pushes > 0 })
        fixture.broadcast.close()
        let limit: Duration = .seconds(3600)
        #expect(fixture.broadcast.waitClosed(until: SystemClock.monotonic + limit))
        #expect(viewer.seen.closes == 1)
    }

    @Test func `a closed broadcast refuses viewers`() throws {
        let fixture = BroadcastFixture("closed")
        fixture.broadcast.close()
        let viewer = Viewer(
            id: "late",
            library: FakeMedia.library,
            callbacks: ViewerCallbacks(answered: { _ in }, message: { _, _ in }, changed: {})
        )
        let slot = TravelBroadcast.ViewerSlot(
            viewer: viewer,
            room: 0,
            openedAt: Timestamp(milliseconds: 0)
        )
        #expect(!fixture.broadcast.add(slot))
    }

    @Test(arguments: ["stalled", "delayed", "before the first frame"])
    func `a stall suppresses frames and keeps the connection`(why: String) throws {
        let fixture = BroadcastFixture("back \(why)")
        fixture.change { mediaState in
            switch why {
            case "stalled": mediaState.sendsFrames = false
            case "delayed": mediaState.firstFrameDelay = .seconds(3600)
            default: mediaState.played = nil
            }
        }
        let viewer = try fixture.slot()
        viewer.connect()
        #expect(blockUntil { fixture.report?.isConnected == true })
        let looks = fixture.reportCount
        #expect(blockUntil { fixture.reportCount >= looks + 4 })
        #expect(viewer.seen.pushes == 0)
        fixture.change { $0 = BroadcastFixture.playing }
        #expect(blockUntil { viewer.seen.pushes > 0 })
    }

    @Test func `a viewer gets a message when a frame shows its command`() throws {
        let fixture = BroadcastFixture("applied")
        let (viewer, other) = (try fixture.slot(), try fixture.slot())
        viewer.connect()
        other.connect()
        #expect(blockUntil { viewer.seen.pushes > 0 })
        viewer.send(#"{"translation":"Front","sequence":41}"#)
        viewer.send(#"{"interaction":"Jump","sequence":40}"#, isReliable: true)
        #expect(blockUntil { viewer.seen.texts.count == 2 })
        #expect(viewer.seen.texts.first?.hasPrefix(#"{"type":"applied","sequence":41,"#) == true)
        #expect(viewer.seen.texts.last?.hasPrefix(#"{"type":"applied","sequence":40,"#) == true)
        #expect(other.seen.texts.isEmpty)
        #expect(fixture.verdicts == [.applied, .applied])
    }

    @Test func `a viewer that refuses a frame gets no message about it`() throws {
        let fixture = BroadcastFixture("not shown")
        let viewer = try fixture.slot()
        viewer.setTakesFrames(false)
        viewer.connect()
        #expect(blockUntil { viewer.seen.pushes > 0 })
        viewer.send(#"{"translation":"Front","sequence":1}"#)
        let pushes = viewer.seen.pushes
        #expect(blockUntil { viewer.seen.pushes > pushes + 2 })
        #expect(viewer.seen.texts.isEmpty)
        viewer.setTakesFrames(true)
        #expect(blockUntil { viewer.seen.texts.count == 1 })
    }

    @Test func `commands are ignored while the travel does not play`() throws {
        let fixture = BroadcastFixture("frozen")
        fixture.change { $0.isPlaying = false }
        let viewer = try fixture.slot()
        viewer.connect()
        // The same frame is still sent.
        #expect(blockUntil { viewer.seen.pushes > 0 })
        viewer.send(#"{"translation":"Front","sequence":1}"#)
        #expect(fixture.verdicts == [.ignored])
    }
}
