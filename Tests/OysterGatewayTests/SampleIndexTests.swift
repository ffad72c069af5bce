// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterTestSupport
import Testing

@testable import OysterGateway

/// The list of samples, and the samples that are neither request nor response.
@Suite struct SampleIndexTests {
    /// Request samples, which `RequestSampleTests` uses.
    private static let requests: Set<String> = [
        "worlds-create-adventure-request", "worlds-create-directing-simple-request",
        "worlds-create-directing-scriptlist-request", "worlds-create-acting-request",
        "credential-request", "worlds-delete-request", "enter-travel-adventure-request",
        "enter-travel-request-minimal", "control-request", "instruct-request",
        "update-script-request", "end-request", "end-request-no-stream", "rewind-request",
        "status-query",
    ]
    private static let commands = [
        "command-snapshot-web-spelling", "command-snapshot-android-spelling",
        "command-snapshot-android-demo-spelling", "command-snapshot-ios-spelling",
    ]
    private static let release = "command-snapshot-release"
    /// A value inside an SDK, which it makes from `status-failed`.
    private static let inSDK = "sdk-android-failed-raw"

    @Test func `each sample has a test`() throws {
        let listed = try sample("index")["samples"]?.arrayValue ?? []
        let files = listed.compactMap { $0["file"]?.stringValue?.split(separator: ".").first }
        let scenarios = WorldScenarios.all + TravelScenarios.all + EnvelopeScenarios.all
        let tested = Self.requests.union(scenarios.map(\.file))
            .union(Self.commands + [Self.release, Self.inSDK])
        #expect(Set(files.map { String($0) }).subtracting(tested) == [])
        #expect(files.count > 60)
    }

    @Test(arguments: commands)
    func `each spelling sample of a command is read`(file: String) throws {
        var object = try sample(file).objectValue ?? [:]
        object["sequence"] = 1
        let frame = try CommandFrame(object)
        #expect(frame.command.translation == .frontLeft)
        #expect(frame.command.rotation == .mouseUpRight)
        let isCrouch = file == "command-snapshot-android-spelling"
        #expect(frame.command.interaction == (isCrouch ? .crouch : .jump))
    }

    @Test func `the release sample is a command without movement and interaction`() throws {
        var object = try sample(Self.release).objectValue ?? [:]
        object["sequence"] = 1
        #expect(try CommandFrame(object).command == OysterAdventureCommand())
    }

    @Test func `a failed status has the members for the error of the SDK`() throws {
        let fixture = try GatewayFixture()
        let travel = try fixture.travel("adventure")
        let body: JSONValue = [
            "encryptedTravelId": .string(travel), "errorCode": "TRAVEL_STREAM_CREATE_FAILED",
        ]
        try fixture.client.control("POST", "/travels/fail", body)
        let path = "travels/status?encryptedTravelId=\(travel)"
        let status = try fixture.data("adventure", "GET", path)
        let expected = try sample(Self.inSDK)
        for name in ["encryptedTravelId", "status", "errorCode", "errorMessage"] {
            #expect(status[name]?.stringValue != nil && expected[name] != nil)
        }
        #expect(status["status"] == expected["status"])
        #expect(status["errorCode"] == expected["errorCode"])
    }
}
