// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterTestSupport
import Testing

@testable import OysterGateway

/// The media of travels from entry to end.
@Suite(.blocking) struct MediaFlowTests {
    @Test(
        arguments: [
            ("adventure", [864, 480]), ("directing", [864, 480]), ("acting", [480, 864]),
        ] as [(String, [UInt32])]
    )
    func `a travel is rendered in the size of its mode`(
        mode: String,
        size: [UInt32]
    ) throws {
        let fixture = try GatewayFixture.withMedia()
        let viewer = try fixture.watch(try fixture.watchable(mode))
        #expect(viewer.size == size)
        #expect(blockUntil { viewer.seen.pushes >= 2 })
    }

    @Test(arguments: ["travels/end", "control end", "reset"])
    func `the end of a travel closes all viewers`(how: String) throws {
        let fixture = try GatewayFixture.withMedia()
        let watchable = try fixture.watchable()
        let viewers = [try fixture.watch(watchable), try fixture.watch(watchable)]
        switch how {
        case "travels/end": try fixture.act(watchable, "end")
        case "reset": try fixture.client.control("POST", "/reset")
        default:
            let body: JSONValue = ["encryptedTravelId": .string(watchable.travel)]
            try fixture.client.control("POST", "/travels/end", body)
        }
        #expect(blockUntil { viewers.allSatisfy { $0.seen.closes == 1 } })
        let status = try fixture.client.send(fixture.offer(watchable)).status
        #expect(status == (how == "reset" ? 404 : 409))
    }

    @Test func `a viewer that has left is not listed`() throws {
        let fixture = try GatewayFixture.withMedia()
        let watchable = try fixture.watchable()
        let viewers = [try fixture.watch(watchable), try fixture.watch(watchable)]
        func viewerCount() throws -> Int? {
            try fixture.listed(watchable)?["viewers"]?.arrayValue?.count
        }
        #expect(try blockUntil { try viewerCount() == 2 })
        for (index, viewer) in viewers.enumerated() {
            viewer.lose()
            #expect(try blockUntil { try viewerCount() == 1 - index })
        }
    }

    @Test func `a pause tears down the room, and a resume opens a new one`() throws {
        let fixture = try GatewayFixture.withMedia(["roomTeardownMs": 600_000])
        let watchable = try fixture.watchable("directing")
        for round in 0..<3 {
            let viewer = try fixture.watch(watchable)
            #expect(blockUntil { viewer.seen.pushes > 0 })
            try fixture.act(watchable, "pause")
            try fixture.advance(3000)
            // Confirmed; the old room is not torn down yet.
            let pushes = viewer.seen.pushes
            #expect(blockUntil { viewer.seen.pushes > pushes })
            #expect(try fixture.client.send(fixture.offer(watchable)).status == 409)
            try fixture.advance(600_000)
            #expect(blockUntil { viewer.seen.closes == 1 })
            if round == 0 {
                try fixture.act(watchable, "resume")
            } else {
                try fixture.act(watchable, "rewind", ["rewindToSec": 0])
            }
        }
        #expect(try fixture.client.send(fixture.offer(watchable)).status == 201)
    }

    @Test func `a resume does not keep the old room`() throws {
        let fixture = try GatewayFixture.withMedia(["pauseConfirmMs": 0])
        let watchable = try fixture.watchable("directing")
        let viewer = try fixture.watch(watchable)
        try fixture.act(watchable, "pause")
        try fixture.advance(2500)
        try fixture.act(watchable, "resume")
        #expect(blockUntil { viewer.seen.closes == 1 })
    }

    @Test func `a drop closes the viewers, and clients can join after it`() throws {
        let fixture = try GatewayFixture.withMedia([
            "mediaDropMs": 5_000_000, "mediaReturnMs": 4_000_000,
        ])
        let watchable = try fixture.watchable("directing")
        let viewer = try fixture.watch(watchable)
        #expect(blockUntil { viewer.seen.pushes > 0 })
        try fixture.advance(5_000_000)
        #expect(blockUntil { viewer.seen.closes == 1 })
        #expect(try fixture.client.send(fixture.offer(watchable)).status == 503)
        #expect(try fixture.status(watchable.mode, watchable.travel) == "running")
        try fixture.advance(4_000_000)
        #expect(try fixture.client.send(fixture.offer(watchable)).status == 201)
    }

