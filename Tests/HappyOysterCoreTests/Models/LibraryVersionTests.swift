// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterTestSupport
import Testing

/// The version is the same everywhere.
@Suite struct LibraryVersionTests {
    /// The value of a macro of the header.
    private func macro(_ name: String) throws -> String {
        let text = try Repository.text("include/happyoyster/base.h")
        let start = "#define \(name) "
        let line = text.split(separator: "\n").first { $0.hasPrefix(start) }
        return String(try #require(line).dropFirst(start.count))
    }

    @Test func `the file VERSION, the library and the header agree`() throws {
        let file = try Repository.text("VERSION").filter { !$0.isWhitespace }
        #expect(LibraryVersion.text == file)
        #expect(try macro("OYSTER_VERSION_STRING") == "\"\(file)\"")
        let parts = try ["MAJOR", "MINOR", "PATCH"].map { try macro("OYSTER_VERSION_\($0)") }
        #expect(parts.joined(separator: ".") == file)
    }

    @Test func `the user agent names client and version`() {
        #expect(LibraryVersion.userAgent == "HappyOyster-Linux/" + LibraryVersion.text)
    }
}
