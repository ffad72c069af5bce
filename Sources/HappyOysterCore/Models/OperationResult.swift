// SPDX-License-Identifier: Apache-2.0

/// Names an operation whose result a host awaits.
package typealias OperationID = UInt64

/// The result of a successful operation.
package enum OperationResult: Equatable, Sendable {
    case started(OysterStartTravelData)
    case state(OysterTravelStateData)
    case rewound(OysterRewindTravelData)
    case ended(OysterEndTravelData)
    case instructed(OysterSendInstructData)
    case scriptUpdated(OysterUpdateScriptData)
    case cleanedUp
    /// With the connection and the capabilities.
    case sessionConnected(JSONObject)
    case sessionDisconnected
    case issueReported(id: String)

    /// The object of `docs/json.md`; keys are those of the data models.
    package var json: JSONValue {
        switch self {
        case .started(let data): data.json
        case .state(let data):
            [
                "encryptedTravelId": .string(data.encryptedTravelId),
                "status": .string(data.status.rawValue),
            ]
        case .rewound(let data):
            [
                "encryptedTravelId": .string(data.encryptedTravelId),
                "status": .string(data.status.rawValue),
                "resumedAtSec": .number(data.resumedAtSec),
            ]
        case .ended(let data):
            [
                "encryptedTravelId": .string(data.encryptedTravelId),
                "status": .string(data.status.rawValue),
                "endedAt": .string(data.endedAtText),
                "duration": .number(data.duration),
                "confirmed": .bool(data.confirmed),
            ]
        case .instructed(let data): data.json
        case .scriptUpdated(let data):
            [
                "encryptedTravelId": .string(data.encryptedTravelId),
                "accepted": .bool(data.accepted),
                "turnCount": JSONValue(data.turnCount),
            ]
        case .cleanedUp, .sessionDisconnected: .object([:])
        case .sessionConnected(let object): .object(object)
        case .issueReported(let id): ["issueId": .string(id)]
        }
    }
}

extension OysterStartTravelData {
    package var json: JSONValue {
        [
            "encryptedTravelId": .string(encryptedTravelId),
            "encryptedWorldId": .string(encryptedWorldId),
            "mode": .string(mode.rawValue),
            "playUrl": JSONValue(playUrl),
            "firstFrame": JSONValue(firstFrame),
            "version": .string(version),
            "aspectRatio": JSONValue(aspectRatio),
            "creationModel": .string(creationModel),
            "maxExperienceTimeSec": JSONValue(maxExperienceTimeSec),
            "bgmUrl": JSONValue(bgmUrl),
        ]
    }
}

extension OysterSendInstructData {
    fileprivate var json: JSONValue {
        var object: JSONObject = [
            "encryptedTravelId": .string(encryptedTravelId),
            "content": .string(content),
            "accepted": .bool(accepted),
        ]
        if queued { object["queued"] = true }
        return .object(object)
    }
}

/// An operation of a travel, an engine or a session, as named in error objects.
package enum OperationName: String, Sendable, CaseIterable {
    case start
    case pause
    case resume
    case rewind
    case end
    case sendInstruct
    case sendCommand
    case updateScript
    case record
    case cleanup
    case connect
    case disconnect
    case sendSignal
    case forceMuteAll
    case disableForceMute
    case forceMuteStream
    case forceDisconnect
    case reportIssue

    /// The operation as texts name it: without a language's spelling.
    package var phrase: String {
        switch self {
        case .start, .pause, .resume, .rewind, .end, .cleanup, .connect, .disconnect: rawValue
        case .sendInstruct: "sending an instruction"
        case .sendCommand: "sending a command"
        case .updateScript: "updating the script"
        case .record: "recording"
        case .sendSignal: "sending a signal"
        case .forceMuteAll: "muting all streams"
        case .disableForceMute: "ending the mute"
        case .forceMuteStream: "muting a stream"
        case .forceDisconnect: "disconnecting a connection"
        case .reportIssue: "reporting an issue"
        }
    }
}
