// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import Testing

/// The catalogue of errors.
@Suite struct ErrorCatalogTests {
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
        let ending = ErrorCatalog.entries.filter { $0.value.endsTravel }.keys
        #expect(Set(ending) == [105_001, 105_002, 105_003, 105_006, 108_001])
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
