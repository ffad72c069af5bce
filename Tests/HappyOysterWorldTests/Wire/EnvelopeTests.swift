// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterTestSupport
import Testing

@testable import HappyOysterWorld

/// Every shape of an answer, and the code of each.
@Suite struct EnvelopeTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let status: Int
        let text: String
        /// 0 for success.
        let code: Int

        init(_ status: Int, _ text: String, _ code: Int) {
            self.status = status
            self.text = text
            self.code = code
        }

        var testDescription: String { "\(status) \(text.prefix(60)) → \(code)" }
    }

    private func open(_ row: Case) throws(OysterSDKError) -> Envelope {
        try Envelope.open(.text(row.text, status: row.status))
    }

    static let good = [
        // A, B, C of the wire sheet.
        Case(200, #"{"code":0,"message":null,"data":{"x":1}}"#, 0),
        Case(200, #"{"code":"0","message":null,"data":{"x":1}}"#, 0),
        Case(200, #"{"request_id":"r","output":{"code":0,"message":null,"data":{"x":1}}}"#, 0),
        Case(200, #"{"request_id":"r","output":{"code":"0","data":{"x":1}}}"#, 0),
        Case(200, #"{"request_id":"r","output":{"x":1}}"#, 0),
        Case(201, #"{"code":0,"data":{"x":1}}"#, 0),
        Case(299, #"{"request_id":"r","output":{"x":1}}"#, 0),
        // The code of the wrapper takes precedence.
        Case(200, #"{"code":409000,"output":{"code":0,"data":{"x":1}}}"#, 0),
    ]

    @Test(arguments: good)
    func `the data are read from every shape of the envelope`(_ row: Case) throws {
        #expect(try open(row).data["x"] == 1)
    }

    static let bad = [
        // Business errors, bare and wrapped; unknown codes are kept.
        Case(200, #"{"code":401011,"message":"used","data":null}"#, 401_011),
        Case(200, #"{"code":"401011","message":"used"}"#, 401_011),
        Case(200, #"{"request_id":"r","output":{"code":403004,"message":"no"}}"#, 403_004),
        Case(200, #"{"request_id":"r","output":{"code":403099}}"#, 403_099),
        Case(200, #"{"code":599999}"#, 599_999),
        Case(404, #"{"code":404000}"#, 404_000),
        // The gateway's own refusals.
        Case(403, #"{"code":"AccessDenied","message":"m","request_id":"r"}"#, 106_003),
        Case(401, #"{"code":"InvalidApiKey","message":"m","request_id":"r"}"#, 101_002),
        Case(400, #"{"code":"InvalidApiKey","message":"m"}"#, 101_002),
        Case(401, #"{"code":"Unheard","message":"m"}"#, 101_002),
        Case(429, #"{"code":"Throttling.RateQuota","message":"m"}"#, 106_003),
        Case(200, #"{"code":"WORLD_NOT_READY","message":"m"}"#, 106_003),
        Case(200, #"{"request_id":"r","output":{"code":"WORLD_NOT_READY"}}"#, 106_003),
        Case(200, #"{"code":"AccessDenied","output":{"code":0,"data":{}}}"#, 106_003),
        // Without code 0 an answer is no success.
        Case(200, "{}", 106_003),
        Case(200, #"{"data":{"x":1}}"#, 106_003),
        Case(200, #"{"code":null,"data":{"x":1}}"#, 106_003),
        Case(200, #"{"code":7,"data":{"x":1}}"#, 106_003),
        Case(200, #"{"code":-1}"#, 106_003),
        Case(200, #"{"code":200,"data":{}}"#, 106_003),
        Case(200, #"{"output":"text"}"#, 106_003),
        Case(200, #"{"output":null}"#, 106_003),
        Case(500, #"{"code":0,"data":{"x":1}}"#, 106_003),
        Case(500, #"{"output":{"x":1}}"#, 106_003),
        // Only 2xx is success, even with a complete envelope.
        Case(199, #"{"code":0,"data":{"x":1}}"#, 106_003),
        Case(300, #"{"code":0,"data":{"x":1}}"#, 106_003),
        Case(302, #"{"request_id":"r","output":{"code":0,"data":{"x":1}}}"#, 106_003),
        Case(304, #"{"request_id":"r","output":{"x":1}}"#, 106_003),
        Case(103, #"{"output":{"x":1}}"#, 106_003),
        Case(103, "early hints", 106_003),
        Case(401, #"{"output":{"x":1}}"#, 101_002),
        // A code that is neither a number nor a text cannot be read.
        Case(200, #"{"code":true,"data":{"x":1}}"#, 106_002),
        Case(200, #"{"code":1.5,"data":{"x":1}}"#, 106_002),
        Case(200, #"{"code":[0],"data":{"x":1}}"#, 106_002),
        Case(200, #"{"code":{},"data":{"x":1}}"#, 106_002),
        Case(200, #"{"request_id":"r","output":{"code":false,"data":{"x":1}}}"#, 106_002),
        Case(502, #"{"code":true}"#, 106_003),
        Case(401, #"{"code":true}"#, 101_002),
        // Success without data cannot be read.
        Case(200, #"{"code":0,"data":null}"#, 106_002),
        Case(200, #"{"code":0}"#, 106_002),
        Case(200, #"{"code":0,"data":[1]}"#, 106_002),
        Case(200, #"{"output":{"code":0,"data":null}}"#, 106_002),
        // No JSON object: judged by its status.
        Case(200, "", 106_002),
        Case(200, "<html>hello</html>", 106_002),
        Case(200, "[1]", 106_002),
        Case(200, #"{"code":0,"code":1}"#, 106_002),
        Case(200, "{\"code\":0,\"data\":{}} x", 106_002),
        Case(301, "moved", 106_003),
        Case(401, "", 101_002),
        Case(403, "<html>forbidden</html>", 106_003),
        Case(404, "", 106_003),
        Case(502, "<html>bad gateway</html>", 106_003),
    ]

    @Test(arguments: bad)
    func `every other answer is an error with its code`(_ row: Case) {
        let error = #expect(throws: OysterSDKError.self) { try open(row) }
        #expect(error?.code == row.code)
        #expect(error?.diagnostics.httpStatus == row.status)
    }

    @Test func `the error has request id, message and symbol of the answer`() {
        let row = Case(403, #"{"code":"AccessDenied","message":"m","request_id":"r-1"}"#, 0)
        let error = #expect(throws: OysterSDKError.self) { try open(row) }
        #expect(error?.diagnostics.requestId == "r-1")
        #expect(error?.diagnostics.message == "m")
        #expect(error?.diagnostics.errorCode == "AccessDenied")
    }

    @Test(arguments: [
        (Case(200, "<html>", 106_002), "its body of 6 bytes is no JSON object"),
        (Case(200, #"{"code":0}"#, 106_002), "its field data is missing or no object"),
        (
            Case(200, #"{"output":{"code":0,"data":{}},"output":{}}"#, 106_002),
            "its field output cannot be read"
        ),
        (Case(403, #"{"code":"AccessDenied","message":"m"}"#, 106_003), "AccessDenied, m"),
    ])
    func `the message names the unreadable part and the HTTP status`(
        _ row: Case,
        cause: String
    ) {
        let error = #expect(throws: OysterSDKError.self) { try open(row) }
        #expect(error?.code == row.code)
        let sentence = ErrorCatalog.message(row.code).dropLast()
        #expect(error?.message == "\(sentence): \(cause) (HTTP status \(row.status)).")
    }

    @Test(arguments: [
        (#"{"code":401011,"message":"The ticket was used before."}"#, "HTTP status 200"),
        (#"{"code":401011,"message":"the ticket was used before"}"#, "HTTP status 200"),
        (
            #"{"code":401011,"message":"The ticket expired."}"#,
            "The ticket expired. (HTTP status 200)"
        ),
    ])
    func `a server's message that repeats the sentence of its code is not shown twice`(
        _ text: String,
        cause: String
    ) {
        let error = #expect(throws: OysterSDKError.self) { try Envelope.open(.text(text)) }
        #expect(error?.message == "The ticket was used before: \(cause).")
    }

    @Test func `a successful envelope has the request id`() throws {
        let row = Case(200, #"{"request_id":"r-2","output":{"code":0,"data":{}}}"#, 0)
        #expect(try open(row).requestId == "r-2")
    }

    @Test(arguments: [
        ("envelope-business-error-bare", 401_011), ("envelope-business-error-wrapped", 429_001),
        ("envelope-primary-key-required", 403_003), ("envelope-symbolic-code", 106_003),
        ("envelope-gateway-access-denied", 106_003), ("envelope-gateway-invalid-key", 101_002),
        ("instruct-moderation-error", 403_004), ("instruct-on-scriptlist-error", 403_006),
        ("state-conflict-error", 409_000), ("token-issue-error", 101_002),
    ])
    func `every sample of a refusal gives its code`(_ name: String, _ code: Int) throws {
        let sample = try Repository.sample(name)
        let isGateway = sample["code"]?.stringValue?.contains("_") == false
        let status = isGateway ? (code == 101_002 ? 401 : 403) : 200
        let error = #expect(throws: OysterSDKError.self) {
            try Envelope.open(.json(sample, status: status))
        }
        #expect(error?.code == code)
    }
}
