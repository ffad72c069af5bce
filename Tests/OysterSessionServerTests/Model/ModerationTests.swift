// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import Testing

@testable import OysterSessionServer

@Suite struct ModerationTests {
    /// The error code of each op for each role; nil when it is executed.
    @Test(
        arguments: [
            (.subscriber, [nil, 1540, 1540, 1540, 1520, nil, nil, nil], 1500),
            (.publisher, [nil, 1540, 1540, 1540, 1520, nil, nil, nil], nil),
            (.publisherOnly, [1550, 1540, 1540, 1540, 1520, nil, nil, nil], nil),
            (.moderator, [nil, nil, nil, nil, nil, nil, nil, nil], nil),
        ] as [(Role, [Int?], Int?)]
    )
    func `each role may do what the table of roles says`(
        role: Role,
        expected: [Int?],
        publishing: Int?
    ) throws {
        var fixture = try ModelFixture()
        let victim = try fixture.join(.publisher)
        let stream = try fixture.publish(victim).get()
        var actor = try fixture.join(role)
        let publish = try fixture.publish(actor)
        #expect(publish.refusal?.code.rawValue == publishing)
        let ops: [(String, JSONObject)] = [
            ("signal", [:]), ("forceMuteAll", [:]), ("disableForceMute", [:]),
            ("forceMuteStream", ["stream": .string(stream.id)]),
            ("forceDisconnect", ["connection": .string(victim.id)]), ("reportIssue", [:]),
            ("none", [:]), ("leave", [:]),
        ]
        for ((op, members), code) in zip(ops, expected) {
            #expect(try fixture.send(&actor, op, members) == code, "\(role) \(op)")
        }
    }

    /// The role is looked at first: a client learns nothing about what its role forbids.
    @Test func `a forbidden request with wrong members is refused for the role`() throws {
        var fixture = try ModelFixture()
        var ada = try fixture.join(.publisherOnly)
        #expect(try fixture.send(&ada, "signal", ["type": "a b"]) == 1550)
        #expect(try fixture.send(&ada, "forceMuteStream") == 1540)
        #expect(try fixture.send(&ada, "forceMuteAll", ["excludedStreams": 5]) == 1540)
        #expect(try fixture.send(&ada, "forceDisconnect") == 1520)
    }

    @Test func `a stream is announced to others and is part of later snapshots`() throws {
        var fixture = try ModelFixture()
        let ada = try fixture.join(data: "Ada")
        let bob = try fixture.join()
        _ = fixture.take(ada)
        let stream = try fixture.publish(ada).get()
        #expect(Identifier.isValid(stream.id))
        #expect(fixture.take(ada) == [])
        let event = try #require(fixture.take(bob).first)
        #expect(event.type == .streamCreated)
        let json: JSONValue = [
            "id": .string(stream.id), "name": "camera",
            "connection": try #require(ada.answer["connection"]),
            "createdAt": "2026-09-21T14:15:00.000Z", "hasAudio": true, "hasVideo": true,
            "width": 640, "height": 480, "videoType": "camera",
        ]
        #expect(event.data == ["stream": json])
        #expect(try fixture.connect().answer["snapshot"]?["streams"] == [json])
        let again = try fixture.resume(ada)
        #expect(again.answer["snapshot"]?["streams"] == [])
    }

