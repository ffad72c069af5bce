// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// The state of a travel that its broadcast needs.
struct TravelMediaState: Equatable, Sendable {
    /// Number of the open room, nil when there is none.
    var room: Int?
    var isPlaying: Bool
    /// Time played so far, nil before the first frame.
    var played: Duration?
    /// The changes of the world besides commands.
    var worldEvents: [WorldEventLog.Event]
    /// False while a fault suppresses frames.
    var sendsFrames: Bool
    /// Delay of the first frame of a viewer.
    var firstFrameDelay: Duration

    /// Whether viewers that joined this room may stay.
    func keeps(room joined: Int) -> Bool { room == joined }
}

/// The report that a broadcast passes when it requests the media state.
struct BroadcastReport: Sendable {
    let travel: String
    let viewers: [ViewerReport]
    /// The available actions, nil before the first frame.
    let actions: ActionPools?
}

/// The statistics of one viewer.
struct ViewerReport: Equatable, Sendable {
    let id: String
    let isConnected: Bool
    let openedAt: Timestamp
    var frames = 0
    /// Frames that the viewer refused because it was busy.
    var refused = 0
    var commands = 0
}

extension ViewerReport {
    var json: JSONValue {
        [
            "session": .string(id), "isConnected": .bool(isConnected),
            "openedAt": .string(openedAt.iso), "pictures": JSONValue(frames),
            "refusedPictures": JSONValue(refused), "commands": JSONValue(commands),
        ]
    }
}

extension GatewayState {
    /// Stores the report of a broadcast and returns the media state; nil when the travel has ended.
    mutating func mediaState(_ report: BroadcastReport, at timestamp: Timestamp)
        -> TravelMediaState?
    {
        let now = timestamp + clockAhead
        let isWatched = report.viewers.contains { $0.isConnected }
        viewers[report.travel] = report.viewers.isEmpty ? nil : report.viewers
        let mediaState = try? travels.change(report.travel, on: nil, at: now) {
            travel throws(Refusal) -> TravelMediaState? in
            if travel.isDemonstration, isWatched { travel.lifecycle.notePoll() }
            if travel.followsSimulation, let actions = report.actions { travel.actions = actions }
            return travel.lifecycle.status.isTerminal ? nil : travel.mediaState
        }
        return mediaState ?? nil
    }
}

extension TravelRecord {
    /// The media state of a travel that has been advanced to the current time.
    var mediaState: TravelMediaState {
        let played = lifecycle.played
        return TravelMediaState(
            room: mediaFaults.isDropped(at: played) ? nil : lifecycle.openRoom,
            isPlaying: lifecycle.status == .running,
            played: played,
            worldEvents: worldEvents.events,
            sendsFrames: !mediaFaults.isStalled(at: played),
            firstFrameDelay: mediaFaults.firstFrameDelay
        )
    }
}

/// The media faults of one travel, fixed when it is created.
///
/// All but the first are positions and durations of playing time.
struct MediaFaults: Equatable, Sendable {
    /// From the connection of a viewer to its first frame.
    var firstFrameDelay: Duration = .zero
    /// Time from which no frames are sent, while the connection stays open.
    var stall: Duration?
    /// Time at which all connections are closed.
    var drop: Duration?
    /// Duration of a stall or drop, nil for unlimited.
    var lasts: Duration?

    func isStalled(at played: Duration?) -> Bool { isWithin(stall, played) }

    func isDropped(at played: Duration?) -> Bool { isWithin(drop, played) }

    private func isWithin(_ begin: Duration?, _ played: Duration?) -> Bool {
        guard let begin, let played, played >= begin else { return false }
        return lasts.map { played < begin + $0 } ?? true
    }
}

extension MediaFaults {
    /// The faults of the current settings.
    init(_ settings: Settings) {
        firstFrameDelay = settings.firstFrameDelay
        stall = settings.mediaStall
        drop = settings.mediaDrop
        lasts = settings.mediaReturn
    }
}
