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
        ("a.webm", ["a.webm", "a-2.webm", "a-3.webm"]), ("a", ["a", "a-2", "a-3"]),
        ("/x.y/a", ["/x.y/a", "/x.y/a-2", "/x.y/a-3"]),
        ("/x/a.b.webm", ["/x/a.b.webm", "/x/a.b-2.webm", "/x/a.b-3.webm"]),
        (".webm", [".webm", ".webm-2", ".webm-3"]), ("x/.a", ["x/.a", "x/.a-2", "x/.a-3"]),
        ("a.", ["a.", "a-2.", "a-3."]), ("日本.webm", ["日本.webm", "日本-2.webm", "日本-3.webm"]),
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
        #expect(voyage.connection?.recordings == ["a.webm"])
        try voyage.runPause()
        try resume(voyage)
        #expect(voyage.connection?.recordings == ["a-2.webm"])
        try voyage.runPause()
        _ = try voyage.rewind(4)
        world.loop.advance(by: .seconds(3))
        world.answer("travels/rewind", ["resumedAtSec": 4])
        #expect(voyage.connection?.recordings == ["a-3.webm"])
        #expect(world.streams.connections.count == 3)
        #expect(voyage.errors.isEmpty)
    }

    @Test func `while it runs it begins, changes and stops at once`() throws {
        let world = try World(.directing)
        let voyage = try world.makeTravel()
        try voyage.run()
        #expect(voyage.connection?.recordings == [])
        for path in ["a.webm", "b.webm", nil] { try record(voyage, path) }
        #expect(voyage.connection?.recordings == ["a.webm", "b.webm", nil])
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
        #expect(voyage.connection?.recordings == ["a.webm"])
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

    @Test(arguments: ["", "a\0b", String(repeating: "a", count: 4097)])
    func `what is no path is refused`(path: String) throws {
        let world = try World(.directing)
        let voyage = try world.makeTravel()
        #expect {
            try voyage.travel.record(to: path)
        } throws: {
            ($0 as? OysterSDKError)?.code == OysterErrorCode.invalidArgument
        }
        try voyage.travel.record(to: String(repeating: "a", count: 4096))
    }
}
