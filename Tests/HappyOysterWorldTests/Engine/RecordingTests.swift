// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterStream
import HappyOysterTestSupport
import Testing

@testable import HappyOysterWorld

@Suite struct RecordingTests {
    private func record(_ travel: TravelFixture, _ path: String?) throws {
        try travel.core.record(to: path)
        travel.fixture.loop.run()
    }

    private func resume(_ travel: TravelFixture) throws {
        _ = try travel.resume()
        travel.fixture.loop.advance(by: .seconds(3))
        travel.fixture.answer("travels/resume", [:])
        travel.showFirstFrame()
    }

    @Test(arguments: [
        ("a.webm", ["a.webm", "a-2.webm", "a-3.webm"]),
        ("/x.y/a.mkv", ["/x.y/a.mkv", "/x.y/a-2.mkv", "/x.y/a-3.mkv"]),
        ("/x/a.b.webm", ["/x/a.b.webm", "/x/a.b-2.webm", "/x/a.b-3.webm"]),
        ("/x/.a.MP4", ["/x/.a.MP4", "/x/.a-2.MP4", "/x/.a-3.MP4"]),
        ("日本.webm", ["日本.webm", "日本-2.webm", "日本-3.webm"]),
    ])
    func `the files of a recording are numbered before their extension`(
        path: String,
        names: [String]
    ) {
        var plan = RecordingPlan()
        #expect(plan.nextFile() == nil)
        plan.set(path)
        #expect((0..<3).map { _ in plan.nextFile() } == names)
        plan.set(path)
        #expect(plan.nextFile() == path)
        plan.set(nil)
        #expect(plan.nextFile() == nil)
    }

    @Test func `a recording from before start begins with the join, and each rejoin has its file`()
        throws
    {
        let fixture = try EngineFixture(.directing)
        let travel = try fixture.makeTravel()
        try record(travel, "a.webm")
        try travel.run()
        #expect(travel.connection?.recordings == ["/film/a.webm"])
        try travel.runPause()
        try resume(travel)
        #expect(travel.connection?.recordings == ["/film/a-2.webm"])
        try travel.runPause()
        _ = try travel.rewind(4)
        fixture.loop.advance(by: .seconds(3))
        fixture.answer("travels/rewind", ["resumedAtSec": 4])
        #expect(travel.connection?.recordings == ["/film/a-3.webm"])
        #expect(fixture.streams.connections.count == 3)
        #expect(travel.errors.isEmpty)
    }

    @Test func `a running travel starts, changes and stops a recording at once`() throws {
        let fixture = try EngineFixture(.directing)
        let travel = try fixture.makeTravel()
        try travel.run()
        #expect(travel.connection?.recordings == [])
        for path in ["a.webm", "b.webm", nil] { try record(travel, path) }
        #expect(travel.connection?.recordings == ["/film/a.webm", "/film/b.webm", nil])
        try travel.runPause()
        try resume(travel)
        #expect(travel.connection?.recordings == [])
    }

    @Test func `a recording from a pause begins with the rejoin`() throws {
        let fixture = try EngineFixture(.directing)
        let travel = try fixture.makeTravel()
        try travel.run()
        try travel.runPause()
        try record(travel, "a.webm")
        try resume(travel)
        #expect(travel.connection?.recordings == ["/film/a.webm"])
    }

    @Test func `a stream engine that cannot record is an error event, and the travel continues`()
        throws
    {
        let fixture = try EngineFixture(.directing)
        let travel = try fixture.makeTravel()
        try travel.run()
        travel.connection?.allowRecording(false)
        try record(travel, "a.webm")
        let error = try #require(travel.errors.first)
        #expect(travel.errors.count == 1)
        #expect(error.code == OysterErrorCode.unsupported)
        #expect(error.operationName == .record)
        #expect(!error.endsTravel)
        #expect(travel.core.status == .running)
    }

