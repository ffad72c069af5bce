// SPDX-License-Identifier: Apache-2.0
import Glibc
import HappyOysterCore
import HappyOysterPlatform
import Testing

/// The program oyster-gateway, run through the shell.
@Suite struct ExecutableTests {
    /// The build's products lie next to the test bundle.
    private static let program: String = {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &bytes, bytes.count - 1)
        let path = String(
            decoding: bytes.prefix(max(0, count)).map { UInt8(bitPattern: $0) },
            as: UTF8.self
        )
        return path.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/oyster-gateway"
    }()

    private func run(_ script: String) throws -> (output: String, status: Int32) {
        let command = "gateway='\(Self.program)'; \(script)"
        let stream = try #require(popen(command, "r"))
        var output: [UInt8] = []
        var byte = fgetc(stream)
        while byte != EOF {
            output.append(UInt8(truncatingIfNeeded: byte))
            byte = fgetc(stream)
        }
        let status = pclose(stream)
        return (String(decoding: output, as: UTF8.self), status >> 8 & 0xFF)
    }

    @Test func `it prints one line of JSON and ends with its standard input`() throws {
        let (output, status) = try run("\"$gateway\" --no-media --exit-with-stdin </dev/null")
        #expect(status == 0)
        #expect(output.hasSuffix("}\n"))
        let json = try JSONCodec.parse(Array(output.utf8))
        #expect(json.objectValue?.members.map(\.key) == ["api", "control", "media"])
        #expect(json["media"] == false)
        #expect(json["api"]?.stringValue?.hasPrefix("http://127.0.0.1:") == true)
        #expect(json["api"] != json["control"])
    }

    @Test func `it tells why there is no media, and runs without`() throws {
        let (output, status) = try run(
            "OYSTER_GATEWAY_MEDIA=/nowhere.so \"$gateway\" --exit-with-stdin 2>&1 </dev/null"
        )
        #expect(status == 0)
        let lines = output.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.hasPrefix("oyster-gateway: no media: /nowhere.so") == true)
        #expect(lines.last?.contains("\"media\":false") == true)
    }

    @Test(arguments: ["TERM", "INT"])
    func `it ends cleanly on a signal`(signal: String) throws {
        let (output, _) = try run(
            """
            folder=$(mktemp -d); mkfifo "$folder/out"; "$gateway" >"$folder/out" & pid=$!
            read line <"$folder/out"; kill -\(signal) $pid; wait $pid; echo "status $?"
            rm -r "$folder"
            """
        )
        #expect(output == "status 0\n")
    }

    @Test(arguments: ["--bad", "--port", "--port x", "--port 65536", "--control-port -1", "extra"])
    func `bad arguments end it with status 2`(arguments: String) throws {
        let (output, status) = try run("\"$gateway\" \(arguments) 2>&1 </dev/null")
        #expect(status == 2)
        #expect(output.hasPrefix("usage: "))
    }

    @Test func `it explains itself`() throws {
        let (output, status) = try run("\"$gateway\" --help")
        #expect(status == 0)
        #expect(output.contains("--exit-with-stdin"))
    }
}
