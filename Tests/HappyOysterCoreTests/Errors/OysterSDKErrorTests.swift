// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import Testing

/// The error value and its object.
@Suite struct OysterSDKErrorTests {
    @Test func `the object has the keys of docs/json.md, and only known diagnostics`() {
        let error = OysterSDKError(
            403_004,
            diagnostics: ErrorDiagnostics(message: "no", requestId: "r", httpStatus: 200),
            operation: .sendInstruct
        )
        #expect(
            error.json.objectValue?.members.map(\.key) == [
                "code", "kind", "message", "advice", "operation", "endsTravel", "retryable", "raw",
            ]
        )
        #expect(error.json["code"] == 403_004)
        #expect(error.json["kind"] == "server")
        #expect(error.json["operation"] == "sendInstruct")
        #expect(error.json["raw"] == ["message": "no", "requestId": "r", "httpStatus": 200])
    }

    @Test func `an error that belongs to no operation has operation null`() {
        #expect(OysterSDKError(105_001).json["operation"] == .null)
        #expect(OysterSDKError(105_001).json["raw"] == [:])
    }

    @Test func `an error that ended the travel is not retryable`() {
        let error = OysterSDKError(106_001)
        #expect(error.isRetryable)
        #expect(!error.ending.isRetryable)
        #expect(error.ending.json["endsTravel"] == true)
    }

    @Test func `an operation is added, and kept when none is given`() {
        #expect(OysterSDKError(106_001).during(.pause).operationName == .pause)
        #expect(OysterSDKError(106_001, operation: .end).during(nil).operationName == .end)
    }

    @Test func `every text of the diagnostics passes through the redactor`() {
        let raw = ErrorDiagnostics(
            message: "a",
            requestId: "b",
            httpStatus: 500,
            errorCode: "c",
            errorMessage: "d"
        )
        let mapped = raw.mapTexts { $0 + "!" }
        #expect(
            mapped
                == ErrorDiagnostics(
                    message: "a!",
                    requestId: "b!",
                    httpStatus: 500,
                    errorCode: "c!",
                    errorMessage: "d!"
                )
        )
    }
}
