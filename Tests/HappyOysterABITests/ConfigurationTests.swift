// SPDX-License-Identifier: Apache-2.0
import CHappyOyster
import CcJSON
import Glibc
import HappyOysterCore
import HappyOysterTestSupport
import Testing

/// Invalid configurations: the documented code is returned, and the engine is unchanged.
@Suite(.blocking) struct ConfigurationTests {
    private static let argument = code(.OYSTER_ERROR_INVALID_ARGUMENT)
    private static let config = code(.OYSTER_ERROR_INVALID_CONFIG)

    @Test(arguments: [0, 1, 4, 64, 71, 4097, UInt32.max])
    func `a configuration with a wrong size is refused with 109002`(size: UInt32) throws {
        let fixture = try HostFixture()
        #expect(oyster_engine_initialize(fixture.engine, nil) == Self.argument)
        #expect(fixture.initialize { $0.size = size } == Self.argument)
        #expect(!oyster_engine_is_ready(fixture.engine))
    }

    @Test(arguments: [(0, 0), (1, 0), (2, 100_002), (UInt32.max, 100_002)] as [(UInt32, Int32)])
    func `play_audio accepts 0 and 1 only`(value: UInt32, expected: oyster_result) throws {
        let fixture = try HostFixture()
        #expect(fixture.initialize { $0.play_audio = value } == expected)
    }

    @Test(arguments: [
        "", " ", "a b", "http://example.com", "ftp://127.0.0.1", "https://", "https://a/b", "a:0",
        "a:99999", "user@host", "http://127.0.0.1.example.com", "exa\u{e4}mple.com", "a\nb",
        String(repeating: "a", count: 600),
    ])
    func `an invalid api_host is refused with 100002`(host: String) throws {
        let fixture = try HostFixture()
        host.withCString { host in
            #expect(fixture.initialize { $0.api_host = host } == Self.config)
        }
        #expect(!oyster_engine_is_ready(fixture.engine))
    }

    @Test(arguments: ["https://host.test/", " host.test ", "\thttps://host.test:8443/\n"])
    func `blanks around api_host and a slash at its end are ignored`(host: String) throws {
        let fixture = try HostFixture()
        host.withCString { host in
            #expect(fixture.initialize { $0.api_host = host } == 0)
        }
        #expect(oyster_engine_is_ready(fixture.engine))
    }

    @Test(arguments: ["/nonexistent/ca.pem", "/tmp", "/dev/null", ""])
    func `a ca_file that cannot be read is refused with 100002`(file: String) throws {
        let fixture = try HostFixture()
        file.withCString { file in
            #expect(fixture.initialize { $0.ca_file = file } == Self.config)
        }
        #expect(!oyster_engine_is_ready(fixture.engine))
    }

    @Test func `check_config names the wrong field and changes nothing`() throws {
        let fixture = try HostFixture()
        var tree: UnsafeMutablePointer<cJSON>?
        "/nonexistent/ca.pem".withCString { file in
            let code = fixture.initialize(
                change: { $0.ca_file = file },
                call: { engine, config in oyster_engine_check_config(engine, config, &tree) }
            )
            #expect(code == Self.config)
        }
        let printed = try #require(oyster_json_print(tree))
        defer { oyster_string_free(printed) }
        #expect(String(cString: printed).contains("ca_file cannot be read (No such file"))
        oyster_json_free(tree)
        #expect(!oyster_engine_is_ready(fixture.engine))

        let good = fixture.initialize(
            change: { _ in },
            call: { engine, config in oyster_engine_check_config(engine, config, &tree) }
        )
        #expect(good == 0)
        #expect(tree == nil)
        #expect(!oyster_engine_is_ready(fixture.engine))
        #expect(oyster_engine_check_config(nil, nil, nil) == 109_001)
        #expect(oyster_engine_check_config(fixture.engine, nil, nil) == 109_002)
    }

    @Test func `each field of the configuration is checked`() throws {
        let fixture = try HostFixture()
        fixture.initialize()
        typealias Change = (inout oyster_config) -> Void
        let long = Array(String(repeating: "m", count: 129).utf8CString)
        long.withUnsafeBufferPointer { long in
            let changes: [Change] = [
                { $0.api_host = nil }, { $0.model = nil }, { $0.model = long.baseAddress },
                { $0.callback_timeout_ms = 600_001 }, { $0.callback_timeout_ms = .max },
                { $0.poll_interval_ms = 49 }, { $0.poll_interval_ms = 60_001 },
                { $0.poll_interval_ms = .max }, { $0.user_agent = long.baseAddress },
                { $0.stream_engine = long.baseAddress },
            ]
            for (number, change) in changes.enumerated() {
                #expect(fixture.initialize(change: change) == Self.config, "change \(number)")
            }
        }
        for level: UInt32 in [5, .max] {
            #expect(fixture.initialize { $0.log_level = strange(level) } == Self.argument)
        }
        #expect(oyster_engine_is_ready(fixture.engine))
    }

    @Test func `the error of a configuration names the field and its limit`() throws {
        let fixture = try HostFixture()
        let long = Array(String(repeating: "m", count: 5000).utf8CString)
        try long.withUnsafeBufferPointer { long in
            let changes: [(String, (inout oyster_config) -> Void)] = [
                ("api_host is longer than 512 bytes", { $0.api_host = long.baseAddress }),
                ("model is longer than 128 bytes", { $0.model = long.baseAddress }),
                (
                    "stream_engine is longer than 4096 bytes",
                    { $0.stream_engine = long.baseAddress }
                ),
                ("ca_file is longer than 4096 bytes", { $0.ca_file = long.baseAddress }),
                ("user_agent is longer than 128 bytes", { $0.user_agent = long.baseAddress }),
                ("play_audio is not 0 or 1", { $0.play_audio = 2 }),
            ]
            for (cause, change) in changes {
                var error: UnsafeMutablePointer<cJSON>?
                let code = fixture.initialize(change: change) {
                    oyster_engine_check_config($0, $1, &error)
                }
                defer { cJSON_Delete(error) }
                #expect(code == Self.config)
                let message = cJSON_GetStringValue(cJSON_GetObjectItem(error, "message"))
                let text = String(cString: try #require(message))
                #expect(text == "The configuration is blank or invalid: \(cause).")
            }
        }
    }

    @Test func `configuration texts that are not UTF-8 are refused`() throws {
        let fixture = try HostFixture()
        fixture.initialize()
        let fields: [WritableKeyPath<oyster_config, UnsafePointer<CChar>?>] = [
            \.api_host, \.model, \.stream_engine, \.ca_file, \.user_agent,
        ]
        for field in fields {
            for bad in BadText.notUTF8 {
                bad.withUnsafeBufferPointer { bad in
                    #expect(
                        fixture.initialize { $0[keyPath: field] = bad.baseAddress } == Self.argument
                    )
                }
            }
            BadText.huge.withUnsafeBufferPointer { huge in
                #expect(fixture.initialize { $0[keyPath: field] = huge.baseAddress } == Self.config)
            }
        }
    }
}
