// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// A checked signalling request and the action to take.
struct SignallingRequest: Sendable {
    enum Plan: Sendable {
        case answer(Response)
        case join(Admission)
        case leave(travel: String, viewer: String)
    }

    let requestId: String
    let fault: Fault?
    let plan: Plan

    /// The name for faults and the request log.
    static let route = "rtc"
    /// Longest offer in bytes.
    static let offerLimit = 64 << 10

    static func path(channel: String) -> String { "/rtc/v1/channels/\(channel)" }

    static func path(channel: String, viewer: String) -> String {
        "\(path(channel: channel))/sessions/\(viewer)"
    }
}

/// The admission of a client as a viewer.
struct Admission: Sendable {
    let travel: TravelRecord
    let channel: String
    let room: Int
    /// Identifier of the viewer, the last part of its WHEP resource.
    let viewer: String
    let offer: String
    let openedAt: Timestamp
}

/// The target of a request below `/rtc/`.
enum SignallingDestination: Equatable, Sendable {
    case channel(String)
    case viewer(String, channel: String)

    init?(path: String) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.count >= 5, Array(parts[0...3]) == ["", "rtc", "v1", "channels"],
            !parts[4].isEmpty
        else { return nil }
        switch parts.count {
        case 5: self = .channel(parts[4])
        case 7 where parts[5] == "sessions" && !parts[6].isEmpty:
            self = .viewer(parts[6], channel: parts[4])
        default: return nil
        }
    }

    var channel: String {
        switch self {
        case .channel(let channel), .viewer(_, let channel): channel
        }
    }
}

extension Refusal {
    static let noChannel = Refusal.gateway(
        status: 404,
        code: "NotFound",
        message: "There is no such channel."
    )
    static let noViewer = Refusal.gateway(
        status: 404,
        code: "NotFound",
        message: "There is no such viewer."
    )
    static let noMediaNow = Refusal.gateway(
        status: 409,
        code: "NoMediaNow",
        message: "The channel has no media now."
    )
    static let channelFull = Refusal.gateway(
        status: 503,
        code: "ChannelFull",
        message: "The channel has as many viewers as it may have."
    )
    static let badOffer = Refusal.gateway(
        status: 400,
        code: "InvalidParameter",
        message: "The offer cannot be answered."
    )
    static let answerTimeout = Refusal.gateway(
        status: 504,
        code: "GatewayTimeout",
        message: "The answer took too long."
    )
}
