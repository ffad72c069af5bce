// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterStream

@testable import HappyOysterWorld

/// Inputs that lead into each situation. Operations of these inputs have numbers from 900 on.
extension Bench {
    mutating func enter(_ change: JSONObject = [:]) throws {
        var data = entry
        for (key, value) in change.members { data[key] = value }
        send(.entered(.success(try EnterTravelAnswer(data))))
    }

    /// Sends the answer to a poll that was sent now, or at `asked`.
    mutating func polled(_ status: String, _ more: JSONObject = [:], asked: Duration? = nil) throws
    {
        var data: JSONObject = ["encryptedTravelId": "travel-1", "status": .string(status)]
        for (key, value) in more.members { data[key] = value }
        send(.polled(asked: asked ?? now, .success(try TravelStatusAnswer(data))))
    }

    mutating func pollFailed(_ code: Int) {
        send(.polled(asked: now, .failure(OysterSDKError(code))))
    }

    mutating func begin(_ seconds: Int? = nil, operation: OperationID = 900) {
        send(.start(operation, maxExperienceTimeSec: seconds, hasToken: true))
        send(.gateChecked(nil))
        send(.streamPrepared(nil))
    }

    mutating func showFirstFrame() {
        send(.stream(.connected))
        send(.firstFrame)
    }

    mutating func run() throws {
        begin()
        try enter()
        showFirstFrame()
    }

    mutating func acceptPause() throws {
        try run()
        send(.pause(901))
        send(.pauseAnswered(nil))
    }

    mutating func confirmPause() throws {
        try acceptPause()
        try polled("paused")
    }

    /// Leads to a paused travel after the settle time.
    mutating func settle() throws {
        try confirmPause()
        wait(.seconds(3))
    }

    mutating func rewound(to second: Double) throws {
        send(
            .rewindAnswered(
                .success(
                    try RewindAnswer([
                        "resumedAtSec": .number(second), "actualRewindToSec": .number(second),
                    ])
                )
            )
        )
    }

    mutating func instructed(_ operation: OperationID?, _ text: String, _ code: Int = 0) throws {
        let answer = InstructAnswer(["content": .string(text), "accepted": true])
        let result: Result<InstructAnswer, OysterSDKError> =
            code == 0 ? .success(answer) : .failure(OysterSDKError(code))
        send(.instructAnswered(operation, text, result))
    }

    mutating func ended(_ data: JSONObject = [:]) throws {
        send(.endAnswered(.success(EndAnswer(data))))
    }
}

/// The kinds of worlds that the rules distinguish.
enum TestWorld: String, CaseIterable, Sendable {
    case adventure, directing, scriptlist, acting
    /// A directing world of a version without controls.
    case oldDirecting

    var entry: JSONObject {
        [
            "encryptedTravelId": "travel-1",
            "encryptedWorldId": "world-1",
            "mode": .integer(self == .adventure ? 1 : self == .acting ? 3 : 2),
            "creationModel": self == .scriptlist ? "scriptlist" : "simple",
            "firstFrame": "https://cdn.example.test/f/one.jpg",
            "rtcConfig": ["channelId": "channel-1", "token": "rtc-secret"],
            "version": .string(version),
            "noStreamAutoEndTimeoutSec": 30,
        ]
    }

    private var version: String {
        switch self {
        case .adventure: "wanderV2"
        case .directing, .scriptlist: "storyV2"
        case .acting: "actingV2"
        case .oldDirecting: "storyV1"
        }
    }
}
