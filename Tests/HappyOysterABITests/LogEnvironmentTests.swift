// SPDX-License-Identifier: Apache-2.0
import CHappyOyster
import Foundation
import Glibc
import HappyOysterTestSupport
import Testing

/// The log as environment variables configure it; each test has a process of its own.
@Suite(.blocking) struct LogEnvironmentTests {
    /// The form of a line: time, level, tag, message.
    static let line = #"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z \[oyster\]\[[a-z]+\]\[[a-z]+\] .+$"#

    static func lines(_ result: ExitTest.Result?) -> [String] {
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        return text.split(separator: "\n").map(String.init)
    }

    static func isLine(_ text: String) -> Bool {
        text.range(of: line, options: .regularExpression) != nil
    }

    /// Runs and ends a travel; returns the lines of the log.
    static func travel(_ change: @escaping (inout oyster_config) -> Void = { _ in }) throws {
        let fixture = try HostFixture()
        guard fixture.initialize(change: change) == 0 else { throw FixtureFailure("initialize") }
        oyster_travel_release(try fixture.makeRunningTravel(), nil)
        _ = oyster_engine_shutdown_all(10_000)
    }

    @Test func `a successful start prints nothing`() async {
        let result = await #expect(
            processExitsWith: .success,
            observing: [\.standardErrorContent]
        ) {
            try Self.travel()
        }
        #expect(Self.lines(result) == [])
    }

    @Test func `HAPPYOYSTER_LOG overrides the configuration`() async {
        let result = await #expect(
            processExitsWith: .success,
            observing: [\.standardErrorContent]
        ) {
            setenv("HAPPYOYSTER_LOG", "info", 1)
            try Self.travel { $0.log_level = .OYSTER_LOG_LEVEL_ERROR }
        }
        let lines = Self.lines(result)
        #expect(lines.allSatisfy(Self.isLine), "\(lines)")
        #expect(lines.contains { $0.hasSuffix("[info][world] travel 1: the status is running") })
        #expect(!lines.contains { $0.contains("[debug]") })
    }

    @Test func `a level that the host sets overrides HAPPYOYSTER_LOG`() async {
        let result = await #expect(
            processExitsWith: .success,
            observing: [\.standardErrorContent]
        ) {
            setenv("HAPPYOYSTER_LOG", "debug", 1)
            oyster_log_set_minimum_level(.OYSTER_LOG_LEVEL_ERROR)
            try Self.travel { $0.log_level = .OYSTER_LOG_LEVEL_DEBUG }
        }
        #expect(Self.lines(result) == [])
    }

    @Test func `HAPPYOYSTER_LOG_FILE gets the lines in place of stderr`() async throws {
        let result = await #expect(
            processExitsWith: .success,
            observing: [\.standardErrorContent]
        ) {
            let path = "/tmp/oyster-\(getpid()).log"
            defer { unlink(path) }
            setenv("HAPPYOYSTER_LOG", "debug", 1)
            setenv("HAPPYOYSTER_LOG_FILE", path, 1)
            try Self.travel()
            let text = try String(contentsOfFile: path, encoding: .utf8)
            let lines = text.split(separator: "\n").map(String.init)
            guard lines.allSatisfy(Self.isLine),
                lines.contains(where: { $0.hasSuffix("travel 1: the status is running") }),
                lines.contains(where: { $0.contains("[debug][network] the request ") })
            else { throw FixtureFailure(text) }
        }
        #expect(Self.lines(result) == [])
    }

    @Test func `a log file that cannot be opened is one line, and the log goes to stderr`() async {
        let result = await #expect(
            processExitsWith: .success,
            observing: [\.standardErrorContent]
        ) {
            setenv("HAPPYOYSTER_LOG", "info", 1)
            setenv("HAPPYOYSTER_LOG_FILE", "/nonexistent/a.log", 1)
            try Self.travel()
        }
        let lines = Self.lines(result)
        let problem = "the log file /nonexistent/a.log cannot be opened: No such file or directory"
        #expect(lines.filter { $0.hasSuffix(problem) }.count == 1)
        #expect(lines.contains { $0.hasSuffix("the status is running") })
    }

    @Test func `the cause of a refusal is logged once a second`() async {
        let result = await #expect(
            processExitsWith: .success,
            observing: [\.standardErrorContent]
        ) {
            let fixture = try HostFixture()
            var travel: OpaquePointer?
            for _ in 0..<50 { _ = oyster_engine_create_travel(fixture.engine, "a b", &travel) }
            let long = String(repeating: "h", count: 600)
            _ = long.withCString { long in fixture.initialize { $0.api_host = long } }
            let running = try fixture.makeRunningTravel()
            var listener: UInt64 = 0
            for _ in 0...64 {
                _ = oyster_travel_add_listener(running, { _, _ in }, nil, nil, &listener)
            }
            _ = oyster_engine_shutdown_all(10_000)
        }
        let lines = Self.lines(result).map { String($0.dropFirst(24)) }
        let refusals = lines.filter { $0.contains("oyster_engine_create_travel failed with") }
        #expect((1...5).contains(refusals.count))
        #expect(
            refusals.allSatisfy {
                $0.hasPrefix(" [oyster][warning][core] ")
                    && $0.contains("INVALID_ARGUMENT (109002): ")
            }
        )
        #expect(
            lines.contains {
                $0.contains("[error][core] oyster_engine_initialize failed with")
                    && $0.contains("INVALID_CONFIG (100002): ")
                    && $0.hasSuffix(": api_host is longer than 512 bytes.")
            }
        )
        #expect(
            lines.contains {
                $0.contains("oyster_travel_add_listener failed with LIMIT_REACHED (109007): ")
                    && $0.hasSuffix(": this travel has 64 listeners.")
            }
        )
    }
}
