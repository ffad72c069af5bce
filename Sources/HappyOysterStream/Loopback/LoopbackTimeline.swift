// SPDX-License-Identifier: Apache-2.0

/// Decides what a loopback stream does when: joins, plays at 24 frames a second, leaves.
package struct LoopbackTimeline: Sendable {
    /// Something to do, in order.
    package enum Action: Equatable, Sendable {
        case report(StreamState)
        case announceFirstFrame
        /// Make a frame, told its number from 1 and its time since the first.
        case frame(number: UInt64, time: Duration)
        case fail
        /// Tell that the stream is gone; the last action.
        case close
    }

    private enum Phase {
        case new
        case connecting(until: Duration)
        case connected(until: Duration)
        case playing(first: Duration, next: Duration)
        /// Nothing will happen any more until somebody leaves.
        case still
        case leaving
        case closed
    }

    private let options: LoopbackOptions
    private var phase = Phase.new
    private var framesDue: UInt64 = 0

    package init(options: LoopbackOptions) { self.options = options }

    /// What to wait for.
    package var turn: NextRun {
        switch phase {
        case .new, .leaving: .at(.zero)
        case .connecting(let time), .connected(let time), .playing(_, let time): .at(time)
        case .still: .whenWoken
        case .closed: .never
        }
    }

    /// Whether frames may go out.
    package var isPlaying: Bool { if case .playing = phase { true } else { false } }

    /// Begins to leave; true when there was something to leave.
    package mutating func leave() -> Bool {
        switch phase {
        case .leaving, .closed: return false
        case .new, .connecting, .connected, .playing, .still:
            phase = .leaving
            return true
        }
    }

    /// Everything that is due by now.
    package mutating func advance(to now: Duration) -> [Action] {
        var actions: [Action] = []
        while case .at(let due) = turn, due <= now { actions += step(now) }
        return actions
    }

    private mutating func step(_ now: Duration) -> [Action] {
        switch phase {
        case .new:
            let joins = options.outcome != .neverJoins
            phase = joins ? .connecting(until: now + options.joinDelay) : .still
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
        case .still, .closed:
            return []
        }
    }

    private mutating func join(_ now: Duration) -> [Action] {
        switch options.outcome {
        case .plays:
            phase = .connected(until: now + options.firstFrameDelay)
            return [.report(.connected)]
        case .neverPlays:
            phase = .still
            return [.report(.connected)]
        case .neverJoins, .failsToJoin:
            phase = .still
            return [.fail]
        }
    }
}
