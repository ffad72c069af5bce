// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterStream
import Testing

@testable import HappyOysterWorld

/// The bounds of join, first frame and no stream: the step that hangs gives the code.
@Suite struct TravelStartTimeoutTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let timeout: Int
        let noStreamSec: Int
        /// When the join succeeds after enter-travel, or nil.
        let joinsAfter: Int?
        /// When the first frame comes after the join, or nil.
        let frameAfter: Int?

        var testDescription: String {
            let join = joinsAfter.map { "joined after \($0) s" } ?? "never joined"
            let frame = frameAfter.map { ", frame \($0) s later" } ?? ""
            return "bound \(timeout) s, server \(noStreamSec) s, \(join)\(frame)"
        }

        /// The expected code, and the seconds after enter-travel.
        var expected: (code: Int, after: Int)? {
            let shorter = min(timeout, noStreamSec)
            guard let joinsAfter, joinsAfter < shorter else {
                // The join hangs; the server's time gives the code only when it is the shorter one.
                return (noStreamSec < timeout ? 105_006 : 105_002, shorter)
            }
            // Both times start again at the join.
            if let frameAfter, frameAfter < shorter { return nil }
            return (noStreamSec <= timeout ? 105_006 : 105_003, joinsAfter + shorter)
        }
    }

    static let cases: [Case] = [1, 10, 30, 40].flatMap { timeout in
        [1, 12, 30, 86_400].flatMap { server in
            [nil, 0, 5, 15, 29, 35].flatMap { joins in
                (joins == nil ? [nil] : [nil, 0, 9, 29, 50]).map { frame in
                    Case(
                        timeout: timeout,
                        noStreamSec: server,
                        joinsAfter: joins,
                        frameAfter: frame
                    )
                }
            }
        }
    }

    @Test(arguments: cases)
    func `the step of start that hangs gives the code of the failure`(_ row: Case) throws {
        var bench = Bench(timeout: .seconds(row.timeout))
        bench.begin(operation: 1)
        try bench.enter(["noStreamAutoEndTimeoutSec": JSONValue(row.noStreamSec)])
        let entered = bench.now
        if let joins = row.joinsAfter {
            bench.pass(.seconds(joins))
            bench.send(.stream(.connected))
        }
        if let frame = row.frameAfter {
            bench.pass(.seconds(frame))
            bench.send(.firstFrame)
        }
        guard let (code, seconds) = row.expected else {
            bench.pass(.seconds(100))
            #expect(bench.machine.status == .running)
            return
        }
        let left = .seconds(seconds) - (bench.now - entered)
        if left > .zero {
            bench.pass(left - .milliseconds(1))
            #expect(bench.code(1) == nil)
            bench.pass(.milliseconds(1))
        }
        #expect(bench.machine.status == .failed)
        #expect(bench.code(1) == code)
        #expect(bench.errors.map(\.code) == [code])
        let bound = code == OysterErrorCode.streamAutoEnd ? row.noStreamSec : row.timeout
        let message = bench.error(1)?.message ?? ""
        #expect(message.contains("within \(bound * 1000) ms"), "\(message)")
    }

    @Test func `with the default times a join that hangs fails with 105002`() throws {
        var bench = Bench(timeout: .seconds(30))
        bench.begin(operation: 1)
        try bench.enter()
        bench.pass(.seconds(60))
        #expect(bench.errors.map(\.code) == [105_002])
    }

    @Test(arguments: [(30, 105_006), (40, 105_006), (29, 105_003)])
    func `without a first frame the shorter of the two times gives the code`(
        _ timeout: Int,
        _ code: Int
    ) throws {
        var bench = Bench(timeout: .seconds(timeout))
        bench.begin(operation: 1)
        try bench.enter()
        bench.pass(.seconds(3))
        bench.send(.stream(.connected))
        bench.pass(.seconds(60))
        #expect(bench.errors.map(\.code) == [code])
    }

    @Test(arguments: [nil, JSONValue.null])
    func `the no-stream time is 30 s when the server names none`(_ value: JSONValue?) throws {
        var bench = Bench(timeout: .seconds(600))
        bench.begin(operation: 1)
        try bench.enter(["noStreamAutoEndTimeoutSec": value ?? .null])
        bench.pass(.seconds(29))
        #expect(bench.code(1) == nil)
        bench.pass(.seconds(1))
        #expect(bench.code(1) == 105_006)
    }

    @Test func `a failure with 105006 sends the fail code TRAVEL_NO_STREAM_AUTO_END`() throws {
        var bench = Bench(timeout: .seconds(600))
        bench.begin()
        try bench.enter()
        bench.pass(.seconds(30))
        #expect(bench.requests.last == .end(failCode: "TRAVEL_NO_STREAM_AUTO_END"))
    }

    @Test(arguments: [TravelTimer.join, .firstFrame])
    func `a failure by another bound sends no fail code`(
        _ timer: TravelTimer
    ) throws {
        var bench = Bench(timeout: .seconds(5))
        bench.begin()
        try bench.enter()
        if timer == .firstFrame { bench.send(.stream(.connected)) }
        bench.pass(.seconds(5))
        #expect(bench.machine.status == .failed)
        #expect(bench.requests.last == .end(failCode: nil))
    }

    @Test func `a first frame 1 ms before the bound completes start`() throws {
        var bench = Bench()
        bench.begin(operation: 1)
        try bench.enter()
        bench.pass(.milliseconds(29_999))
        bench.showFirstFrame()
        bench.pass(.seconds(100))
        #expect(bench.code(1) == 0)
        #expect(bench.machine.status == .running)
    }

    @Test func `a second report of connected does not restart the bound of the first frame`() throws
    {
        var bench = Bench(timeout: .seconds(10))
        bench.begin(operation: 1)
        try bench.enter()
        bench.send(.stream(.connected))
        bench.pass(.seconds(9))
        bench.send(.stream(.connected))
        bench.pass(.seconds(1))
        #expect(bench.code(1) == 105_003)
    }

    @Test func `a lost stream fails the travel with 105006 unless it returns in time`() throws {
        var bench = Bench()
        try bench.run()
        bench.send(.stream(.reconnecting))
        #expect(bench.machine.status == .prepare)
        bench.pass(.seconds(29))
        bench.send(.stream(.playing))
        #expect(bench.machine.status == .running)
        bench.pass(.seconds(60))
        #expect(bench.machine.status == .running)
        bench.send(.stream(.reconnecting))
        bench.pass(.seconds(30))
        #expect(bench.errors.map(\.code) == [105_006])
        #expect(bench.requests.last == .end(failCode: "TRAVEL_NO_STREAM_AUTO_END"))
    }

    @Test(arguments: [TravelInput.stream(.disconnected), .streamFailed("gone")])
    func `a stream that ended fails the travel with 105001`(_ loss: TravelInput) throws {
        var bench = Bench()
        try bench.run()
        bench.send(loss)
        #expect(bench.errors.map(\.code) == [105_001])
        #expect(bench.statuses.last == .failed)
        #expect(bench.requests.last == .end(failCode: nil))
    }
}
