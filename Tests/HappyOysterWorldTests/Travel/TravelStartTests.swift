// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterStream
import Testing

@testable import HappyOysterWorld

/// Start, from the token to the first frame.
@Suite struct TravelStartTests {
    @Test func `start without a token is refused with 101001 and sends nothing`() {
        var bench = Bench()
        bench.send(.start(1, maxExperienceTimeSec: nil, hasToken: false))
        #expect(bench.code(1) == 101_001)
        #expect(bench.requests.isEmpty)
        #expect(!bench.actions.contains(.checkGate))
        #expect(bench.machine.status == .idle)
    }

    @Test func `start asks the feature gate, prepares the stream engine, then sends enter-travel`()
    {
        var bench = Bench()
        bench.send(.start(1, maxExperienceTimeSec: nil, hasToken: true))
        #expect(bench.actions.contains(.checkGate))
        #expect(bench.requests.isEmpty)
        #expect(bench.statuses == [.prepare])
        #expect(!bench.actions.contains(.prepareStream))
        bench.send(.gateChecked(nil))
        #expect(bench.actions.contains(.prepareStream))
        #expect(bench.requests.isEmpty)
        bench.send(.streamPrepared(nil))
        #expect(bench.requests == [.enterTravel(maxExperienceTimeSec: nil)])
        #expect(bench.timers[.preparation] == nil)
        // A late or repeated answer has no effect.
        bench.send(.streamPrepared(OysterSDKError(105_001)))
        bench.send(.gateChecked(nil))
        bench.send(.streamPrepared(nil))
        #expect(bench.requests.count == 1)
        #expect(bench.code(1) == nil)
    }

    @Test func `without a stream engine start sends no ticket and can be repeated`() {
        var bench = Bench()
        bench.send(.start(1, maxExperienceTimeSec: nil, hasToken: true))
        bench.send(.streamPrepared(nil))
        #expect(bench.requests.isEmpty)
        bench.send(.gateChecked(nil))
        bench.send(.streamPrepared(.streamEngine("GStreamer lacks nicesrc")))
        #expect(bench.code(1) == 105_001)
        #expect(bench.error(1)?.diagnostics.message == "GStreamer lacks nicesrc")
        #expect(bench.error(1)?.operationName == .start)
        #expect(bench.requests.isEmpty)
        #expect(bench.errors.isEmpty)
        #expect(bench.machine.status == .idle)
        #expect(bench.timers.isEmpty)
        bench.begin(operation: 2)
        #expect(bench.requests.count == 1)
    }

