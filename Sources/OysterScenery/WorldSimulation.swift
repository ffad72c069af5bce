// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore
package import HappyOysterStream

/// The simulated world of one travel, without rendering.
///
/// It is a value: a copy is independent. It has no clock: the caller passes the time of its
/// monotonic clock to each function, which first simulates the world up to this time. Equal calls
/// at equal times give equal worlds; the number of rendered frames has no influence. A time before
/// the latest one counts as the latest one.
package struct WorldSimulation: Sendable {
    package let mode: OysterModeValue
    /// Size of its frames.
    package let size: FrameSize
    let island: Island
    private(set) var world: WorldState
    private var timeline: Timeline
    private var commandFilter = CommandFilter()

    /// Makes a world whose timeline starts at a time.
    ///
    /// - Parameters:
    ///   - mode: adventure takes commands, acting and directing take instructions; other modes are
    ///     treated as directing.
    ///   - aspectRatio: `width:height` of an acting travel.
    ///   - title: Name or prompt of the world, shown at the start.
    ///   - seed: Determines the position of the clouds; the terrain is always the same.
    ///   - now: The start of the timeline.
    package init(
        mode: OysterModeValue,
        aspectRatio: String? = nil,
        title: String = "",
        seed: UInt64 = 0,
        startingAt now: Duration = .zero
    ) {
        self.mode = mode
        size = FrameSize(mode: mode, aspectRatio: aspectRatio)
        island = .shared
        world = WorldState(mode: mode, title: title, seed: seed, island: island)
        timeline = Timeline(startingAt: now, with: world)
    }

    /// Position on the timeline.
    package var time: Duration { world.time }

    package var isPaused: Bool { timeline.isPaused }

    /// Sequence number of the newest command applied; 0 before the first.
    package var newestSequence: UInt64 { commandFilter.newest }

    /// Position and direction of the eye.
    package var pose: Pose { world.pose }

    /// Simulates the world up to a time.
    ///
    /// A paused world does not change.
    package mutating func advance(to now: Duration) {
        timeline.advance(&world, to: now, on: island)
    }

    /// Applies a command snapshot; adventure only.
    ///
    /// The snapshot with the highest sequence number determines the movement, until a newer one
    /// arrives or 400 ms have passed. An interaction is performed once per sequence number, also when
    /// its snapshot arrives late. Sequence numbers start at 1. A paused world ignores commands.
    package mutating func apply(
        _ command: OysterAdventureCommand,
        sequence: UInt64,
        at now: Duration
    ) {
        advance(to: now)
        guard mode == .adventure, !isPaused else { return }
        let verdict = commandFilter.take(command, sequence: sequence)
        if verdict.moves { world.hold(command) }
        if verdict.interacts { world.interact(command.interaction) }
    }

    /// Applies the known words of a text and shows the text as a caption.
    package mutating func instruct(_ text: String, at now: Duration) {
        advance(to: now)
        world.instruct(text)
    }

    /// Performs an action of ``characterActions`` or ``environmentActions``; false when it is not
    /// available.
    package mutating func perform(_ action: String, at now: Duration) -> Bool {
        advance(to: now)
        guard !isPaused, characterActions.contains(action) || environmentActions.contains(action)
        else { return false }
        world.perform(action)
        return true
    }

    /// Stops the timeline.
    package mutating func pause(at now: Duration) {
        advance(to: now)
        world.release()
        timeline.pause()
    }

    /// Continues the timeline.
    package mutating func resume(at now: Duration) {
        timeline.resume(at: now, from: world)
    }

    /// Restores the latest 4 s checkpoint at or before a position on the timeline.
    ///
    /// Later changes are discarded, except the record of applied commands. A paused world stays
    /// paused.
    ///
    /// - Returns: The new position on the timeline.
    @discardableResult
    package mutating func rewind(to target: Duration, at now: Duration) -> Duration {
        advance(to: now)
        world = timeline.rewind(to: target, at: now, on: island)
        world.release()
        return time
    }

    /// Whether both worlds are equal, and so render equal frames.
    package func isSame(as other: WorldSimulation) -> Bool {
        mode == other.mode && size == other.size && world == other.world
    }

    /// The actions of the avatar: two to four of dash, jump, crouch, attack.
    package var characterActions: [String] { world.characterActions }

    /// The actions on nearby objects: up to three ids of the Open API.
    package var environmentActions: [String] { world.environmentActions }
}
