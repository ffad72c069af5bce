// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

@testable import OysterGateway

/// docs/gateway.md contains the tables of faults and settings as the code defines them.
///
/// With OYSTER_UPDATE_DOCS=1 in the environment the tests write the tables into the page.
@Suite(.serialized) struct DocumentationTests {
    private static let page =
        "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        + "/docs/gateway.md"

    @Test(arguments: [("faults", Fault.documentation), ("settings", Settings.documentation)])
    func `the page has the current table`(name: String, table: String) throws {
        let begin = "<!-- \(name): written by DocumentationTests -->\n"
        let text = try #require(Self.read())
        let start = try #require(text.firstRange(of: begin)).upperBound
        let end = try #require(text[start...].firstRange(of: "\n\n")).lowerBound
        guard text[start..<end] != table else { return }
        guard getenv("OYSTER_UPDATE_DOCS") != nil else {
            Issue.record("The table is stale. Run this test with OYSTER_UPDATE_DOCS=1.")
            return
        }
        let updated = text[..<start] + table + text[end...]
        #expect(Self.write(String(updated)))
    }

    private static func read() -> String? {
        guard let file = fopen(page, "r") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    private static func write(_ text: String) -> Bool {
        guard let file = fopen(page, "w") else { return false }
        defer { fclose(file) }
        return fwrite(Array(text.utf8), 1, text.utf8.count, file) == text.utf8.count
    }
}
