// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterStream
import HappyOysterTestSupport
import Testing

@testable import HappyOysterWorld

@Suite struct RecordingTests {
    private func record(_ voyage: Voyage, _ path: String?) throws {
        try voyage.travel.record(to: path)
        voyage.world.loop.run()
    }

    private func resume(_ voyage: Voyage) throws {
        _ = try voyage.resume()
        voyage.world.loop.advance(by: .seconds(3))
        voyage.world.answer("travels/resume", [:])
        voyage.showFirstFrame()
    }

    @Test(arguments: [
        ("a.webm", ["a.webm", "a-2.webm", "a-3.webm"]),
        ("/x.y/a.mkv", ["/x.y/a.mkv", "/x.y/a-2.mkv", "/x.y/a-3.mkv"]),
        ("/x/a.b.webm", ["/x/a.b.webm", "/x/a.b-2.webm", "/x/a.b-3.webm"]),
        ("/x/.a.MP4", ["/x/.a.MP4", "/x/.a-2.MP4", "/x/.a-3.MP4"]),
        ("日本.webm", ["日本.webm", "日本-2.webm", "日本-3.webm"]),
    ])
    func `files are numbered before their extension`(path: String, names: [String]) {
        var plan = RecordingPlan()
        #expect(plan.nextFile() == nil)
        plan.set(path)
        #expect((0..<3).map { _ in plan.nextFile() } == names)
        plan.set(path)
        #expect(plan.nextFile() == path)
        plan.set(nil)
        #expect(plan.nextFile() == nil)
    }

    @Test func `what was asked before start begins with the join, and each rejoin has its file`()
        throws
    {
        let world = try World(.directing)
        let voyage = try world.makeTravel()
        try record(voyage, "a.webm")
        try voyage.run()
        #expect(voyage.connection?.recordings == ["/film/a.webm"])
        try voyage.runPause()
        try resume(voyage)
        #expect(voyage.connection?.recordings == ["/film/a-2.webm"])
        try voyage.runPause()
        _ = try voyage.rewind(4)
        world.loop.advance(by: .seconds(3))
        world.answer("travels/rewind", ["resumedAtSec": 4])
        #expect(voyage.connection?.recordings == ["/film/a-3.webm"])
        #expect(world.streams.connections.count == 3)
        #expect(voyage.errors.isEmpty)
    }

    @Test func `while it runs it begins, changes and stops at once`() throws {
        let world = try World(.directing)
        let voyage = try world.makeTravel()
        try voyage.run()
        #expect(voyage.connection?.recordings == [])
        for path in ["a.webm", "b.webm", nil] { try record(voyage, path) }
        #expect(voyage.connection?.recordings == ["/film/a.webm", "/film/b.webm", nil])
        try voyage.runPause()
        try resume(voyage)
        #expect(voyage.connection?.recordings == [])
    }

    @Test func `what is asked in a pause begins with the rejoin`() throws {
        let world = try World(.directing)
        let voyage = try world.makeTravel()
        try voyage.run()
        try voyage.runPause()
        try record(voyage, "a.webm")
        try resume(voyage)
        #expect(voyage.connection?.recordings == ["/film/a.webm"])
    }

    @Test func `a stream engine that cannot record tells it, and the travel goes on`() throws {
        let world = try World(.directing)
        let voyage = try world.makeTravel()
        try voyage.run()
        voyage.connection?.allowRecording(false)
        try record(voyage, "a.webm")
        let error = try #require(voyage.errors.first)
        #expect(voyage.errors.count == 1)
        #expect(error.code == OysterErrorCode.unsupported)
        #expect(error.operation == .record)
        #expect(!error.endsTravel)
        #expect(voyage.travel.status == .running)
    }

