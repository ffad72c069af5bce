// SPDX-License-Identifier: Apache-2.0
import Glibc
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterTestSupport
import Testing

/// Answers that a server compresses.
@Suite(.blocking) struct ContentEncodingTests {
    private let fetcher: Fetcher

    init() throws { fetcher = try #require(Fetcher()) }

    private func answer(_ body: [UInt8], encoding: String, _ seen: Recorder<String>? = nil) throws
        -> Fetcher.Outcome
    {
        let server = try SocketServer { peer in
            let request = peer.readRequest()
            seen?.add(request)
            peer.write(
                "HTTP/1.1 200 OK\r\nContent-Encoding: \(encoding)\r\n"
                    + "Content-Length: \(body.count)\r\nConnection: close\r\n\r\n"
            )
            peer.write(body)
        }
        return fetcher.fetch(server.url)
    }

    @Test(arguments: ["gzip", "x-gzip", "GZIP"])
    func `a compressed answer is decoded`(encoding: String) throws {
        let body = try Program.output("printf '{\"code\":0}' | gzip -c")
        let seen = Recorder<String>()
        let outcome = try answer(body, encoding: encoding, seen)
        #expect(outcome.response?.body == Array(#"{"code":0}"#.utf8))
        let asked = seen.entries.first?.lowercased() ?? ""
        #expect(asked.contains("\r\naccept-encoding: ") && asked.contains("gzip"))
    }

    @Test func `an answer with the encoding identity is returned`() throws {
        let outcome = try answer(Array("{}".utf8), encoding: "identity")
        #expect(outcome.response?.body == Array("{}".utf8))
    }

    @Test(arguments: [0, 1]) func `the limit counts decoded bytes`(surplus: Int) throws {
        let size = CurlTransport.bodyLimit + surplus
        let body = try Program.output("head -c \(size) /dev/zero | gzip -c")
        #expect(body.count < 100_000)
        let outcome = try answer(body, encoding: "gzip")
        #expect(outcome.response?.body.count == (surplus == 0 ? size : nil))
        #expect(outcome.failure?.kind == (surplus == 0 ? nil : .unreadable))
        if surplus > 0 { #expect(outcome.failure?.cause.contains("4194304 bytes") == true) }
    }

    @Test func `an answer that cannot be decoded is a failure`() throws {
        let broken = try answer(Array("no gzip at all".utf8), encoding: "gzip")
        #expect(
            broken.failure?.cause
                == "the Content-Encoding of the answer of 127.0.0.1 cannot be decoded"
        )
        let unknown = try answer(Array("{}".utf8), encoding: "secret-sauce")
        #expect(broken.failure?.kind == .unreadable && unknown.failure?.kind == .unreadable)
    }
}

/// Runs a program of the system.
enum Program {
    /// The standard output of a shell command.
    static func output(_ command: String) throws -> [UInt8] {
        guard let stream = popen(command, "re") else { throw SocketFailure() }
        defer { pclose(stream) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = fread(&buffer, 1, buffer.count, stream)
            if count == 0 { return bytes }
            bytes += buffer.prefix(count)
        }
    }
}
