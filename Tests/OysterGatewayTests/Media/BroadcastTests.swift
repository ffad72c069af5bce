// SPDX-License-Identifier: Apache-2.0
import CGatewayMedia
import HappyOysterCore
import HappyOysterStream
import HappyOysterTestSupport
import HappyOysterThreading
import OysterScenery
import Testing

@testable import OysterGateway

/// A broadcast whose Travel is a script.
private final class Bench: Sendable {
    let broadcast: Broadcast
    let name: String
    private let script: Condition<(scene: Scene?, reports: [BroadcastReport])>
    private let entries = Condition<[CommandLog.Entry]>([])

    static let playing = Scene(
        room: 0,
        isPlaying: true,
        played: .zero,
        journal: [],
        sendsPictures: true,
        firstFrameDelay: .zero
    )

    init(_ name: String, _ scene: Scene? = Bench.playing) {
        self.name = name
        let script = Condition<(scene: Scene?, reports: [BroadcastReport])>((scene, []))
        self.script = script
        broadcast = Broadcast(
            travel: name,
            takesCommands: true,
            projector: Projector(
                Scenery(mode: .adventure),
                painter: { FakePainter(size: $0) }
            ),
            desk: Broadcast.Desk(
                scene: { report in
                    script.withLock { script in
                        script.reports.append(report)
                        return script.scene
                    }
                },
                log: { [entries] entry in entries.withLock { $0.append(entry) } }
            )
        )
    }

    deinit { broadcast.close() }

    var looks: Int { script.withLock { $0.reports.count } }
    var report: ViewerReport? { script.withLock { $0.reports.last?.viewers.first } }
    var verdicts: [Steering.Verdict] { entries.withLock { $0.map(\.verdict) } }

    func change(_ change: (inout Scene) -> Void) {
        script.withLock { script in
            guard var scene = script.scene else { return }
            change(&scene)
            script.scene = scene
        }
    }

    func end() { script.withLock { $0.scene = nil } }

    /// Brings a viewer to its place.
    func seat(room: Int = 0) throws -> FakeViewer {
        let known = FakeMedia.viewers(name).count
        let id = "viewer-\(known)"
        let viewer = Viewer(
            id: id,
            library: FakeMedia.library,
            ears: broadcast.ears(for: id, answered: { _ in })
        )
        #expect(viewer.open(offer: "v=0 \(name)", options: oyster_media_options()))
        let now = Moment(milliseconds: 0)
        #expect(broadcast.add(Broadcast.Seat(viewer: viewer, room: room, openedAt: now)))
        return try #require(FakeMedia.viewers(name).last)
    }
}

@Suite(.blocking) struct BroadcastTests {
    @Test func `pictures flow from the connection on`() throws {
        let bench = Bench("flow")
        let viewer = try bench.seat()
        #expect(blockUntil { bench.looks >= 3 })
        #expect(viewer.seen.pushes == 0)
        viewer.connect()
        #expect(blockUntil { viewer.seen.pushes >= 3 })
        let pictures = viewer.seen.pictures
        #expect(pictures.allSatisfy { $0.count == 864 * 480 * 3 / 2 })
        // Each has its own number, at least.
        #expect(Set(pictures).count == pictures.count)
    }

