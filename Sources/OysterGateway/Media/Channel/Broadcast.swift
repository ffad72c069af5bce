// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore
internal import HappyOysterThreading

/// The pictures of one Travel on their way to those who watch.
///
/// While somebody watches, one thread paints and sends; it alone talks to the viewers' objects.
final class Broadcast: Sendable {
    /// What a broadcast asks of the gateway.
    struct Desk: Sendable {
        /// Takes a report and gives the scene, nil when the Travel is over.
        var scene: @Sendable (BroadcastReport) -> Scene?
        var log: @Sendable (CommandLog.Entry) -> Void
        /// Takes the news that the last viewer of a broadcast has left.
        var isIdle: @Sendable () -> Void = {}
    }

    /// A viewer in its place.
    struct Seat: Sendable {
        let viewer: Viewer
        /// The room that it joined.
        let room: Int
        let openedAt: Moment
        var pictures = 0
        var refused = 0
        var commands = 0
        /// Monotonic time at which media began to flow.
        var connectedAt: Duration?
    }

    struct State: Sendable {
        var seats: [Seat] = []
        var steering = Steering()
        /// Whether commands mean anything now.
        var isSteered = false
        var isPumping = false
        /// Something happened that the next picture must not wait for.
        var hasNews = false
        var isClosing = false
        /// Viewers that close; each is removed when the media object has freed it.
        var leaving: [Viewer] = []
    }

    /// Most viewers of one Travel.
    private static let mostSeats = 8

    let travel: String
    let takesCommands: Bool
    let desk: Desk
    let projector: Projector
    let state = Condition(State())
    private let live = LiveObject("Broadcast")

    init(travel: String, takesCommands: Bool, projector: Projector, desk: Desk) {
        self.travel = travel
        self.takesCommands = takesCommands
        self.projector = projector
        self.desk = desk
    }

    /// Whether it has no viewer and no thread.
    var isIdle: Bool { state.withLock { $0.seats.isEmpty && !$0.isPumping } }

    /// Whether it has no viewer, and its Travel is over, so that it will never have one.
    var isOver: Bool {
        guard isIdle else { return false }
        return desk.scene(BroadcastReport(travel: travel, viewers: [], actions: nil)) == nil
    }

    /// The callbacks of a viewer that will be added.
    ///
    /// They do not keep the broadcast alive: it remembers viewers that close.
    func ears(
        for viewer: String,
        answered: @escaping @Sendable (String?) -> Void
    ) -> Viewer.Ears {
        Viewer.Ears(
            answered: answered,
            message: { [weak self] in self?.hear($0, isReliable: $1, from: viewer) },
            changed: { [weak self] in self?.wake() },
            closed: { [weak self] in self?.forget($0) }
        )
    }

    /// Gives a viewer a place; false when there is none.
    func add(_ seat: Seat) -> Bool {
        state.update { state in
            guard !state.isClosing, state.seats.count < Self.mostSeats else { return false }
            guard state.isPumping || SystemThread.start("oyster-pump", { self.pump() }) else {
                return false
            }
            state.isPumping = true
            state.seats.append(seat)
            return true
        }
    }

    /// Closes viewers, and remembers them until the media object has freed them.
    func close(_ viewers: [Viewer]) {
        state.withLock { $0.leaving += viewers }
        for viewer in viewers { viewer.close() }
    }

    /// Forgets a viewer that the media object has freed.
    func forget(_ viewer: Viewer) {
        state.update { state in state.leaving.removeAll { $0 === viewer } }
    }

    /// Asks a viewer to go; false when it is not here.
    func dismiss(_ viewer: String) -> Bool {
        let seat = state.withLock { $0.seats.first { $0.viewer.id == viewer } }
        seat?.viewer.dismiss()
        return seat != nil
    }

    /// Has the pump look around at once.
    func wake() { state.update { $0.hasNews = true } }

    /// Begins to send everybody away, and takes nobody in any more.
    func close() { state.update { $0.isClosing = true } }

    /// Waits until everybody is gone; false when that takes too long.
    func waitClosed(until deadline: Duration) -> Bool {
        state.wait(until: deadline) { !$0.isPumping && $0.leaving.isEmpty ? true : nil } ?? false
    }
}

extension Broadcast {
    /// Takes a text of a viewer's data channel, on a thread of the media object.
    func hear(_ text: String?, isReliable: Bool, from viewer: String) {
        let object = text.flatMap(CommandFrame.object)
        desk.log(
            CommandLog.Entry(
                travel: travel,
                viewer: viewer,
                isReliable: isReliable,
                text: text,
                object: object,
                verdict: judge(object, from: viewer)
            )
        )
    }

    private func judge(_ object: JSONObject?, from viewer: String) -> Steering.Verdict {
        guard let object else { return .malformed("must be a JSON object") }
        do throws(CommandFrame.Malformed) {
            let frame = try CommandFrame(object)
            let now = SystemClock.monotonic
            return state.withLock { state in
                if let index = state.seats.firstIndex(where: { $0.viewer.id == viewer }) {
                    state.seats[index].commands += 1
                }
                guard state.isSteered else { return .ignored }
                return state.steering.take(frame, from: viewer, at: now)
            }
        } catch {
            return .malformed(error.reason)
        }
    }
}
