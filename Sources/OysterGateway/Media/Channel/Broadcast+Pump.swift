// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore
internal import HappyOysterPlatform
internal import HappyOysterThreading

/// The thread of a broadcast: as long as somebody watches.
extension Broadcast {
    static let picturesPerSecond = 24
    private static let interval: Duration = .seconds(1) / picturesPerSecond

    func pump() {
        var due = SystemClock.monotonic
        while wait(until: due) {
            turn()
            // What comes too late is left out rather than sent after.
            due = max(due + Self.interval, SystemClock.monotonic)
        }
        // For those who wait for the end.
        state.update { _ in }
        desk.isIdle()
    }

    /// Waits for the next picture; false when nobody is left and the thread must end.
    private func wait(until due: Duration) -> Bool {
        state.wait { state in
            guard !state.seats.isEmpty else {
                // A Travel that is paused may stay so for ever, without viewers.
                projector.releasePainter()
                state.isPumping = false
                return .over(false)
            }
            guard !state.hasNews, !state.isClosing, SystemClock.monotonic < due else {
                state.hasNews = false
                return .over(true)
            }
            return .until(due)
        }
    }

    /// One look at the Travel, and one picture for those who can have it.
    private func turn() {
        let (seats, isClosing) = state.withLock { ($0.seats, $0.isClosing) }
        let scene = isClosing ? nil : desk.scene(report(seats))
        part { seat in seat.viewer.isOver || scene?.keeps(room: seat.room) != true }
        guard let scene else { return }
        let now = SystemClock.monotonic
        let orders = state.withLock { state in
            state.isSteered = takesCommands && scene.isPlaying
            return state.steering.takeOrders()
        }
        projector.follow(scene, orders, at: now)
        let ready = seated(at: now, scene)
        guard scene.played != nil, scene.sendsPictures, !ready.isEmpty else { return }
        projector.paint { picture in
            for viewer in ready { note(viewer, tookIt: viewer.push(picture)) }
        }
    }

    private func report(_ seats: [Seat]) -> BroadcastReport {
        BroadcastReport(
            travel: travel,
            viewers: seats.map { seat in
                ViewerReport(
                    id: seat.viewer.id,
                    isConnected: seat.viewer.isConnected,
                    openedAt: seat.openedAt,
                    pictures: seat.pictures,
                    refused: seat.refused,
                    commands: seat.commands
                )
            },
            actions: projector.frame > 0 ? projector.actions : nil
        )
    }

    /// Closes the viewers that must go.
    private func part(with mustGo: (Seat) -> Bool) {
        let gone = state.withLock { state in
            let gone = state.seats.filter(mustGo).map(\.viewer)
            for viewer in gone { state.steering.forget(viewer.id) }
            return gone
        }
        guard !gone.isEmpty else { return }
        close(gone)
        let left = state.withLock { $0.seats }.filter { seat in
            !gone.contains { $0 === seat.viewer }
        }
        // The last report of a thread that will end has nobody in it.
        _ = desk.scene(report(left))
        // Only now, so that who sees an empty broadcast knows that all were told.
        state.update { state in
            state.seats.removeAll { seat in gone.contains { $0 === seat.viewer } }
        }
    }

    /// The viewers that media flows to, and that have waited as long as they should.
    private func seated(at now: Duration, _ scene: Scene) -> [Viewer] {
        state.withLock { state in
            for index in state.seats.indices
            where state.seats[index].connectedAt == nil && state.seats[index].viewer.isConnected {
                state.seats[index].connectedAt = now
            }
            return state.seats.compactMap { seat in
                guard let connectedAt = seat.connectedAt,
                    connectedAt + scene.firstFrameDelay <= now
                else { return nil }
                return seat.viewer
            }
        }
    }

    /// Counts a picture, and tells a viewer which of its commands that one shows first.
    private func note(_ viewer: Viewer, tookIt: Bool) {
        let sequences: [Int64] = state.withLock { state in
            guard let index = state.seats.firstIndex(where: { $0.viewer === viewer }) else {
                return []
            }
            guard tookIt else {
                state.seats[index].refused += 1
                return []
            }
            state.seats[index].pictures += 1
            return state.steering.takeShown(to: viewer.id)
        }
        for sequence in sequences {
            let message: JSONValue = [
                "type": "applied", "sequence": .integer(sequence),
                "frame": .integer(Int64(clamping: projector.frame)),
            ]
            if let text = JSONCodec.print(message) { viewer.send(text) }
        }
    }
}
