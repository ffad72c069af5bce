// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterStream
import Testing

@testable import HappyOysterWorld

/// Join, first frame and no stream: whichever timer is due first decides.
@Suite struct TravelStartTimeoutTests {
    struct Case: Sendable {
        let timeout: Duration
        let noStreamSec: Int
        /// When the join succeeds after enter-travel, or nil.
        let joinsAfter: Duration?
        let code: Int
        let failsAfter: Duration

        init(_ timeout: Int, _ noStreamSec: Int, joins: Int?, _ code: Int, after seconds: Int) {
            self.timeout = .seconds(timeout)
            self.noStreamSec = noStreamSec
            joinsAfter = joins.map { .seconds($0) }
            self.code = code
            failsAfter = .seconds(seconds)
        }
    }

    @Test(arguments: [
        // Never joined: the shorter of timeout and no-stream.
        Case(10, 30, joins: nil, 105_002, after: 10),
        Case(40, 30, joins: nil, 105_006, after: 30),
        Case(1, 86_400, joins: nil, 105_002, after: 1),
        // Joined: the first frame's timeout runs from the join, no-stream from enter-travel.
        Case(10, 30, joins: 5, 105_003, after: 15),
        Case(10, 30, joins: 0, 105_003, after: 10),
        Case(20, 30, joins: 15, 105_006, after: 30),
        Case(30, 12, joins: 3, 105_006, after: 12),
        Case(30, 86_400, joins: 29, 105_003, after: 59),
    ])
    func `the timer that is due first decides the code`(_ row: Case) throws {
        var bench = Bench(timeout: row.timeout)
        bench.begin(operation: 1)
        try bench.enter(["noStreamAutoEndTimeoutSec": JSONValue(row.noStreamSec)])
        let entered = bench.now
        if let joins = row.joinsAfter {
            bench.pass(joins)
            bench.send(.stream(.connected))
        }
        let left = row.failsAfter - (bench.now - entered)
        bench.pass(left - .milliseconds(1))
        #expect(bench.machine.status == .prepare)
        #expect(bench.code(1) == nil)
        bench.pass(.milliseconds(1))
        #expect(bench.machine.status == .failed)
        #expect(bench.code(1) == row.code)
        #expect(bench.errors.map(\.code) == [row.code])
    }

    @Test func `with equal times the travel fails once, with one of the two codes`() throws {
        var bench = Bench(timeout: .seconds(30))
        bench.begin(operation: 1)
        try bench.enter()
        bench.pass(.seconds(60))
        #expect(bench.errors.count == 1)
        #expect([105_002, 105_006].contains(bench.code(1)))
        #expect(bench.code(1) == bench.errors.first?.code)
    }

    @Test(arguments: [nil, JSONValue.null])
    func `no-stream is 30 s when the server names no time`(_ value: JSONValue?) throws {
        var bench = Bench(timeout: .seconds(600))
        bench.begin(operation: 1)
        try bench.enter(["noStreamAutoEndTimeoutSec": value ?? .null])
        bench.pass(.seconds(29))
        #expect(bench.code(1) == nil)
        bench.pass(.seconds(1))
        #expect(bench.code(1) == 105_006)
    }

    @Test func `no stream ends the travel on the server with its fail code`() throws {
        var bench = Bench(timeout: .seconds(600))
        bench.begin()
        try bench.enter()
        bench.pass(.seconds(30))
        #expect(bench.requests.last == .end(failCode: "TRAVEL_NO_STREAM_AUTO_END"))
    }

    @Test(arguments: [TravelTimer.join, .firstFrame])
    func `other time-outs end the travel on the server without a fail code`(
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

    @Test func `a first frame in the last moment saves the travel`() throws {
        var bench = Bench()
        bench.begin(operation: 1)
        try bench.enter()
        bench.pass(.milliseconds(29_999))
        bench.showFirstFrame()
        bench.pass(.seconds(100))
        #expect(bench.code(1) == 0)
        #expect(bench.machine.status == .running)
    }

    @Test func `a second word of joining does not lengthen the wait for the first frame`() throws {
        var bench = Bench(timeout: .seconds(10))
        bench.begin(operation: 1)
        try bench.enter()
        bench.send(.stream(.connected))
        bench.pass(.seconds(9))
        bench.send(.stream(.connected))
        bench.pass(.seconds(1))
        #expect(bench.code(1) == 105_003)
    }

    @Test func `a stream lost in play fails the travel with 105006 unless it returns`() throws {
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
    func `a stream lost for good fails the travel with 105001`(_ loss: TravelInput) throws {
        var bench = Bench()
        try bench.run()
        bench.send(loss)
        #expect(bench.errors.map(\.code) == [105_001])
        #expect(bench.statuses.last == .failed)
        #expect(bench.requests.last == .end(failCode: nil))
    }
}
