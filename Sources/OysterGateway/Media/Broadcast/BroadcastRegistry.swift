// SPDX-License-Identifier: Apache-2.0
internal import CGatewayMedia
internal import HappyOysterStream
internal import HappyOysterThreading
internal import OysterScenery

/// All broadcasts of the gateway.
final class BroadcastRegistry: Sendable {
    private struct State: Sendable {
        var broadcasts: [String: TravelBroadcast] = [:]
        var isClosed = false
    }

    /// Time limit of `stop`.
    private static let stopLimit: Duration = .seconds(3)
    private static let bitrateKbps: UInt32 = 1500

    private let library: MediaLibrary
    private let makeRenderer: FrameRendererFactory
    private let delegate: TravelBroadcast.Delegate
    private let state: Condition<State>

    init(
        library: MediaLibrary,
        renderer: @escaping FrameRendererFactory,
        delegate: TravelBroadcast.Delegate
    ) {
        let state = Condition(State())
        var delegate = delegate
        // When a thread ends, its broadcast may be finished.
        delegate.isIdle = { [weak state] in state.map { Self.removeFinished($0) } }
        self.library = library
        makeRenderer = renderer
        self.delegate = delegate
        self.state = state
    }

    /// Starts to answer an offer; false when all viewer slots are taken.
    ///
    /// `answered` gets the SDP answer, nil when the offer cannot be answered. It may be called on
    /// another thread, and before this function returns.
    func open(
        _ admission: Admission,
        answered: @escaping @Sendable (String?) -> Void
    ) -> Bool {
        guard let broadcast = broadcast(of: admission.travel) else { return false }
        let id = admission.viewer
        let viewer = Viewer(
            id: id,
            library: library,
            callbacks: broadcast.callbacks(for: id, answered: answered)
        )
        let size = broadcast.renderer.size
        let options = oyster_media_options(
            width: UInt32(size.width),
            height: UInt32(size.height),
            frames_per_second: UInt32(TravelBroadcast.framesPerSecond),
            bitrate_kbps: Self.bitrateKbps
        )
        guard viewer.open(offer: admission.offer, options: options) else { return false }
        let slot = TravelBroadcast.ViewerSlot(
            viewer: viewer,
            room: admission.room,
            openedAt: admission.openedAt
        )
        guard broadcast.add(slot) else {
            broadcast.close([viewer])
            return false
        }
        return true
    }

    /// Frees the broadcasts of travels that have ended.
    ///
    /// A travel can end while it has no viewer, so that the gateway calls this after each request.
    func removeFinished() { Self.removeFinished(state) }

    private static func removeFinished(_ state: Condition<State>) {
        let idle = state.withLock { $0.broadcasts.values.filter(\.isIdle) }
        // Outside the lock, since each call takes the lock of the gateway.
        let finished = idle.filter(\.isOver)
        guard !finished.isEmpty else { return }
        state.withLock { state in
            for broadcast in finished where state.broadcasts[broadcast.travel] === broadcast {
                state.broadcasts[broadcast.travel] = nil
            }
        }
    }

    /// Asks a viewer to close; false when it is unknown.
    func dismiss(_ viewer: String, from travel: String) -> Bool {
        state.withLock { $0.broadcasts[travel] }?.dismiss(viewer) ?? false
    }

    /// Closes all viewers and waits up to 3 s for the media library.
    func stop() {
        let broadcasts = state.withLock { state in
            state.isClosed = true
            return Array(state.broadcasts.values)
        }
        for broadcast in broadcasts { broadcast.close() }
        let deadline = SystemClock.monotonic + Self.stopLimit
        for broadcast in broadcasts { _ = broadcast.waitClosed(until: deadline) }
        state.withLock { $0.broadcasts = [:] }
    }

    private func broadcast(of travel: TravelRecord) -> TravelBroadcast? {
        state.withLock { state in
            guard !state.isClosed else { return nil }
            if let known = state.broadcasts[travel.id] { return known }
            let simulation = WorldSimulation(of: travel)
            let broadcast = TravelBroadcast(
                travel: travel.id,
                takesCommands: travel.model == .adventure,
                renderer: WorldRenderer(simulation, renderer: makeRenderer),
                delegate: delegate
            )
            state.broadcasts[travel.id] = broadcast
            return broadcast
        }
    }
}
