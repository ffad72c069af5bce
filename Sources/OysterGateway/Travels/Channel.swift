// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// The channel of a Travel, as the client is told of it.
struct Channel: Equatable, Sendable {
    let id: String
    let appId: String
    /// Opens the channel to whoever has it.
    let token: String
    /// Where to send an offer, nil when the gateway has no media.
    let signalingURL: String?

    /// The four members of the platform, and ours.
    var rtcConfig: JSONValue {
        var object: JSONObject = [
            "channelId": .string(id), "appId": .string(appId), "token": .string(token),
            "userId": "user_1",
        ]
        object["signalingUrl"] = signalingURL.map(JSONValue.string)
        return .object(object)
    }
}
