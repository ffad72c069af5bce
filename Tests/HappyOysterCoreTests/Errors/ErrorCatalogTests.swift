// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterTestSupport
import Testing

/// The catalogue of errors, against the header.
@Suite struct ErrorCatalogTests {
    /// `OYSTER_ERROR_X = n` lines of an enum of the header.
    static func members(of name: String) throws -> [String: Int] {
        let text = try Repository.text("include/happyoyster/error.h")
        let end = try #require(text.range(of: "} \(name);"))
        let start = try #require(text[..<end].lastRange(of: "typedef enum"))
        var members: [String: Int] = [:]
        for line in text[start..<end].split(separator: "\n") {
            let parts = line.split(separator: "=")
            guard parts.count == 2, line.contains("OYSTER_") else { continue }
            let number = parts[1].filter { $0.isNumber }
            members[String(parts[0].filter { !$0.isWhitespace })] = Int(number)
        }
        return members
    }

    @Test func `each code of the header has an entry of its name, and no entry lacks a code`()
        throws
    {
        let header = try ErrorCatalogTests.members(of: "oyster_error_code")
        #expect(header.count > 40)
        for (name, number) in header {
            let expected =
                name == "OYSTER_OK" ? "OK" : String(name.dropFirst("OYSTER_ERROR_".count))
            #expect(ErrorCatalog.name(number) == expected)
            #expect(ErrorCatalog.entries[number] != nil, "\(name)")
        }
        #expect(Set(header.values) == Set(ErrorCatalog.entries.keys))
    }

    @Test func `each kind of the header has a case, in the reference's spelling`() throws {
        let header = try ErrorCatalogTests.members(of: "oyster_error_kind_value")
        let kinds = Set(ErrorCatalog.entries.keys.map { OysterErrorKind(code: $0).name })
        for name in header.keys where name != "OYSTER_ERROR_KIND_NONE" {
            let words = name.dropFirst("OYSTER_ERROR_KIND_".count).split(separator: "_")
            let camel = words.enumerated().map { index, word in
                index == 0 ? word.lowercased() : word.prefix(1) + word.dropFirst().lowercased()
            }.joined()
            #expect(kinds.contains(camel) || camel == "unknown", "\(camel)")
        }
    }

    @Test func `every entry says what happened and what to do`() {
        for (code, entry) in ErrorCatalog.entries where code != 0 {
            #expect(entry.message.hasSuffix("."), "\(code)")
            #expect(entry.advice.hasSuffix("."), "\(code)")
            #expect(!entry.name.isEmpty)
        }
        let names = ErrorCatalog.entries.values.map(\.name)
        #expect(Set(names).count == names.count)
    }

    @Test(arguments: [
        (100_001, "notInitialized"), (100_002, "notInitialized"), (101_001, "tokenMissing"),
        (101_002, "tokenInvalid"), (103_001, "noActiveTravel"), (103_002, "invalidState"),
        (103_003, "sendCommandInDirecting"), (103_004, "concurrentTravel"),
        (105_001, "realtimeConnectFailed"), (105_002, "realtimeJoinTimeout"),
        (105_003, "firstFrameTimeout"), (105_004, "channelNotReady"),
        (105_005, "callbackTimeout"), (105_006, "streamAutoEnd"), (106_001, "localNetwork"),
        (106_002, "responseDecodeFailed"), (106_003, "proxyOrUnrecognized"),
        (108_001, "featureGateDisabled"), (401_011, "server"), (403_099, "server"),
        (599_999, "server"), (109_001, "interfaceMisuse"), (109_999, "interfaceMisuse"),
        (107_001, "unknown"), (0, "unknown"), (-1, "unknown"), (600_000, "unknown"),
        (399_999, "unknown"),
    ])
    func `every number has a kind`(_ code: Int, _ kind: String) {
        #expect(OysterErrorKind(code: code).name == kind)
    }

    @Test(arguments: [(403_099, "SERVER"), (77, "UNKNOWN"), (0, "OK")])
    func `numbers without an entry have a name all the same`(_ code: Int, _ name: String) {
        #expect(ErrorCatalog.name(code) == name)
    }

    @Test func `the codes that end a travel are the reference's`() {
        #expect(ErrorCatalog.endingTravel == [105_001, 105_002, 105_003, 105_006, 108_001])
    }

    @Test(arguments: [403_007, 401_011, 101_002, 103_002, 400_000, 409_000])
    func `what a repetition cannot help is not retryable`(_ code: Int) {
        #expect(!OysterSDKError(code).isRetryable)
    }

    @Test(arguments: [106_001, 105_005, 403_008, 429_001, 429_002, 500_000])
    func `what passes is retryable`(_ code: Int) {
        #expect(OysterSDKError(code).isRetryable)
    }
}

extension Substring {
    /// The last place of a text.
    fileprivate func lastRange(of text: String) -> String.Index? {
        indices.last { self[$0...].hasPrefix(text) }
    }
}

extension String {
    /// The first place of a text.
    fileprivate func range(of text: String) -> String.Index? {
        indices.first { self[$0...].hasPrefix(text) }
    }
}
