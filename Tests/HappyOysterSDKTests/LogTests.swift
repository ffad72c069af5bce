// SPDX-License-Identifier: Apache-2.0
import HappyOysterSDK
import HappyOysterTestSupport
import Synchronization
import Testing

/// The log is the process's: one test does everything, and looks only for what it caused.
@MainActor @Suite struct LogTests {
    @Test func `the log handler receives records of the level and above`() async throws {
        let records = Records()
        OysterLog.setMinimumLevel(.warning)
        OysterLog.setHandler { level, tag, message in records.add(level, tag, message) }
        defer { OysterLog.setHandler(nil) }
        HappyOysterEngine.make().updateToken("st-log-test-0123456789")
        let text = "updateToken failed with NOT_INITIALIZED (100001): "
        #expect(await eventually { records.contains(text) })
        #expect(!records.contains("st-log-test"))
        #expect(records.tags.contains("sdk"))
    }
}

private final class Records: Sendable {
    private let all = Mutex<[(level: OysterLogLevel, tag: String, message: String)]>([])

    func add(_ level: OysterLogLevel, _ tag: String, _ message: String) {
        all.withLock { $0.append((level, tag, message)) }
    }

    var tags: [String] { all.withLock { $0.map(\.tag) } }

    func contains(_ text: String) -> Bool {
        all.withLock { $0.contains { $0.message.contains(text) } }
    }
}
