// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterTestSupport
import Testing

@testable import HappyOysterWorld

/// Every symbolic code of the gateway with every HTTP status: code, and whether to try again.
@Suite struct GatewayErrorTests {
    static let statuses = [200, 400, 401, 403, 404, 408, 429, 500, 502, 503, 504]

    /// Symbols, the code of their error, and whether the same call may succeed later.
    static let symbols: [(String, Int, Bool)] = [
        ("InvalidApiKey", 101_002, false),
        ("AccessDenied", 106_003, false), ("AccessDenied.Unpurchased", 106_003, false),
        ("Workspace.AccessDenied", 106_003, false), ("accessdenied", 106_003, false),
        ("Arrearage", 106_003, false), ("InvalidParameter", 106_003, false),
        ("InvalidParameter.DataInspection", 106_003, false), ("ModelNotFound", 106_003, false),
        ("NotFound", 106_003, false),
        ("Throttling", 106_003, true), ("Throttling.RateQuota", 106_003, true),
        ("Throttling.AllocationQuota", 106_003, true), ("ServiceUnavailable", 106_003, true),
    ]

    private func error(_ text: String, _ status: Int) -> OysterSDKError? {
        #expect(throws: OysterSDKError.self) {
            try Envelope.open(.text(text, status: status))
        }
    }

    @Test(arguments: symbols, statuses)
    func `a symbolic code decides under every HTTP status`(
        _ row: (symbol: String, code: Int, isRetryable: Bool),
        _ status: Int
    ) {
        for text in [
            #"{"code":"\#(row.symbol)","message":"m","request_id":"r"}"#,
            #"{"request_id":"r","output":{"code":"\#(row.symbol)","message":"m"}}"#,
        ] {
            let error = error(text, status)
            #expect(error?.code == row.code)
            #expect(error?.isRetryable == row.isRetryable)
            #expect(error?.diagnostics.errorCode == row.symbol)
            #expect(error?.diagnostics.httpStatus == status)
        }
    }

    /// Answers without a code: the HTTP status gives the code.
    static let unknown = [
        #"{"code":"SomethingNew","message":"m"}"#, #"{"output":{"code":"SomethingNew"}}"#,
        "{}", "<html>proxy</html>", "",
    ]

    @Test(arguments: unknown, statuses.filter { $0 != 200 })
    func `an answer without a known code is judged by its HTTP status`(
        _ text: String,
        _ status: Int
    ) {
        let error = error(text, status)
        #expect(error?.code == (status == 401 ? 101_002 : 106_003))
        let passes = [408, 425, 429].contains(status) || status >= 500
        #expect(error?.isRetryable == passes)
    }

    /// Business codes and whether to try again, from the service's table.
    static let business: [(Int, Bool)] = [
        (400_000, false), (400_001, false), (401_010, false), (401_011, false), (403_001, false),
        (403_002, false), (403_003, false), (403_004, false), (403_005, false), (403_006, false),
        (403_007, false), (403_008, true), (404_000, false), (409_000, false), (429_001, true),
        (429_002, true), (500_000, true), (500_001, true), (403_099, false), (599_999, false),
    ]

    @Test(arguments: business, statuses)
    func `a business code is kept under every HTTP status`(
        _ row: (code: Int, isRetryable: Bool),
        _ status: Int
    ) {
        for text in [
            #"{"code":\#(row.code),"message":"m"}"#, #"{"code":"\#(row.code)"}"#,
            #"{"code":\#(row.code).0}"#, #"{"output":{"code":\#(row.code)}}"#,
        ] {
            let error = error(text, status)
            #expect(error?.code == row.code)
            #expect(error?.isRetryable == row.isRetryable)
        }
    }

    @Test(arguments: ["1790000123456789012", "1e400", #""\ud800""#])
    func `an answer whose code cannot be read is an error`(_ value: String) {
        for text in [#"{"code":\#(value),"data":{}}"#, #"{"output":{"code":\#(value),"x":1}}"#] {
            #expect(error(text, 200)?.code == 106_002)
            #expect(error(text, 401)?.code == 101_002)
            #expect(error(text, 503)?.code == 106_003)
        }
    }

    @Test(
        arguments: [
            (#"17"#, "17"), ("1790000123456789012", "1790000123456789012"), (#""r-1""#, "r-1"),
            ("true", nil), (#"{"a":1}"#, nil), (#""r\ud800""#, "r\u{FFFD}"),
        ] as [(String, String?)]
    )
    func `the request id is kept in every spelling`(_ value: String, _ id: String?) throws {
        let refusal = error(
            #"{"request_id":\#(value),"code":"AccessDenied","message":\#(value)}"#,
            403
        )
        #expect(refusal?.diagnostics.requestId == id)
        #expect(refusal?.diagnostics.message == id)
        let good = #"{"request_id":\#(value),"output":{"code":0,"data":{}}}"#
        #expect(try Envelope.open(.text(good)).requestId == id)
    }
}
