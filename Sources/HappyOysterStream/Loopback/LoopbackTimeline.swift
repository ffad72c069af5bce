// SPDX-License-Identifier: Apache-2.0

/// The state machine of a loopback stream: it joins, plays 24 frames a second, and leaves.
package struct LoopbackTimeline: Sendable {
    /// Something to do, in order.
    package enum Action: Equatable, Sendable {
        case report(StreamState)
        case announceFirstFrame
        /// Make a frame with this number, from 1, and this time since the first frame.
        case frame(number: UInt64, time: Duration)
        case fail
        /// Report that the stream has ended; the last action.
        case close
    }

    private enum Phase {
        case new
        case connecting(until: Duration)
        case connected(until: Duration)
        case playing(first: Duration, next: Duration)
        /// Waits for `leave`.
        case idle
        case leaving
        case closed
    }

    private let options: LoopbackOptions
    private var phase = Phase.new
    private var framesDue: UInt64 = 0

    package init(options: LoopbackOptions) { self.options = options }

    /// When to call `advance` again.
    package var nextRun: NextRun {
        switch phase {
        case .new, .leaving: .at(.zero)
        case .connecting(let time), .connected(let time), .playing(_, let time): .at(time)
        case .idle: .whenWoken
        case .closed: .never
        }
    }

    /// Whether frames may go out.
    package var isPlaying: Bool { if case .playing = phase { true } else { false } }

    /// Begins to leave; false when the stream is leaving or closed already.
    package mutating func leave() -> Bool {
        switch phase {
        case .leaving, .closed: return false
        case .new, .connecting, .connected, .playing, .idle:
            phase = .leaving
            return true
        }
    }

    /// The actions that are due by now.
    package mutating func advance(to now: Duration) -> [Action] {
        var actions: [Action] = []
        while case .at(let due) = nextRun, due <= now { actions += step(now) }
        return actions
    }

    private mutating func step(_ now: Duration) -> [Action] {
        switch phase {
        case .new:
            let joins = options.outcome != .neverJoins
            phase = joins ? .connecting(until: now + options.joinDelay) : .idle
            return [.report(.connecting)]
        case .connecting:
            return join(now)
        case .connected:
            framesDue = 1
            phase = .playing(first: now, next: FramePacing.tick(after: now))
            return [.report(.playing), .announceFirstFrame, .frame(number: 1, time: .zero)]
        case .playing(let first, _):
            framesDue += 1
            phase = .playing(first: first, next: FramePacing.tick(after: now))
            return [.frame(number: framesDue, time: now - first)]
        case .leaving:
            phase = .closed
            return [.report(.disconnected), .close]
        case .idle, .closed:
            return []
        }
    }

    private mutating func join(_ now: Duration) -> [Action] {
        switch options.outcome {
        case .plays:
            phase = .connected(until: now + options.firstFrameDelay)
            return [.report(.connected)]
        case .neverPlays:
            phase = .idle
            return [.report(.connected)]
        case .neverJoins, .failsToJoin:
            phase = .idle
            return [.fail]
        }
    }
}

/// The times at which frames are due: 24 ticks a second, the same for all streams.
///
/// Ticks depend on the clock only. So they do not drift, one frame follows a delay instead of many,
/// and the thread wakes 24 times a second for any number of streams.
package enum FramePacing {
    package static let framesPerSecond: Int64 = 24

    /// The first tick at least half an interval after a time.
    package static func tick(after now: Duration) -> Duration {
        let first = nextTick(now)
        return first - now < .nanoseconds(1_000_000_000 / (2 * framesPerSecond))
            ? nextTick(first) : first
    }

    private static func nextTick(_ now: Duration) -> Duration {
        let (seconds, attoseconds) = now.components
        let index = attoseconds / 1_000_000_000 * framesPerSecond / 1_000_000_000 + 1
        let nanoseconds = (index * 1_000_000_000 + framesPerSecond - 1) / framesPerSecond
        return .seconds(seconds) + .nanoseconds(nanoseconds)
    }
}