    @Test func `record is refused with 103001 while the travel is ending or over`() throws {
        let fixture = try EngineFixture(.directing)
        let travel = try fixture.makeTravel()
        try travel.run()
        _ = try travel.end()
        for _ in 0..<2 {
            #expect {
                try travel.core.record(to: "a.webm")
            } throws: {
                ($0 as? OysterSDKError)?.code == OysterErrorCode.noActiveTravel
            }
            fixture.answer("travels/end", [:])
        }
        #expect(travel.connection?.recordings == [])
    }

    @Test func `a failed recording is one error event per file, and the travel continues`() throws {
        let fixture = try EngineFixture(.directing)
        let travel = try fixture.makeTravel()
        try record(travel, "a.webm")
        try travel.run()
        for _ in 0..<3 { travel.connection?.sink.recordingFailed("/film/a.webm: the disk is full") }
        fixture.loop.run()
        let error = try #require(travel.errors.first)
        #expect(travel.errors.count == 1)
        #expect(error.code == OysterErrorCode.unsupported)
        #expect(error.message == "/film/a.webm: the disk is full")
        #expect(error.operationName == .record)
        #expect(!error.endsTravel)
        #expect(travel.core.status == .running)
        // The next file can fail as well, and report it during or after the leave.
        try travel.runPause()
        try resume(travel)
        let second = travel.connection
        try travel.runPause()
        second?.sink.recordingFailed("/film/a-2.webm: the disk is full")
        fixture.loop.run()
        #expect(travel.errors.count == 2)
    }

    @Test func `a failed recording that was not started emits no event`() throws {
        let fixture = try EngineFixture(.directing)
        let travel = try fixture.makeTravel()
        try travel.run()
        travel.connection?.sink.recordingFailed("?")
        fixture.loop.run()
        #expect(travel.errors.isEmpty)
        try record(travel, "a.webm")
        let sink = travel.connection?.sink
        _ = try travel.end()
        fixture.answer("travels/end", [:])
        sink?.recordingFailed("too late")
        fixture.loop.run()
        #expect(travel.errors.isEmpty)
    }

    @Test func `the error of a failed recording contains no secret`() throws {
        let fixture = try EngineFixture(.directing)
        let travel = try fixture.makeTravel()
        try record(travel, "a.webm")
        try travel.run()
        travel.connection?.sink.recordingFailed("rtc-token-sample \(EngineFixture.token)")
        fixture.loop.run()
        #expect(travel.errors.first?.message == "<redacted> <redacted>")
    }

    @Test func `a relative path of a recording is resolved when the host calls`() throws {
        let fixture = try EngineFixture(.directing)
        let travel = try fixture.makeTravel()
        fixture.enterFolder("/first")
        try record(travel, "films/a.webm")
        fixture.enterFolder("/second")
        try travel.run()
        #expect(travel.connection?.recordings == ["/first/films/a.webm"])
        try travel.runPause()
        try resume(travel)
        #expect(travel.connection?.recordings == ["/first/films/a-2.webm"])
        fixture.enterFolder("/")
        try record(travel, "../a.mkv")
        try record(travel, "/abs/a.mp4")
        #expect(travel.connection?.recordings.suffix(2) == ["/../a.mkv", "/abs/a.mp4"])
    }

    @Test func `without a working directory only absolute paths of recordings are accepted`() throws
    {
        let fixture = try EngineFixture(.directing)
        let travel = try fixture.makeTravel()
        fixture.enterFolder(nil)
        #expect {
            try travel.core.record(to: "a.webm")
        } throws: {
            ($0 as? OysterSDKError)?.code == OysterErrorCode.invalidArgument
        }
        try travel.core.record(to: "/a.webm")
    }

    @Test(arguments: [
        "", "a\0b.webm", String(repeating: "a", count: 4092) + ".webm", "a", "a.", "/x.webm/a",
        "a.avi",
        ".webm", "x/.webm", "/", "a.webm/", "a.webm ", "a.web", "webm",
    ])
    func `a path without a known extension is refused with 109002`(path: String) throws {
        let fixture = try EngineFixture(.directing)
        let travel = try fixture.makeTravel()
        #expect {
            try travel.core.record(to: path)
        } throws: {
            let error = $0 as? OysterSDKError
            return error?.code == OysterErrorCode.invalidArgument && error?.operationName == .record
        }
    }

    @Test(arguments: [
        "a.webm", "a.WebM", "a.mkv", "a.MP4", "x.tar.webm", "a b 'c' \".webm", "! queue ! x.webm",
        "..webm",
        "100%d.webm", "ä日本.webm", "a\nb.mkv", String(repeating: "a", count: 4091) + ".webm",
    ])
    func `a path with a known extension is accepted unchanged`(path: String) throws {
        let fixture = try EngineFixture(.directing)
        let travel = try fixture.makeTravel()
        try travel.run()
        try record(travel, path)
        #expect(travel.connection?.recordings == ["/film/" + path])
    }
}
