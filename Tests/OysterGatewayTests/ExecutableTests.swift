// SPDX-License-Identifier: Apache-2.0
import Glibc
import HappyOysterCore
import HappyOysterPlatform
import Testing

/// The program oyster-gateway, started by a shell.
@Suite struct ExecutableTests {
    /// The products of the build are next to the test bundle.
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

    @Test func `the gateway prints one line of JSON and ends with its standard input`() throws {
        let (output, status) = try run("\"$gateway\" --no-media --exit-with-stdin </dev/null")
        #expect(status == 0)
        #expect(output.hasSuffix("}\n"))
        let json = try JSONCodec.parse(Array(output.utf8))
        #expect(json.objectValue?.members.map(\.key) == ["api", "control", "media", "watch"])
        #expect(json["media"] == false)
        #expect(json["api"]?.stringValue?.hasPrefix("http://127.0.0.1:") == true)
        #expect(json["api"] != json["control"])
        #expect(json["watch"]?.stringValue == (json["api"]?.stringValue ?? "") + "/")
    }

    @Test func `the gateway writes the address for a browser on standard error`() throws {
        let (output, _) = try run(
            """
            folder=$(mktemp -d); mkfifo "$folder/log"
            "$gateway" --no-media 2>"$folder/log" >/dev/null & pid=$!
            read line <"$folder/log"; kill $pid; wait $pid; echo "$line"; rm -r "$folder"
            """
        )
        let pattern = /oyster-gateway: ready; open http:\/\/127\.0\.0\.1:\d+\/ in a browser\n/
        #expect(try pattern.wholeMatch(in: output) != nil, "\(output)")
    }

    @Test func `with exit-with-stdin the gateway writes nothing on standard error`() throws {
        let (output, status) = try run(
            "\"$gateway\" --no-media --exit-with-stdin 2>&1 >/dev/null </dev/null"
        )
        #expect(status == 0 && output.isEmpty, "\(output)")
    }

    @Test func `the gateway prints its version`() throws {
        let (output, status) = try run("\"$gateway\" --version")
        #expect(status == 0)
        #expect(output == "oyster-gateway \(LibraryVersion.text)\n")
    }

    @Test func `with verbose the gateway writes a line per request without secrets`() throws {
        let (output, _) = try run(
            """
            folder=$(mktemp -d); mkfifo "$folder/out"
            "$gateway" --no-media --verbose >"$folder/out" 2>"$folder/log" & pid=$!
            read line <"$folder/out"; api=${line#*api\\":\\"}; api=${api%%\\"*}
            model=/api/v2/apps/happyoyster-1.0-acting/openapi/v1
            curl -s -o "$folder/body" -H 'Authorization: Bearer sk-development' \
                "$api$model/worlds?page=1"
            curl -s -o "$folder/body" -H 'Authorization: Bearer st-secret' "$api$model/worlds"
            curl -s -o "$folder/body" -X POST \
                "$api/rtc/v1/channels/0123456789abcdef0123456789abcdef"
            kill $pid; wait $pid; cat "$folder/log"; rm -r "$folder"
            """
        )
        let lines = output.split(separator: "\n").dropFirst()
        #expect(lines.count == 3, "\(output)")
        let path = "/api/v2/apps/happyoyster-1.0-acting/openapi/v1/worlds"
        #expect(lines.first?.contains("GET \(path) 200 ") == true)
        #expect(lines.dropFirst().first?.contains(" 401 code InvalidApiKey ") == true)
        #expect(lines.last?.contains(" POST /rtc/v1/channels/012345… ") == true)
        for secret in ["sk-", "st-", "0123456", "page"] { #expect(!output.contains(secret)) }
    }

    @Test func `the gateway reports why it cannot load media, and runs without it`() throws {
        let (output, status) = try run(
            "OYSTER_GATEWAY_MEDIA=/nowhere.so \"$gateway\" --exit-with-stdin 2>&1 </dev/null"
        )
        #expect(status == 0)
        let lines = output.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.hasPrefix("oyster-gateway: no media: /nowhere.so") == true)
        #expect(lines.contains { $0.contains("\"media\":false") })
    }

    @Test(arguments: ["TERM", "INT"])
    func `the gateway ends with status 0 on a signal`(name: String) throws {
        let (output, _) = try run(
            """
            folder=$(mktemp -d); mkfifo "$folder/out"; "$gateway" >"$folder/out" & pid=$!
            read line <"$folder/out"; kill -\(name) $pid; wait $pid; echo "status $?"
            rm -r "$folder"
            """
        )
        #expect(output == "status 0\n")
    }

    @Test(
        arguments: [
            ("--bad", "unknown option '--bad'"), ("extra", "unknown argument 'extra'"),
            ("--no-media --verbos", "unknown option '--verbos'"),
            ("--port", "--port needs a port number"),
            ("--port x", "--port: 'x' is not a port number from 0 to 65535"),
            ("--port 65536", "--port: '65536' is not a port number from 0 to 65535"),
            ("--control-port -1", "--control-port: '-1' is not a port number from 0 to 65535"),
        ]
    )
    func `an invalid argument is named and gives status 2`(
        arguments: String,
        message: String
    ) throws {
        let (output, status) = try run("\"$gateway\" \(arguments) 2>&1 </dev/null")
        #expect(status == 2)
        #expect(output.hasPrefix("oyster-gateway: \(message)\nusage: "), "\(output)")
    }

    @Test func `help explains each option`() throws {
        let (output, status) = try run("\"$gateway\" --help")
        #expect(status == 0)
        #expect(output.contains("--exit-with-stdin"))
    }
}