    /// Playing time in ms, whether frames are suppressed, whether clients are disconnected.
    @Test(
        arguments: [
            (nil, false, false), (999, false, false), (1000, true, false), (1999, true, false),
            (2000, true, true), (2999, true, true), (3000, false, true), (3999, false, true),
            (4000, false, false),
        ] as [(Int?, Bool, Bool)]
    )
    func `media faults start and end by playing time`(played: Int?, stalled: Bool, dropped: Bool) {
        var faults = MediaFaults()
        faults.stall = .seconds(1)
        faults.drop = .seconds(2)
        faults.lasts = .seconds(2)
        let time = played.map { Duration.milliseconds($0) }
        #expect(faults.isStalled(at: time) == stalled)
        #expect(faults.isDropped(at: time) == dropped)
        faults.lasts = nil
        #expect(faults.isStalled(at: .seconds(9999)))
    }

    @Test func `with noStream a client can join but gets no frames`() throws {
        let fixture = try GatewayFixture.withMedia(["noStream": true])
        let watchable = try fixture.watchable()
        let viewer = try fixture.watch(watchable)
        #expect(
            try blockUntil {
                try fixture.listed(watchable)?["viewers"]?.arrayValue?.first?["isConnected"]
                    == true
            }
        )
        #expect(viewer.seen.pushes == 0)
        #expect(try fixture.status(watchable.mode, watchable.travel) == "pending")
    }

    @Test func `commands are logged as received`() throws {
        let fixture = try GatewayFixture.withMedia()
        let watchable = try fixture.watchable()
        let viewer = try fixture.watch(watchable)
        #expect(blockUntil { viewer.seen.pushes > 0 })
        viewer.send(#"{"translation":"W_A","rotation":"None","sequence":1,"timeUs":5}"#)
        viewer.send(#"{"interaction":"Squat","sequence":2}"#, isReliable: true)
        viewer.send(#"{"translation":"Sideways","sequence":3}"#)
        viewer.send("nonsense")
        viewer.send(bytes: [0xFF, 0])
        let commands = try fixture.commands()
        #expect(commands.count == 5)
        #expect(commands.allSatisfy { $0["encryptedTravelId"] == .string(watchable.travel) })
        #expect(
            commands.map { $0["verdict"]?.stringValue }
                == ["applied", "applied", "malformed", "malformed", "malformed"]
        )
        #expect(commands[0]["translation"] == "W_A")
        #expect(commands[0]["timeUs"] == 5)
        #expect(commands[0]["channel"] == "oyster-commands")
        #expect(commands[1]["channel"] == "oyster-actions")
        #expect(commands[2]["error"] == "translation: no such value")
        #expect(commands[3]["text"] == "nonsense")
        let other = try fixture.client.control("GET", "/commands?encryptedTravelId=other")
        #expect(other == ["commands": [], "received": 5, "malformed": 3, "dropped": 0])
    }

    @Test func `commands are ignored in directing and acting`() throws {
        let fixture = try GatewayFixture.withMedia()
        let watchable = try fixture.watchable("acting")
        let viewer = try fixture.watch(watchable)
        #expect(blockUntil { viewer.seen.pushes > 0 })
        viewer.send(#"{"translation":"Front","sequence":1}"#)
        #expect(try fixture.commands().first?["verdict"] == "ignored")
    }

    @Test func `the action pools are those of the world unless the settings define them`() throws {
        func pool(_ fixture: GatewayFixture) throws -> JSONValue? {
            let watchable = try fixture.watchable()
            let path = "travels/status?encryptedTravelId=\(watchable.travel)"
            return try fixture.data("adventure", "GET", path)["characterActions"]
        }
        let simulated = try pool(try GatewayFixture.withMedia())
        #expect(simulated == ["dash", "jump", "crouch", "attack"])
        #expect(
            try pool(try GatewayFixture.withMedia(["characterActions": ["attack"]])) == ["attack"]
        )
        #expect(try pool(try GatewayFixture()) == ["dash", "jump"])
    }
}
