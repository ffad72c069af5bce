// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore
internal import HappyOysterThreading

/// Renders the video of one travel and sends it to its viewers.
///
/// While there are viewers, one thread renders and sends; only this thread uses the viewers.
final class TravelBroadcast: Sendable {
    /// The interface to the gateway.
    struct Delegate: Sendable {
        /// Passes a report and returns the media state of the travel, nil when it has ended.
        var mediaState: @Sendable (BroadcastReport) -> TravelMediaState?
        var log: @Sendable (DataChannelLog.Entry) -> Void
        /// Called when the last viewer of a broadcast has left.
        var isIdle: @Sendable () -> Void = {}
    }

    /// A viewer and its statistics.
    struct ViewerSlot: Sendable {
        let viewer: Viewer
        /// Number of the room that the viewer joined.
        let room: Int
        let openedAt: Timestamp
        var frames = 0
        var refused = 0
        var commands = 0
        /// Monotonic time of the connection, nil before it.
        var connectedAt: Duration?
    }

    struct State: Sendable {
        var slots: [ViewerSlot] = []
        var arbiter = CommandArbiter()
        /// Whether commands have an effect now.
        var acceptsCommands = false
        var isSending = false
        /// A change that the thread should handle at once.
        var hasChanges = false
        var isClosing = false
        /// Viewers that are closing; the media library has not freed them yet.
        var closing: [Viewer] = []
    }

    /// Most viewers of one travel.
    private static let maxSlots = 8

    let travel: String
    let takesCommands: Bool
    let delegate: Delegate
    let renderer: WorldRenderer
    let state = Condition(State())
    private let live = LiveObject("TravelBroadcast")

    init(travel: String, takesCommands: Bool, renderer: WorldRenderer, delegate: Delegate) {
        self.travel = travel
        self.takesCommands = takesCommands
        self.renderer = renderer
        self.delegate = delegate
    }

    /// Whether there is no viewer and no thread.
    var isIdle: Bool { state.withLock { $0.slots.isEmpty && !$0.isSending } }

    /// Whether there is no viewer, and the travel has ended, so that there will be none.
    var isOver: Bool {
        guard isIdle else { return false }
        return delegate.mediaState(BroadcastReport(travel: travel, viewers: [], actions: nil))
            == nil
    }

    /// The callbacks for a viewer.
    ///
    /// They hold the broadcast weakly: it holds the viewers that are closing.
    func callbacks(
        for viewer: String,
        answered: @escaping @Sendable (String?) -> Void
    ) -> ViewerCallbacks {
        ViewerCallbacks(
            answered: answered,
            message: { [weak self] in self?.receive($0, isReliable: $1, from: viewer) },
            changed: { [weak self] in self?.wake() },
            closed: { [weak self] in self?.remove($0) }
        )
    }

    /// Adds a viewer; false when all slots are taken.
    func add(_ slot: ViewerSlot) -> Bool {
        state.update { state in
            guard !state.isClosing, state.slots.count < Self.maxSlots else { return false }
            guard state.isSending || SystemThread.start("oyster-send", { self.sendLoop() }) else {
                return false
            }
            state.isSending = true
            state.slots.append(slot)
            return true
        }
    }

    /// Closes viewers, and holds them until the media library has freed them.
    func close(_ viewers: [Viewer]) {
        state.withLock { $0.closing += viewers }
        for viewer in viewers { viewer.close() }
    }

    /// Removes a viewer that the media library has freed.
    func remove(_ viewer: Viewer) {
        state.update { state in state.closing.removeAll { $0 === viewer } }
    }

    /// Asks a viewer to close; false when it is unknown.
    func dismiss(_ viewer: String) -> Bool {
        let slot = state.withLock { $0.slots.first { $0.viewer.id == viewer } }
        slot?.viewer.dismiss()
        return slot != nil
    }

    /// Makes the thread check its state at once.
    func wake() { state.update { $0.hasChanges = true } }

    /// Starts to close all viewers, and refuses new ones.
    func close() { state.update { $0.isClosing = true } }

    /// Waits until all viewers are closed; false after the deadline.
    func waitClosed(until deadline: Duration) -> Bool {
        state.wait(until: deadline) { !$0.isSending && $0.closing.isEmpty ? true : nil } ?? false
    }
}

extension TravelBroadcast {
    /// Handles a text of a viewer's data channel, on a thread of the media library.
    func receive(_ text: String?, isReliable: Bool, from viewer: String) {
        let object = text.flatMap(CommandFrame.object)
        delegate.log(
            DataChannelLog.Entry(
                travel: travel,
                viewer: viewer,
                isReliable: isReliable,
                text: text,
                object: object,
                verdict: self.verdict(of: object, from: viewer)
            )
        )
    }

    private func verdict(of object: JSONObject?, from viewer: String) -> CommandArbiter.Verdict {
        guard let object else { return .malformed("must be a JSON object") }
        do throws(CommandFrame.Malformed) {
            let frame = try CommandFrame(object)
            let now = SystemClock.monotonic
            return state.withLock { state in
                if let index = state.slots.firstIndex(where: { $0.viewer.id == viewer }) {
                    state.slots[index].commands += 1
                }
                guard state.acceptsCommands else { return .ignored }
                return state.arbiter.take(frame, from: viewer, at: now)
            }
        } catch {
            return .malformed(error.reason)
        }
    }
}
