// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterTestSupport
import Testing

@testable import HappyOysterWorld

/// The requests of the library, compared with the wire samples.
@Suite struct RequestSampleTests {
    static let travelId = AnswerSampleTests.travelId

    /// A request as the client sends it.
    private func sent(_ call: APICall) throws -> SentRequest {
        let fixture = EngineFixture(bare: .adventure)
        return fixture.sentRequest(call, try RuntimeConfig(fixture.config()))
    }

    /// The same with whole numbers as integers: 6 and 6.0 are the same number in JSON.
    private func plain(_ value: JSONValue) -> JSONValue {
        switch value {
        case .number: value.integerValue.map(JSONValue.integer) ?? value
        case .array(let elements): .array(elements.map(plain))
        case .object(let object):
            .object(JSONObject(object.members.map { ($0.key, plain($0.value)) }))
        default: value
        }
    }

    struct Case: Sendable {
        let sample: String
        let route: String
        let call: @Sendable () throws -> APICall
    }

    static let cases = [
        Case(sample: "enter-travel-request-minimal", route: "travels/enter-travel") {
            .enterTravel(ticket: Secret("tk_5f0c9a7e2b1d4836"), maxExperienceTimeSec: nil)
        },
        Case(sample: "enter-travel-adventure-request", route: "travels/enter-travel") {
            .enterTravel(ticket: Secret("tk_5f0c9a7e2b1d4836"), maxExperienceTimeSec: 90)
        },
        Case(sample: "control-request", route: "travels/pause") {
            .control("pause", travelId, "example-client/0.1.0")
        },
        Case(sample: "control-request", route: "travels/resume") {
            .control("resume", travelId, "example-client/0.1.0")
        },
        Case(sample: "rewind-request", route: "travels/rewind") {
            .rewind(travelId, toSec: 6, "example-client/0.1.0")
        },
        Case(sample: "instruct-request", route: "travels/instruct") {
            .instruct(
                travelId,
                content: "Rain starts to fall",
                clientRequestId: "c1f7_0001",
                "example-client/0.1.0"
            )
        },
        Case(sample: "end-request", route: "travels/end") {
            .end(travelId, failCode: nil, "example-client/0.1.0")
        },
        Case(sample: "end-request-no-stream", route: "travels/end") {
            .end(travelId, failCode: "TRAVEL_NO_STREAM_AUTO_END", "example-client/0.1.0")
        },
        Case(sample: "update-script-request", route: "travels/update-script") {
            let acts = try Repository.sample("update-script-request")["scriptList"] ?? .null
            let script = try TravelScript(text: JSONCodec.bytes(acts) ?? [])
            return .updateScript(travelId, script, "example-client/0.1.0")
        },
    ]

    @Test(arguments: cases)
    func `a request body has the keys, types and values of its sample`(_ row: Case) throws {
        let request = try sent(try row.call())
        #expect(request.route == row.route)
        #expect(request.request.method == .post)
        let sample = try Repository.sample(row.sample)
        #expect(request.body.map(plain) == plain(sample))
        #expect(request.header("Content-Type") == "application/json")
    }

    @Test func `the poll's query has the names and values of its sample`() throws {
        let heartbeat = Heartbeat(clientStreamStatus: "PLAYING", sinceMs: 1_790_000_123_456)
        let request = try sent(.status(RequestSampleTests.travelId, heartbeat))
        let sample = try Repository.sample("status-query").objectValue ?? [:]
        let expected = Dictionary(
            uniqueKeysWithValues: sample.members.map { ($0.key, $0.value.stringValue ?? "") }
        )
        #expect(request.query == expected)
        #expect(request.request.method == .get)
        #expect(request.request.body == nil)
        #expect(request.route == "travels/status")
    }

    @Test func `the query of the feature gate has version and platform`() throws {
        let request = try sent(.featureGate(within: .seconds(30)))
        #expect(request.query == ["sdkVersion": LibraryVersion.text, "platform": "linux"])
        #expect(request.request.method == .get)
    }

    @Test func `a request URL has host, model and route, and the token is the bearer`() throws {
        let request = try sent(.control("pause", "t", "u"))
        #expect(
            request.request.url
                == "https://ws-1.cn-beijing.maas.aliyuncs.com/api/v2/apps/"
                + "happyoyster-1.0-adventure/openapi/v1/travels/pause"
        )
        #expect(request.header("Authorization") == "Bearer \(EngineFixture.token)")
        #expect(request.header("User-Agent") == LibraryVersion.userAgent)
    }

    @Test func `ids are percent-encoded in a query`() throws {
        let heartbeat = Heartbeat(clientStreamStatus: "PLAYING", sinceMs: 0)
        let request = try sent(.status("a b&c=d/ü", heartbeat))
        #expect(request.query["encryptedTravelId"] == "a%20b%26c%3Dd%2F%C3%BC")
    }
}
