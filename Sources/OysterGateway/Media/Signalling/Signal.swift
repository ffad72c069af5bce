// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// A request for signalling that has been looked at, and what to do about it.
struct Signal: Sendable {
    enum Plan: Sendable {
        case answer(Outgoing)
        case join(Admission)
        case leave(travel: String, session: String)
    }

    let requestId: String
    let fault: Fault?
    let plan: Plan

    /// The name that faults and the request log use.
    static let route = "rtc"
    /// The longest offer.
    static let offerLimit = 64 << 10

    static func path(channel: String) -> String { "/rtc/v1/channels/\(channel)" }

    static func path(channel: String, session: String) -> String {
        "\(path(channel: channel))/sessions/\(session)"
    }
}

/// A client that may watch.
struct Admission: Sendable {
    let travel: Travel
    let channel: String
    let room: Int
    /// The name of the viewer.
    let session: String
    let offer: String
    let openedAt: Moment
}

/// Where a request below `/rtc/` goes.
enum SignalDestination: Equatable, Sendable {
    case channel(String)
    case session(String, channel: String)

    init?(path: String) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.count >= 5, Array(parts[0...3]) == ["", "rtc", "v1", "channels"],
            !parts[4].isEmpty
        else { return nil }
        switch parts.count {
        case 5: self = .channel(parts[4])
        case 7 where parts[5] == "sessions" && !parts[6].isEmpty:
            self = .session(parts[6], channel: parts[4])
        default: return nil
        }
    }

    var channel: String {
        switch self {
        case .channel(let channel), .session(_, let channel): channel
        }
    }
}

extension Refusal {
    static let noChannel = Refusal.gateway(
        status: 404,
        code: "NotFound",
        message: "There is no such channel."
    )
    static let noSession = Refusal.gateway(
        status: 404,
        code: "NotFound",
        message: "There is no such session."
    )
    static let noMediaNow = Refusal.gateway(
        status: 409,
        code: "NoMediaNow",
        message: "The channel has no media now."
    )
    static let noPlace = Refusal.gateway(
        status: 503,
        code: "ChannelFull",
        message: "The channel has as many viewers as it may have."
    )
    static let badOffer = Refusal.gateway(
        status: 400,
        code: "InvalidParameter",
        message: "The offer cannot be answered."
    )
    static let noAnswerYet = Refusal.gateway(
        status: 504,
        code: "GatewayTimeout",
        message: "The answer took too long."
    )
}
