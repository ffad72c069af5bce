// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore
internal import HappyOysterPlatform
internal import HappyOysterThreading

/// The thread of a broadcast, which runs while there is a viewer.
extension TravelBroadcast {
    static let framesPerSecond = 24
    private static let interval: Duration = .seconds(1) / framesPerSecond

    func sendLoop() {
        var due = SystemClock.monotonic
        while wait(until: due) {
            sendNext()
            // Frames that are late are skipped.
            due = max(due + Self.interval, SystemClock.monotonic)
        }
        // Wakes `waitClosed`.
        state.update { _ in }
        delegate.isIdle()
    }

    /// Waits until the next frame is due; false when there is no viewer and the thread must end.
    private func wait(until due: Duration) -> Bool {
        state.wait { state in
            guard !state.slots.isEmpty else {
                // A paused travel may stay without viewers for an unlimited time.
                renderer.releaseRenderer()
                state.isSending = false
                return .over(false)
            }
            guard !state.hasChanges, !state.isClosing, SystemClock.monotonic < due else {
                state.hasChanges = false
                return .over(true)
            }
            return .until(due)
        }
    }

    /// Reads the media state of the travel and sends a frame to the viewers that are ready.
    private func sendNext() {
        let (slots, isClosing) = state.withLock { ($0.slots, $0.isClosing) }
        let mediaState = isClosing ? nil : delegate.mediaState(report(slots))
        closeViewers { slot in slot.viewer.isOver || mediaState?.keeps(room: slot.room) != true }
        guard let mediaState else { return }
        let now = SystemClock.monotonic
        let commands = state.withLock { state in
            state.acceptsCommands = takesCommands && mediaState.isPlaying
            return state.arbiter.takeSnapshots()
        }
        renderer.follow(mediaState, commands, at: now)
        let ready = ready(at: now, mediaState)
        guard mediaState.played != nil, mediaState.sendsFrames, !ready.isEmpty else { return }
        renderer.render { frame in
            for viewer in ready { count(viewer, wasTaken: viewer.push(frame)) }
        }
    }

    private func report(_ slots: [ViewerSlot]) -> BroadcastReport {
        BroadcastReport(
            travel: travel,
            viewers: slots.map { slot in
                ViewerReport(
                    id: slot.viewer.id,
                    isConnected: slot.viewer.isConnected,
                    openedAt: slot.openedAt,
                    frames: slot.frames,
                    refused: slot.refused,
                    commands: slot.commands
                )
            },
            actions: renderer.frame > 0 ? renderer.actions : nil
        )
    }

    /// Closes the viewers for which `mustClose` is true.
    private func closeViewers(where mustClose: (ViewerSlot) -> Bool) {
        let closed = state.withLock { state in
            let closed = state.slots.filter(mustClose).map(\.viewer)
            for viewer in closed { state.arbiter.remove(viewer.id) }
            return closed
        }
        guard !closed.isEmpty else { return }
        close(closed)
        let remaining = state.withLock { $0.slots }.filter { slot in
            !closed.contains { $0 === slot.viewer }
        }
        // The last report before the thread ends contains no viewer.
        _ = delegate.mediaState(report(remaining))
        // Removed last: when `isIdle` is true, the gateway has the final report.
        state.update { state in
            state.slots.removeAll { slot in closed.contains { $0 === slot.viewer } }
        }
    }

    /// The viewers that are connected and whose first-frame delay has passed.
    private func ready(at now: Duration, _ mediaState: TravelMediaState) -> [Viewer] {
        state.withLock { state in
            for index in state.slots.indices
            where state.slots[index].connectedAt == nil && state.slots[index].viewer.isConnected {
                state.slots[index].connectedAt = now
            }
            return state.slots.compactMap { slot in
                guard let connectedAt = slot.connectedAt,
                    connectedAt + mediaState.firstFrameDelay <= now
                else { return nil }
                return slot.viewer
            }
        }
    }

    /// Counts a frame, and reports to the viewer which of its commands this frame shows first.
    private func count(_ viewer: Viewer, wasTaken: Bool) {
        let sequences: [Int64] = state.withLock { state in
            guard let index = state.slots.firstIndex(where: { $0.viewer === viewer }) else {
                return []
            }
            guard wasTaken else {
                state.slots[index].refused += 1
                return []
            }
            state.slots[index].frames += 1
            return state.arbiter.takeShown(to: viewer.id)
        }
        for sequence in sequences {
            let message: JSONValue = [
                "type": "applied", "sequence": .integer(sequence),
                "frame": .integer(Int64(clamping: renderer.frame)),
            ]
            if let text = JSONCodec.print(message) { viewer.send(text) }
        }
    }
}