    @Test func `a change names the members that differ, an unpublish ends the stream`() throws {
        var fixture = try ModelFixture()
        let ada = try fixture.join()
        let bob = try fixture.join()
        _ = fixture.take(ada)
        let stream = try fixture.publish(ada).get()
        _ = fixture.take(bob)
        let key = ConnectionKey(session: fixture.session, connection: ada.id)
        var properties = stream.properties
        properties.hasVideo = false
        properties.width = 320
        properties.videoType = .screen
        for _ in 0..<2 {
            let change = fixture.store.changeStream(
                key,
                stream.id,
                to: properties,
                at: fixture.time
            )
            #expect(change.answer.codes == nil)
            fixture.note(change.effects)
        }
        let foreign = ConnectionKey(session: fixture.session, connection: bob.id)
        #expect(
            fixture.store.changeStream(foreign, stream.id, to: properties, at: fixture.time)
                .answer.codes == [404, 1535]
        )
        #expect(
            fixture.store.unpublish(foreign, stream.id, at: fixture.time).answer.codes == [
                404, 1535,
            ]
        )
        let end = fixture.store.unpublish(key, stream.id, at: fixture.time)
        fixture.note(end.effects)
        let events = fixture.take(bob)
        #expect(events.map(\.type) == [.streamChanged, .streamDestroyed])
        #expect(events.first?.data["changed"] == ["hasVideo", "size", "videoType"])
        #expect(events.last?.data["reason"] == "unpublished")
        #expect(fixture.take(ada) == [])
    }

    @Test func `stream 65 of a session is refused with 1605`() throws {
        var fixture = try ModelFixture()
        let ada = try fixture.join()
        for _ in 0..<64 { _ = try fixture.publish(ada).get() }
        #expect(try fixture.publish(ada).codes == [409, 1605])
    }

    @Test func `force mute all mutes all but the excluded streams, and reports it to all`() throws {
        var fixture = try ModelFixture()
        var chair = try fixture.join(.moderator)
        let ada = try fixture.join()
        let bob = try fixture.join()
        let first = try fixture.publish(ada).get()
        let second = try fixture.publish(bob).get()
        let own = try fixture.publish(chair).get()
        for client in [chair, ada, bob] { _ = fixture.take(client) }
        let excluded: JSONValue = [.string(second.id), "unknown", "é"]
        #expect(try fixture.send(&chair, "forceMuteAll", ["excludedStreams": excluded]) == nil)
        let streams = try #require(fixture.store.state.sessions[fixture.session]?.streams)
        #expect(streams.map(\.id) == [first.id, second.id, own.id])
        #expect(streams.map(\.properties.hasAudio) == [false, true, false])
        #expect(streams.map(\.isMuteForced) == [true, false, true])
        #expect(fixture.take(ada).map(\.type) == [.muteForced, .streamMuteForced, .streamChanged])
        #expect(fixture.take(bob).map(\.type) == [.muteForced, .streamChanged, .streamChanged])
        let events = fixture.take(chair)
        #expect(events.map(\.type) == [.muteForced, .streamChanged, .streamMuteForced])
        #expect(events.first?.data == ["active": true])
    }

    @Test func `a stream published while all are muted starts muted`() throws {
        var fixture = try ModelFixture()
        var chair = try fixture.join(.moderator)
        try fixture.send(&chair, "forceMuteAll")
        let ada = try fixture.join()
        #expect(ada.answer["snapshot"]?["muteForced"]?["active"] == true)
        _ = fixture.take(chair)
        let stream = try fixture.publish(ada).get()
        #expect(stream.isMuteForced && !stream.properties.hasAudio)
        #expect(fixture.take(ada).map(\.type) == [.streamMuteForced])
        let events = fixture.take(chair)
        #expect(events.map(\.type) == [.streamCreated])
        #expect(events.first?.data["stream"]?["hasAudio"] == false)
    }

    @Test func `the end of force mute unmutes no stream, and later ones start with audio`() throws {
        var fixture = try ModelFixture()
        var chair = try fixture.join(.moderator)
        let ada = try fixture.join()
        let first = try fixture.publish(ada).get()
        try fixture.send(&chair, "forceMuteAll")
        _ = fixture.take(ada)
        #expect(try fixture.send(&chair, "disableForceMute") == nil)
        #expect(fixture.take(ada).map(\.data) == [["active": false]])
        let second = try fixture.publish(ada).get()
        #expect(second.properties.hasAudio && !second.isMuteForced)
        let stored = fixture.store.state.sessions[fixture.session]?.streams.first
        #expect(stored?.id == first.id && stored?.properties.hasAudio == false)
        #expect(try fixture.connect().answer["snapshot"]?["muteForced"]?["active"] == false)
    }

    @Test func `force mute of one stream is reported to its publisher alone, once`() throws {
        var fixture = try ModelFixture()
        var chair = try fixture.join(.moderator)
        let ada = try fixture.join()
        let stream = try fixture.publish(ada).get()
        let silent = try fixture.publish(ada, hasAudio: false).get()
        for client in [chair, ada] { _ = fixture.take(client) }
        for _ in 0..<2 {
            #expect(
                try fixture.send(&chair, "forceMuteStream", ["stream": .string(stream.id)]) == nil
            )
        }
        try fixture.send(&chair, "forceMuteStream", ["stream": .string(silent.id)])
        #expect(fixture.take(ada).map(\.type) == [.streamMuteForced, .streamMuteForced])
        #expect(fixture.take(chair).map(\.type) == [.streamChanged])
        for wrong in [JSONValue.null, 5, "", "x", "é", .string(chair.id)] {
            #expect(try fixture.send(&chair, "forceMuteStream", ["stream": wrong]) == 1535)
        }
    }

    @Test(arguments: [false, true])
    func `a publisher may unmute its stream, except with hard mute`(isHard: Bool) throws {
        var fixture = try ModelFixture(options: ["hardMute": .bool(isHard)])
        var chair = try fixture.join(.moderator)
        let ada = try fixture.join()
        let stream = try fixture.publish(ada).get()
        try fixture.send(&chair, "forceMuteStream", ["stream": .string(stream.id)])
        _ = fixture.take(chair)
        let key = ConnectionKey(session: fixture.session, connection: ada.id)
        let unmute = fixture.store.changeStream(
            key,
            stream.id,
            to: stream.properties,
            at: fixture.time
        )
        fixture.note(unmute.effects)
        #expect(unmute.answer.codes == (isHard ? [403, 1540] : nil))
        #expect(fixture.take(chair).map(\.type) == (isHard ? [] : [.streamChanged]))
        let stored = fixture.store.state.sessions[fixture.session]?.streams.first
        #expect(stored?.isMuteForced == isHard && stored?.properties.hasAudio == !isHard)
    }

    @Test(
        arguments: [
            5, "x", [5], [.null], ["a", [:]], .array(Array(repeating: "x", count: 257)),
        ] as [JSONValue]
    )
    func `excluded streams of the wrong type, or more than 256, are 1011`(value: JSONValue) throws {
        var fixture = try ModelFixture()
        var chair = try fixture.join(.moderator)
        #expect(try fixture.send(&chair, "forceMuteAll", ["excludedStreams": value]) == 1011)
        #expect(fixture.take(chair) == [])
        let most = JSONValue.array(Array(repeating: "x", count: 256))
        #expect(try fixture.send(&chair, "forceMuteAll", ["excludedStreams": most]) == nil)
    }

    @Test func `a forced disconnect ends streams, then the connection, for others and itself`()
        throws
    {
        var fixture = try ModelFixture()
        var chair = try fixture.join(.moderator)
        var ada = try fixture.join()
        _ = try fixture.publish(ada).get()
        _ = try fixture.publish(ada).get()
        for client in [chair, ada] { _ = fixture.take(client) }
        try fixture.send(&ada, "signal", ["data": "last"])
        #expect(try fixture.send(&chair, "forceDisconnect", ["connection": .string(ada.id)]) == nil)
        let stream = try #require(ada.stream)
        #expect(fixture.ended[stream]?.epoch == ada.epoch)
        let own = fixture.take(ada)
        #expect(own.map(\.type) == [.signal, .disconnected])
        #expect(own.last?.data == ["reason": "forced"])
        let events = fixture.take(chair)
        #expect(
            events.map(\.type)
                == [.signal, .streamDestroyed, .streamDestroyed, .connectionDestroyed]
        )
        #expect(events.dropFirst().allSatisfy { $0.data["reason"] == "forced" })
        for codes in [
            fixture.tryOpen(ada).codes, try fixture.post(ada).codes,
            try fixture.tryResume(ada).codes,
        ] {
            #expect(codes == [410, 1022])
        }
        let refusal = try fixture.tryResume(ada).refusal
        #expect(refusal?.resume == false && refusal?.reason == .forced)
        #expect(
            try fixture.send(&chair, "forceDisconnect", ["connection": .string(ada.id)]) == 1011
        )
    }

    @Test func `a moderator may disconnect itself, and later requests are not executed`() throws {
        var fixture = try ModelFixture()
        let chair = try fixture.join(.moderator)
        let bob = try fixture.join()
        let answer = try fixture.post(
            chair,
            [
                ["number": 1, "op": "forceDisconnect", "connection": .string(chair.id)],
                ["number": 2, "op": "signal"],
            ]
        ).get()
        #expect(answer.answers.map(\.outcome) == [.done])
        #expect(fixture.take(chair).map(\.type) == [.connectionCreated, .disconnected])
        #expect(fixture.take(bob).map(\.type) == [.connectionDestroyed])
        #expect(fixture.store.counters.ended == [.forced: 1])
    }

    @Test(arguments: [JSONValue.null, 5, "", "x", "é", []])
    func `a forced disconnect of no connection is 1011`(value: JSONValue) throws {
        var fixture = try ModelFixture()
        var chair = try fixture.join(.moderator)
        #expect(try fixture.send(&chair, "forceDisconnect", ["connection": value]) == 1011)
    }
}
