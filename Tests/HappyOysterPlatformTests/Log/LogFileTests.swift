// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import HappyOysterCore
import HappyOysterTestSupport
import Testing

@testable import HappyOysterPlatform

/// The log file that the environment names.
@Suite(.blocking) struct LogFileTests {
    private let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("oyster-log-\(UUID().uuidString)").path

    init() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    private func text(_ path: String) throws -> String {
        try String(contentsOfFile: path, encoding: .utf8)
    }

    @Test func `records are appended to the log file as lines with time, level and tag`() throws {
        let path = folder + "/a.log"
        try "before\n".write(toFile: path, atomically: true, encoding: .utf8)
        let pool = ManualPool()
        let hub = LogHub(LogEnvironment(path: path))
        hub.attach(to: pool)
        let earliest = ISO8601.fullText(milliseconds: Int64(time(nil)) * 1000 - 2000)
        hub.write(.warning, .core, "one")
        hub.write(.error, .network, "two")
        pool.run()
        let lines = try text(path).split(separator: "\n").map(String.init)
        try #require(lines.count == 3)
        #expect(lines[0] == "before")
        #expect(lines[1].dropFirst(24) == " [oyster][warning][core] one")
        #expect(lines[2].dropFirst(24) == " [oyster][error][network] two")
        let stamp = String(lines[1].prefix(24))
        #expect(ISO8601.isTime(stamp) && stamp.hasSuffix("Z") && stamp.dropFirst(19).first == ".")
        #expect(stamp >= earliest)
    }

    @Test
    func
        `a relative log path starts from the working directory, and the handler still gets records`()
        throws
    {
        let pool = ManualPool()
        let recorder = Recorder<String>()
        let hub = LogHub(LogEnvironment(path: "b.log", folder: folder))
        hub.attach(to: pool)
        hub.setHandler { _, _, message in recorder.add(message) }
        hub.write(.warning, .core, "both")
        pool.run()
        #expect(recorder.entries == ["both"])
        #expect(try text(folder + "/b.log").hasSuffix(" both\n"))
    }

    @Test func `the log file opens at the first record, and child processes do not inherit it`()
        throws
    {
        let path = folder + "/c.log"
        let pool = ManualPool()
        let hub = LogHub(LogEnvironment(path: path))
        hub.attach(to: pool)
        #expect(access(path, F_OK) != 0)
        hub.write(.warning, .core, "one")
        #expect(access(path, F_OK) != 0)
        pool.run()
        let descriptor = try #require(
            ProcessDescriptors.open.first { number in
                let target = try? FileManager.default.destinationOfSymbolicLink(
                    atPath: "/proc/self/fd/\(number)"
                )
                return target == path
            }
        )
        #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
        #expect(fcntl(descriptor, F_GETFL) & O_APPEND != 0)
    }

    @Test func `a log file problem is reported once until a line has been written again`() throws {
        let file = LogFile(path: folder + "/none/d.log")
        let problem =
            "the log file \(folder)/none/d.log cannot be opened: No such file or directory"
        #expect(file.write("a") == .failed(problem))
        #expect(file.write("b") == .failed(nil))
        let full = LogFile(path: "/dev/full")
        #expect(
            full.write("a")
                == .failed("the log file /dev/full cannot be written: No space left on device")
        )
        #expect(full.write("b") == .failed(nil))
    }

    @Test func `a log file that is a pipe without a reader does not stop the log`() {
        let path = folder + "/pipe"
        #expect(mkfifo(path, 0o600) == 0)
        let file = LogFile(path: path)
        #expect(
            file.write("a")
                == .failed("the log file \(path) cannot be opened: No such device or address")
        )
    }
}