    @Test func `all viewers get the same pictures`() throws {
        let bench = Bench("same")
        let viewers = [try bench.seat(), try bench.seat(), try bench.seat()]
        for viewer in viewers { viewer.connect() }
        #expect(
            blockUntil {
                let newest = viewers.map { $0.seen.pictures.last }
                return newest[0] != nil && Set(newest).count == 1
            }
        )
    }

    @Test func `a busy viewer misses pictures and holds nobody up`() throws {
        let bench = Bench("busy")
        let (busy, idle) = (try bench.seat(), try bench.seat())
        busy.setTakesPictures(false)
        busy.connect()
        idle.connect()
        #expect(blockUntil { idle.seen.pushes >= 3 && (bench.report?.refused ?? 0) >= 3 })
        #expect(bench.report?.pictures == 0)
        busy.setTakesPictures(true)
        #expect(blockUntil { (bench.report?.pictures ?? 0) > 0 })
    }

    @Test(arguments: ["lost", "dismissed", "ended", "room gone"])
    func `who must go is closed once, and the thread ends`(why: String) throws {
        let bench = Bench("go \(why)")
        let viewer = try bench.seat()
        viewer.connect()
        #expect(blockUntil { viewer.seen.pushes > 0 })
        switch why {
        case "lost": viewer.lose()
        case "dismissed": #expect(bench.broadcast.dismiss("viewer-0"))
        case "ended": bench.end()
        default: bench.change { $0.room = 1 }
        }
        #expect(bench.broadcast.waitClosed(until: SystemClock.monotonic + testTimeout))
        #expect(viewer.seen.closes == 1)
        #expect(viewer.seen.strayCalls == 0)
        #expect(!bench.broadcast.dismiss("viewer-0"))
    }

    @Test func `the thread comes back with the next viewer`() throws {
        let bench = Bench("again")
        for round in 0..<5 {
            bench.change { $0.room = round }
            let viewer = try bench.seat(room: round)
            viewer.connect()
            #expect(blockUntil { viewer.seen.pushes > 0 })
            bench.change { $0.room = nil }
            #expect(bench.broadcast.waitClosed(until: SystemClock.monotonic + testTimeout))
        }
    }

    @Test func `who waits for the end is told at once`() throws {
        let bench = Bench("told")
        let viewer = try bench.seat()
        viewer.connect()
        #expect(blockUntil { viewer.seen.pushes > 0 })
        bench.broadcast.close()
        let limit: Duration = .seconds(3600)
        #expect(bench.broadcast.waitClosed(until: SystemClock.monotonic + limit))
        #expect(viewer.seen.closes == 1)
    }

    @Test func `a closed broadcast takes nobody in`() throws {
        let bench = Bench("closed")
        bench.broadcast.close()
        let viewer = Viewer(
            id: "late",
            library: FakeMedia.library,
            ears: Viewer.Ears(answered: { _ in }, message: { _, _ in }, changed: {})
        )
        let seat = Broadcast.Seat(viewer: viewer, room: 0, openedAt: Moment(milliseconds: 0))
        #expect(!bench.broadcast.add(seat))
    }

    @Test(arguments: ["stalled", "delayed", "before the first picture"])
    func `pictures are kept back while the connection stays`(why: String) throws {
        let bench = Bench("back \(why)")
        bench.change { scene in
            switch why {
            case "stalled": scene.sendsPictures = false
            case "delayed": scene.firstFrameDelay = .seconds(3600)
            default: scene.played = nil
            }
        }
        let viewer = try bench.seat()
        viewer.connect()
        #expect(blockUntil { bench.report?.isConnected == true })
        let looks = bench.looks
        #expect(blockUntil { bench.looks >= looks + 4 })
        #expect(viewer.seen.pushes == 0)
        bench.change { $0 = Bench.playing }
        #expect(blockUntil { viewer.seen.pushes > 0 })
    }

    @Test func `a viewer is told when its command is shown`() throws {
        let bench = Bench("applied")
        let (viewer, other) = (try bench.seat(), try bench.seat())
        viewer.connect()
        other.connect()
        #expect(blockUntil { viewer.seen.pushes > 0 })
        viewer.say(#"{"translation":"Front","sequence":41}"#)
        viewer.say(#"{"interaction":"Jump","sequence":40}"#, isReliable: true)
        #expect(blockUntil { viewer.seen.texts.count == 2 })
        #expect(viewer.seen.texts.first?.hasPrefix(#"{"type":"applied","sequence":41,"#) == true)
        #expect(viewer.seen.texts.last?.hasPrefix(#"{"type":"applied","sequence":40,"#) == true)
        #expect(other.seen.texts.isEmpty)
        #expect(bench.verdicts == [.applied, .applied])
    }

    @Test func `a viewer that takes no picture is not told that it shows something`() throws {
        let bench = Bench("not shown")
        let viewer = try bench.seat()
        viewer.setTakesPictures(false)
        viewer.connect()
        #expect(blockUntil { viewer.seen.pushes > 0 })
        viewer.say(#"{"translation":"Front","sequence":1}"#)
        let pushes = viewer.seen.pushes
        #expect(blockUntil { viewer.seen.pushes > pushes + 2 })
        #expect(viewer.seen.texts.isEmpty)
        viewer.setTakesPictures(true)
        #expect(blockUntil { viewer.seen.texts.count == 1 })
    }

    @Test func `nothing is steered while nothing plays`() throws {
        let bench = Bench("frozen")
        bench.change { $0.isPlaying = false }
        let viewer = try bench.seat()
        viewer.connect()
        // The picture stands still, but it is there.
        #expect(blockUntil { viewer.seen.pushes > 0 })
        viewer.say(#"{"translation":"Front","sequence":1}"#)
        #expect(bench.verdicts == [.ignored])
    }
}
