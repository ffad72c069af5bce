// SPDX-License-Identifier: Apache-2.0
internal import CGatewayMedia
internal import HappyOysterStream
internal import HappyOysterThreading
internal import OysterScenery

/// All broadcasts of the gateway.
final class Studio: Sendable {
    private struct State: Sendable {
        var broadcasts: [String: Broadcast] = [:]
        var isClosed = false
    }

    /// How long a stop waits for the media object.
    private static let patience: Duration = .seconds(3)
    private static let bitrateKbps: UInt32 = 1500

    private let library: MediaLibrary
    private let painter: PainterMaker
    private let desk: Broadcast.Desk
    private let state: Condition<State>

    init(library: MediaLibrary, painter: @escaping PainterMaker, desk: Broadcast.Desk) {
        let state = Condition(State())
        var desk = desk
        // A thread that ends may have served the last viewer that there will ever be.
        desk.isIdle = { [weak state] in state.map { Self.removeFinished($0) } }
        self.library = library
        self.painter = painter
        self.desk = desk
        self.state = state
    }

    /// Begins to answer an offer; false when there is no place for one more.
    ///
    /// `answered` gets the SDP answer, nil when the offer cannot be answered; perhaps on another
    /// thread, perhaps before this function returns.
    func open(
        _ admission: Admission,
        answered: @escaping @Sendable (String?) -> Void
    ) -> Bool {
        guard let broadcast = broadcast(of: admission.travel) else { return false }
        let name = admission.session
        let viewer = Viewer(
            id: name,
            library: library,
            ears: broadcast.ears(for: name, answered: answered)
        )
        let size = broadcast.projector.size
        let options = oyster_media_options(
            width: UInt32(size.width),
            height: UInt32(size.height),
            frames_per_second: UInt32(Broadcast.picturesPerSecond),
            bitrate_kbps: Self.bitrateKbps
        )
        guard viewer.open(offer: admission.offer, options: options) else { return false }
        let seat = Broadcast.Seat(
            viewer: viewer,
            room: admission.room,
            openedAt: admission.openedAt
        )
        guard broadcast.add(seat) else {
            broadcast.close([viewer])
            return false
        }
        return true
    }

    /// Frees the broadcasts of Travels that have ended.
    ///
    /// A Travel can end while it has no viewer, so the gateway calls this after each request.
    func removeFinished() { Self.removeFinished(state) }

    private static func removeFinished(_ state: Condition<State>) {
        let idle = state.withLock { $0.broadcasts.values.filter(\.isIdle) }
        // Outside the lock: each asks the gateway about its Travel.
        let finished = idle.filter(\.isOver)
        guard !finished.isEmpty else { return }
        state.withLock { state in
            for broadcast in finished where state.broadcasts[broadcast.travel] === broadcast {
                state.broadcasts[broadcast.travel] = nil
            }
        }
    }

    /// Asks a viewer to go; false when there is no such viewer.
    func dismiss(_ viewer: String, from travel: String) -> Bool {
        state.withLock { $0.broadcasts[travel] }?.dismiss(viewer) ?? false
    }

    /// Sends everybody away and waits for the media object, for a while.
    func stop() {
        let broadcasts = state.withLock { state in
            state.isClosed = true
            return Array(state.broadcasts.values)
        }
        for broadcast in broadcasts { broadcast.close() }
        let deadline = SystemClock.monotonic + Self.patience
        for broadcast in broadcasts { _ = broadcast.waitClosed(until: deadline) }
        state.withLock { $0.broadcasts = [:] }
    }

    private func broadcast(of travel: Travel) -> Broadcast? {
        state.withLock { state in
            guard !state.isClosed else { return nil }
            if let known = state.broadcasts[travel.id] { return known }
            let scenery = Scenery(of: travel)
            let broadcast = Broadcast(
                travel: travel.id,
                takesCommands: travel.model == .adventure,
                projector: Projector(scenery, painter: painter),
                desk: desk
            )
            state.broadcasts[travel.id] = broadcast
            return broadcast
        }
    }
}
