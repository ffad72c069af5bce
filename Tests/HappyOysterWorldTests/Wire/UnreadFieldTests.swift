// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterTestSupport
import Testing

@testable import HappyOysterWorld

/// Fields that the library does not read can have any JSON value.
@Suite struct UnreadFieldTests {
    /// Values that cannot be passed to a host exactly, as a server may write them.
    static let odd = [
        "1790000123456789012", "-9007199254740993", "99999999999999999999999999", "1e400",
        "-1.0e999", "0." + String(repeating: "1", count: 70), #""\ud800""#, #""\ude00x""#,
        #""\ud83d\ud83d""#, #""cut \ud83d""#, #""a\u0000b""#, #"{"a":1,"a":2}"#,
        #"{"\u0000":1,"\ud800":{"b":[1e400]}}"#, #"[[{"x":[1790000123456789012]}]]"#,
    ]

    static let envelopes = [
        (#"{"request_id":"r","output":{"code":0,"message":null,"data":{"#, "}}}"),
        (#"{"code":0,"message":null,"data":{"#, "}}"),
        (#"{"request_id":"r","output":{"#, "}}"),
    ]

    private func data(_ text: String) throws -> JSONObject {
        try Envelope.open(.text(text)).data
    }

    @Test(arguments: odd, envelopes)
    func `an unread field may have any content`(
        _ value: String,
        _ envelope: (before: String, after: String)
    ) throws {
        let text = envelope.before + #""status":"completed","id":"# + value + envelope.after
        #expect(try TravelStatusAnswer(data(text)).status == .completed)
    }

    @Test(arguments: odd)
    func `an unread field beside the envelope is ignored`(_ value: String) throws {
        let text = #"{"trace":\#(value),"code":0,"data":{"status":"failed"},"time":\#(value)}"#
        #expect(try TravelStatusAnswer(data(text)).status == .failed)
    }

    @Test func `a duplicate key is an error only when the library reads it`() throws {
        let good = #"{"trace":1,"trace":2,"code":0,"data":{"status":"running","x":1,"x":2}}"#
        #expect(try TravelStatusAnswer(data(good)).status == .running)
        for bad in [
            #"{"code":0,"code":0,"data":{"status":"running"}}"#,
            #"{"code":0,"data":{"status":"running"},"data":{"status":"failed"}}"#,
            #"{"code":0,"data":{"status":"running","status":"failed"}}"#,
            #"{"output":{"status":"failed"},"output":{"status":"running"}}"#,
        ] {
            let error = #expect(throws: OysterSDKError.self) { try TravelStatusAnswer(data(bad)) }
            #expect(error?.code == 106_002, "\(bad)")
        }
    }

    @Test(arguments: ["", " ", "\r\n"])
    func `a byte order mark before the answer is skipped`(_ blank: String) throws {
        let text = "\u{FEFF}" + blank + #"{"code":0,"data":{"status":"paused"}}"#
        #expect(try TravelStatusAnswer(data(text)).status == .paused)
    }

    @Test(
        arguments: [
            #"{"code":0,"data":{"status":"running"}} x"#, #"{"code":0,"data":{"status":"running"}"#,
            #"{"code":0,"data":{"status":"running","x":01}}"#,
            #"{"code":0,"data":{"status":"running","x":NaN}}"#,
            #"{"code":0,"data":{"status":"running","x":"\q"}}"#,
            #"{"code":0,"data":{"status":"running","x":"\ud8"}}"#,
            "{\"code\":0,\"data\":{\"status\":\"running\",\"x\":\"\n\"}}",
            "\u{FEFF}\u{FEFF}{\"code\":0,\"data\":{\"status\":\"running\"}}",
            #"{"code":0,"data":{"status":"running","x":"#
                + String(repeating: "[", count: 63) + String(repeating: "]", count: 63) + "}}",
        ]
    )
    func `malformed or too deep JSON is 106002 in every field`(_ text: String) {
        let error = #expect(throws: OysterSDKError.self) { try data(text) }
        #expect(error?.code == 106_002)
    }

    @Test func `invalid UTF-8 in an unread field is 106002`() {
        let body =
            Array(#"{"code":0,"data":{"status":"running","x":""#.utf8) + [0xC3]
            + Array(#""}}"#.utf8)
        let error = #expect(throws: OysterSDKError.self) {
            try Envelope.open(HTTPResponse(status: 200, body: body))
        }
        #expect(error?.code == 106_002)
    }
}
