// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

/// The reference's Quick Start, run as a program.
@Suite struct QuickStartTests {
    /// The build's products lie next to the test bundle.
    private static let program: String = {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &bytes, bytes.count - 1)
        let path = String(
            decoding: bytes.prefix(max(0, count)).map { UInt8(bitPattern: $0) },
            as: UTF8.self
        )
        return path.split(separator: "/").dropLast().map { "/" + $0 }.joined()
            + "/quick-start-swift"
    }()

    @Test(arguments: ["adventure", "directing"])
    func `the Quick Start program plays a travel from start to end`(mode: String) throws {
        let gateway = try TestGateway()
        let credentials = try gateway.credentials(mode)
        let lines = try run([
            gateway.apiHost, credentials.model, credentials.token, credentials.ticket,
        ])
        #expect(
            lines.filter { $0.hasPrefix("status: ") }
                == ["status: prepare", "status: running", "status: ended"]
        )
        #expect(!lines.contains { $0.hasPrefix("error: ") })
        #expect(lines.contains { $0.hasPrefix("[Oyster][info][world] ") })
        #expect(!lines.contains { $0.contains(credentials.ticket) })
        #expect(try gateway.requests("travels/end") == 1)
        #expect(try gateway.requests("travels/instruct") == (mode == "directing" ? 1 : 0))
    }

    private func run(_ arguments: [String]) throws -> [String] {
        let words = ([Self.program] + arguments).map { "'\($0)'" }.joined(separator: " ")
        let stream = try #require(popen(words, "r"))
        var output: [UInt8] = []
        var byte = fgetc(stream)
        while byte != EOF {
            output.append(UInt8(truncatingIfNeeded: byte))
            byte = fgetc(stream)
        }
        #expect(pclose(stream) == 0)
        return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