    @Test func `a travel that is over or ending records nothing`() throws {
        let world = try World(.directing)
        let voyage = try world.makeTravel()
        try voyage.run()
        _ = try voyage.end()
        for _ in 0..<2 {
            #expect {
                try voyage.travel.record(to: "a.webm")
            } throws: {
                ($0 as? OysterSDKError)?.code == OysterErrorCode.noActiveTravel
            }
            world.answer("travels/end", [:])
        }
        #expect(voyage.connection?.recordings == [])
    }

    @Test func `a failure of writing is told once per file, and the travel goes on`() throws {
        let world = try World(.directing)
        let voyage = try world.makeTravel()
        try record(voyage, "a.webm")
        try voyage.run()
        for _ in 0..<3 { voyage.connection?.sink.recordingFailed("/film/a.webm: the disk is full") }
        world.loop.run()
        let error = try #require(voyage.errors.first)
        #expect(voyage.errors.count == 1)
        #expect(error.code == OysterErrorCode.unsupported)
        #expect(error.message == "/film/a.webm: the disk is full")
        #expect(error.operation == .record)
        #expect(!error.endsTravel)
        #expect(voyage.travel.status == .running)
        // The next part may fail for itself, and say so while or after it is left.
        try voyage.runPause()
        try resume(voyage)
        let second = voyage.connection
        try voyage.runPause()
        second?.sink.recordingFailed("/film/a-2.webm: the disk is full")
        world.loop.run()
        #expect(voyage.errors.count == 2)
    }

    @Test func `a stream engine that fails what was never begun is not heard`() throws {
        let world = try World(.directing)
        let voyage = try world.makeTravel()
        try voyage.run()
        voyage.connection?.sink.recordingFailed("?")
        world.loop.run()
        #expect(voyage.errors.isEmpty)
        try record(voyage, "a.webm")
        let sink = voyage.connection?.sink
        _ = try voyage.end()
        world.answer("travels/end", [:])
        sink?.recordingFailed("too late")
        world.loop.run()
        #expect(voyage.errors.isEmpty)
    }

    @Test func `a failure of writing holds no secret`() throws {
        let world = try World(.directing)
        let voyage = try world.makeTravel()
        try record(voyage, "a.webm")
        try voyage.run()
        voyage.connection?.sink.recordingFailed("rtc-token-sample \(World.token)")
        world.loop.run()
        #expect(voyage.errors.first?.message == "<redacted> <redacted>")
    }

    @Test func `a relative path is resolved when the call is made`() throws {
        let world = try World(.directing)
        let voyage = try world.makeTravel()
        world.enterFolder("/first")
        try record(voyage, "films/a.webm")
        world.enterFolder("/second")
        try voyage.run()
        #expect(voyage.connection?.recordings == ["/first/films/a.webm"])
        try voyage.runPause()
        try resume(voyage)
        #expect(voyage.connection?.recordings == ["/first/films/a-2.webm"])
        world.enterFolder("/")
        try record(voyage, "../a.mkv")
        try record(voyage, "/abs/a.mp4")
        #expect(voyage.connection?.recordings.suffix(2) == ["/../a.mkv", "/abs/a.mp4"])
    }

    @Test func `without a working directory only absolute paths are taken`() throws {
        let world = try World(.directing)
        let voyage = try world.makeTravel()
        world.enterFolder(nil)
        #expect {
            try voyage.travel.record(to: "a.webm")
        } throws: {
            ($0 as? OysterSDKError)?.code == OysterErrorCode.invalidArgument
        }
        try voyage.travel.record(to: "/a.webm")
    }

    @Test(arguments: [
        "", "a\0b.webm", String(repeating: "a", count: 4092) + ".webm", "a", "a.", "/x.webm/a",
        "a.avi",
        ".webm", "x/.webm", "/", "a.webm/", "a.webm ", "a.web", "webm",
    ])
    func `what names no recording is refused`(path: String) throws {
        let world = try World(.directing)
        let voyage = try world.makeTravel()
        #expect {
            try voyage.travel.record(to: path)
        } throws: {
            let error = $0 as? OysterSDKError
            return error?.code == OysterErrorCode.invalidArgument && error?.operation == .record
        }
    }

    @Test(arguments: [
        "a.webm", "a.WebM", "a.mkv", "a.MP4", "x.tar.webm", "a b 'c' \".webm", "! queue ! x.webm",
        "..webm",
        "100%d.webm", "ä日本.webm", "a\nb.mkv", String(repeating: "a", count: 4091) + ".webm",
    ])
    func `any other name is taken as it is`(path: String) throws {
        let world = try World(.directing)
        let voyage = try world.makeTravel()
        try voyage.run()
        try record(voyage, path)
        #expect(voyage.connection?.recordings == ["/film/" + path])
    }
}
