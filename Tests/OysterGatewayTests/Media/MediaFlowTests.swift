// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterTestSupport
import Testing

@testable import OysterGateway

/// Media of whole Travels, from entrance to end.
@Suite(.blocking) struct MediaFlowTests {
    @Test(
        arguments: [
            ("adventure", [864, 480]), ("directing", [864, 480]), ("acting", [480, 864]),
        ] as [(String, [UInt32])]
    )
    func `a travel can be watched in the size of its mode`(
        mode: String,
        size: [UInt32]
    ) throws {
        let stage = try Stage.withMedia()
        let viewer = try stage.watch(try stage.show(mode))
        #expect(viewer.size == size)
        #expect(blockUntil { viewer.seen.pushes >= 2 })
    }

    @Test(arguments: ["travels/end", "control end", "reset"])
    func `an end closes every session`(how: String) throws {
        let stage = try Stage.withMedia()
        let show = try stage.show()
        let viewers = [try stage.watch(show), try stage.watch(show)]
        switch how {
        case "travels/end": try stage.act(show, "end")
        case "reset": try stage.client.control("POST", "/reset")
        default:
            let body: JSONValue = ["encryptedTravelId": .string(show.travel)]
            try stage.client.control("POST", "/travels/end", body)
        }
        #expect(blockUntil { viewers.allSatisfy { $0.seen.closes == 1 } })
        let status = try stage.client.send(stage.offer(show)).status
        #expect(status == (how == "reset" ? 404 : 409))
    }

    @Test func `who has left is not listed any more`() throws {
        let stage = try Stage.withMedia()
        let show = try stage.show()
        let viewers = [try stage.watch(show), try stage.watch(show)]
        func listed() throws -> Int? { try stage.told(of: show)?["viewers"]?.arrayValue?.count }
        #expect(try blockUntil { try listed() == 2 })
        for (index, viewer) in viewers.enumerated() {
            viewer.lose()
            #expect(try blockUntil { try listed() == 1 - index })
        }
    }

    @Test func `a pause tears the room down, and a resume opens it again`() throws {
        let stage = try Stage.withMedia(["roomTeardownMs": 600_000])
        let show = try stage.show("directing")
        for round in 0..<3 {
            let viewer = try stage.watch(show)
            #expect(blockUntil { viewer.seen.pushes > 0 })
            try stage.act(show, "pause")
            try stage.advance(3000)
            // Confirmed, but the old room is still there.
            let pushes = viewer.seen.pushes
            #expect(blockUntil { viewer.seen.pushes > pushes })
            #expect(try stage.client.send(stage.offer(show)).status == 409)
            try stage.advance(600_000)
            #expect(blockUntil { viewer.seen.closes == 1 })
            if round == 0 {
                try stage.act(show, "resume")
            } else {
                try stage.act(show, "rewind", ["rewindToSec": 0])
            }
        }
        #expect(try stage.client.send(stage.offer(show)).status == 201)
    }

    @Test func `an old room does not live on behind a resume`() throws {
        let stage = try Stage.withMedia(["pauseConfirmMs": 0])
        let show = try stage.show("directing")
        let viewer = try stage.watch(show)
        try stage.act(show, "pause")
        try stage.advance(2500)
        try stage.act(show, "resume")
        #expect(blockUntil { viewer.seen.closes == 1 })
    }

    @Test func `a dropped connection is closed, and may come back`() throws {
        let stage = try Stage.withMedia(["mediaDropMs": 5_000_000, "mediaReturnMs": 4_000_000])
        let show = try stage.show("directing")
        let viewer = try stage.watch(show)
        #expect(blockUntil { viewer.seen.pushes > 0 })
        try stage.advance(5_000_000)
        #expect(blockUntil { viewer.seen.closes == 1 })
        #expect(try stage.client.send(stage.offer(show)).status == 503)
        #expect(try stage.status(show.mode, show.travel) == "running")
        try stage.advance(4_000_000)
        #expect(try stage.client.send(stage.offer(show)).status == 201)
    }

    /// Playing time in ms, and whether pictures are kept back and the connection is broken.
    @Test(
        arguments: [
            (nil, false, false), (999, false, false), (1000, true, false), (1999, true, false),
            (2000, true, true), (2999, true, true), (3000, false, true), (3999, false, true),
            (4000, false, false),
        ] as [(Int?, Bool, Bool)]
    )
    func `faults begin and end by playing time`(played: Int?, stalled: Bool, dropped: Bool) {
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

    @Test func `without a stream a session is accepted, but no picture comes`() throws {
        let stage = try Stage.withMedia(["noStream": true])
        let show = try stage.show()
        let viewer = try stage.watch(show)
        #expect(
            try blockUntil {
                try stage.told(of: show)?["viewers"]?.arrayValue?.first?["isConnected"] == true
            }
        )
        #expect(viewer.seen.pushes == 0)
        #expect(try stage.status(show.mode, show.travel) == "pending")
    }

    @Test func `commands are logged as they came`() throws {
        let stage = try Stage.withMedia()
        let show = try stage.show()
        let viewer = try stage.watch(show)
        #expect(blockUntil { viewer.seen.pushes > 0 })
        viewer.say(#"{"translation":"W_A","rotation":"None","sequence":1,"timeUs":5}"#)
        viewer.say(#"{"interaction":"Squat","sequence":2}"#, isReliable: true)
        viewer.say(#"{"translation":"Sideways","sequence":3}"#)
        viewer.say("nonsense")
        viewer.say(bytes: [0xFF, 0])
        let commands = try stage.commands()
        #expect(commands.count == 5)
        #expect(commands.allSatisfy { $0["encryptedTravelId"] == .string(show.travel) })
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
        let told = try stage.client.control("GET", "/commands?encryptedTravelId=other")
        #expect(told == ["commands": [], "received": 5, "malformed": 3, "dropped": 0])
    }

    @Test func `commands mean nothing but in adventures`() throws {
        let stage = try Stage.withMedia()
        let show = try stage.show("acting")
        let viewer = try stage.watch(show)
        #expect(blockUntil { viewer.seen.pushes > 0 })
        viewer.say(#"{"translation":"Front","sequence":1}"#)
        #expect(try stage.commands().first?["verdict"] == "ignored")
    }

    @Test func `the pools are those of the world unless they are set`() throws {
        func pool(_ stage: Stage) throws -> JSONValue? {
            let show = try stage.show()
            let path = "travels/status?encryptedTravelId=\(show.travel)"
            return try stage.data("adventure", "GET", path)["characterActions"]
        }
        let painted = try pool(try Stage.withMedia())
        #expect(painted == ["dash", "jump", "crouch", "attack"])
        #expect(try pool(try Stage.withMedia(["characterActions": ["attack"]])) == ["attack"])
        #expect(try pool(try Stage()) == ["dash", "jump"])
    }
}
