// SPDX-License-Identifier: Apache-2.0
import Foundation
import HappyOysterCore
import Testing

/// `docs/errors.md` against the catalogue.
struct ErrorDocumentTests {
    private static let document: String = {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../docs/errors.md")
        return (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    }()

    @Test(arguments: ErrorCatalog.entries.keys.filter { $0 != 0 }.sorted())
    func `the page tells name, message and advice of each code`(code: Int) {
        let row = Self.document.split(separator: "\n").first { $0.hasPrefix("| \(code) |") } ?? ""
        #expect(row.contains("`\(ErrorCatalog.name(code))`"))
        #expect(row.contains(ErrorCatalog.message(code)))
        #expect(row.contains(ErrorCatalog.advice(code)))
        #expect(
            row.contains("Ends the travel") == ErrorCatalog.endingTravel.contains(code)
        )
    }
}