    @Test func `a stream engine that is not ready in time fails the start`() {
        var bench = Bench(timeout: .seconds(7))
        bench.send(.start(1, maxExperienceTimeSec: nil, hasToken: true))
        bench.send(.gateChecked(nil))
        bench.pass(.milliseconds(6999))
        #expect(bench.code(1) == nil)
        bench.pass(.milliseconds(1))
        #expect(bench.code(1) == 105_001)
        #expect(
            bench.error(1)?.diagnostics.message == "the stream engine was not ready within 7000 ms"
        )
        bench.send(.streamPrepared(nil))
        #expect(bench.requests.isEmpty)
        #expect(bench.machine.status == .idle)
    }

    @Test func `a feature gate that closes while the stream engine is prepared fails start`() {
        var bench = Bench()
        bench.send(.start(1, maxExperienceTimeSec: nil, hasToken: true))
        bench.send(.gateChecked(nil))
        bench.send(.gateClosed(OysterSDKError(108_001)))
        #expect(bench.code(1) == 108_001)
        bench.send(.streamPrepared(nil))
        #expect(bench.requests.isEmpty)
        #expect(bench.machine.status == .idle)
    }

    @Test(arguments: [true, false])
    func `a start that is cancelled while the stream engine is prepared sends nothing`(ends: Bool) {
        var bench = Bench()
        bench.send(.start(1, maxExperienceTimeSec: nil, hasToken: true))
        bench.send(.gateChecked(nil))
        bench.send(ends ? .end(2) : .cancel(1))
        #expect(bench.code(1) == 109_006)
        bench.send(.streamPrepared(nil))
        bench.pass(.seconds(100))
        #expect(bench.requests.isEmpty)
        #expect(bench.machine.status == (ends ? .ended : .idle))
    }

    @Test func `a closed feature gate fails start with 108001, and start can be repeated`() {
        var bench = Bench()
        bench.send(.start(1, maxExperienceTimeSec: nil, hasToken: true))
        bench.send(.gateChecked(OysterSDKError(108_001)))
        #expect(bench.code(1) == 108_001)
        #expect(bench.requests.isEmpty)
        #expect(bench.errors.isEmpty)
        #expect(bench.machine.status == .idle)
        bench.begin(operation: 2)
        #expect(bench.requests.count == 1)
    }

    @Test(arguments: [nil, 60, 75, 0, -3] as [Int?])
    func `maxExperienceTimeSec is sent unchanged, and absent when the host gives none`(
        _ seconds: Int?
    ) {
        var bench = Bench()
        bench.begin(seconds)
        #expect(bench.requests == [.enterTravel(maxExperienceTimeSec: seconds)])
    }

    @Test func `the answer to enter-travel emits infoReady, then firstFrameGenerated, then joins`()
        throws
    {
        var bench = Bench()
        bench.begin()
        bench.forgetActions()
        try bench.enter()
        let visible = bench.actions.filter { action in
            switch action {
            case .emit, .join, .complete: true
            default: false
            }
        }
        let info = try #require(bench.machine.snapshot.info)
        let entry = try EnterTravelAnswer(bench.entry)
        #expect(
            visible == [
                .emit(.infoReady(info)),
                .emit(.firstFrameGenerated("https://cdn.example.test/f/one.jpg")), .join(entry),
            ]
        )
    }

    @Test(arguments: [JSONValue.null, "", nil])
    func `an answer without a first frame emits no firstFrameGenerated`(_ url: JSONValue?) throws {
        var bench = Bench()
        bench.begin()
        try bench.enter(["firstFrame": url ?? .null])
        let isEmitted = bench.actions.contains { action in
            if case .emit(.firstFrameGenerated) = action { true } else { false }
        }
        #expect(!isEmitted)
    }

    @Test func `start completes at the first frame with the server's data`() throws {
        var bench = Bench()
        bench.begin(operation: 1)
        try bench.enter()
        bench.send(.stream(.connecting))
        bench.send(.stream(.connected))
        bench.send(.stream(.playing))
        #expect(bench.code(1) == nil)
        #expect(bench.machine.status == .prepare)
        bench.send(.firstFrame)
        #expect(bench.value(1) == .started(try #require(bench.machine.snapshot.info)))
        #expect(bench.statuses == [.prepare, .running])
    }

    @Test func `the status is running before start completes`() throws {
        var bench = Bench()
        bench.begin(operation: 1)
        try bench.enter()
        let last = bench.send(.firstFrame)
        let running = try #require(last.firstIndex(of: .emit(.statusChanged(.running))))
        let complete = last.firstIndex { action in
            if case .complete = action { true } else { false }
        }
        #expect(running < (try #require(complete)))
    }

    @Test func `after the first frame only the poll timer is set`() throws {
        var bench = Bench()
        try bench.run()
        #expect(Set(bench.timers.keys) == [.poll])
    }

    @Test(arguments: [106_001, 105_005, 101_002, 106_003, 401_011, 403_002, 429_001, 500_001])
    func `a failed enter-travel fails start without an event and leaves the travel idle`(
        _ code: Int
    ) {
        var bench = Bench()
        bench.begin(operation: 1)
        bench.send(.entered(.failure(OysterSDKError(code))))
        #expect(bench.code(1) == code)
        #expect(bench.error(1)?.operationName == .start)
        #expect(bench.errors.isEmpty)
        #expect(bench.statuses == [.prepare, .idle])
        #expect(bench.timers.isEmpty)
        #expect(bench.machine.snapshot.can(.start))
    }

    @Test func `an answer whose rtcConfig is null fails the travel once with 105001`() throws {
        var bench = Bench()
        bench.begin(operation: 1)
        try bench.enter(["rtcConfig": nil])
        #expect(bench.code(1) == 105_001)
        #expect(bench.errors.map(\.code) == [105_001])
        #expect(bench.statuses == [.prepare, .failed])
        #expect(bench.requests.last == .end(failCode: nil))
        let joins = bench.actions.contains { if case .join = $0 { true } else { false } }
        #expect(!joins)
    }

    @Test(
        arguments: [
            (.null, "rtcConfig is null"), ("x", "rtcConfig is not an object"),
            ([], "rtcConfig is not an object"),
            (
                ["ice": .array((0...64).map { .string("text \($0)") })],
                "rtcConfig has too many or too long texts"
            ),
        ] as [(JSONValue, String)]
    )
    func `the error of an unusable rtcConfig says what is wrong with it`(
        _ wire: JSONValue,
        _ flaw: String
    ) throws {
        var bench = Bench()
        bench.begin(operation: 1)
        try bench.enter(["rtcConfig": wire])
        #expect(bench.code(1) == 105_001)
        #expect(bench.error(1)?.message.contains("(\(flaw))") == true)
    }

    static let modes: [(JSONValue, OysterModeValue)] = [
        (JSONValue.integer(1), OysterModeValue.adventure), (2, .directing), (3, .acting),
        ("1", .adventure), ("wander", .adventure), ("Adventure", .adventure),
        ("vendor", .adventure), ("2", .directing), ("DIRECTING", .directing), ("3", .acting),
        ("acting", .acting), (7, OysterModeValue(rawValue: "7")),
        ("dreaming", OysterModeValue(rawValue: "dreaming")),
    ]

    @Test(arguments: modes)
    func `the mode is read from an integer and from a word`(
        _ wire: JSONValue,
        _ mode: OysterModeValue
    ) throws {
        var bench = Bench()
        bench.begin()
        try bench.enter(["mode": wire])
        #expect(bench.machine.snapshot.info?.mode == mode)
    }

    @Test func `a join that the stream engine refuses fails the travel with its code`() throws {
        var bench = Bench()
        bench.begin(operation: 1)
        try bench.enter()
        bench.send(.joinRefused(OysterSDKError(105_001)))
        #expect(bench.code(1) == 105_001)
        #expect(bench.errors.map(\.code) == [105_001])
        #expect(bench.machine.status == .failed)
    }
}
