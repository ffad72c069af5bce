// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// What a broadcast must know of its Travel at a moment.
struct Scene: Equatable, Sendable {
    /// The room that is open, nil when there is none.
    var room: Int?
    var isPlaying: Bool
    /// Time played so far, nil before the first picture.
    var played: Duration?
    /// What happened in the world besides commands.
    var journal: [Journal.Entry]
    /// Whether pictures are sent at all, or a fault keeps them back.
    var sendsPictures: Bool
    /// How long a viewer waits for its first picture.
    var firstFrameDelay: Duration

    /// Whether those who joined a room may stay.
    func keeps(room joined: Int) -> Bool { room == joined }
}

/// What a broadcast tells of itself, each time it asks for the scene.
struct BroadcastReport: Sendable {
    let travel: String
    let viewers: [ViewerReport]
    /// What can be done in the world, nil before there was a picture.
    let actions: ActionPools?
}

/// The statistics of one viewer.
struct ViewerReport: Equatable, Sendable {
    let id: String
    let isConnected: Bool
    let openedAt: Moment
    var pictures = 0
    /// Pictures that the viewer was too busy to take.
    var refused = 0
    var commands = 0
}

extension ViewerReport {
    var json: JSONValue {
        [
            "session": .string(id), "isConnected": .bool(isConnected),
            "openedAt": .string(openedAt.iso), "pictures": JSONValue(pictures),
            "refusedPictures": JSONValue(refused), "commands": JSONValue(commands),
        ]
    }
}

extension GatewayState {
    /// Notes what a broadcast tells, and gives it the scene; nil when its Travel is over.
    mutating func scene(_ report: BroadcastReport, at moment: Moment) -> Scene? {
        let now = moment + clockAhead
        let isWatched = report.viewers.contains { $0.isConnected }
        viewers[report.travel] = report.viewers.isEmpty ? nil : report.viewers
        let scene = try? travels.change(report.travel, on: nil, at: now) {
            travel throws(Refusal) -> Scene? in
            if travel.isDemonstration, isWatched { travel.lifecycle.hear() }
            if travel.followsScenery, let actions = report.actions { travel.actions = actions }
            return travel.lifecycle.status.isTerminal ? nil : travel.scene
        }
        return scene ?? nil
    }
}

extension Travel {
    /// The scene of a Travel that has been brought up to date.
    var scene: Scene {
        let played = lifecycle.played
        return Scene(
            room: mediaFaults.isDropped(at: played) ? nil : lifecycle.openRoom,
            isPlaying: lifecycle.status == .running,
            played: played,
            journal: journal.entries,
            sendsPictures: !mediaFaults.isStalled(at: played),
            firstFrameDelay: mediaFaults.firstFrameDelay
        )
    }
}
