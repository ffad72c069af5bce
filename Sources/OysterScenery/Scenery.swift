// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore
package import HappyOysterStream

/// The world of one travel: everything that happened in it so far, and nothing about pixels.
///
/// A value: a copy is a world of its own. It has no clock: every function is told the time on a
/// monotonic clock of the caller's choice, and moves the world on to it first, so the same calls at
/// the same times give the same world however often a picture is painted. Times that lie before
/// the last one told count as that one.
package struct Scenery: Sendable {
    package let mode: OysterModeValue
    /// Size of its pictures.
    package let size: FrameSize
    let island: Island
    private(set) var world: World
    private var timeline: Timeline
    private var ledger = CommandLedger()

    /// Makes a world that begins at a time.
    ///
    /// - Parameters:
    ///   - mode: adventure obeys commands, acting and directing obey instructions; others are
    ///     treated as directing.
    ///   - aspectRatio: `width:height` for acting, as the server says.
    ///   - title: Name or prompt of the world, shown at the beginning.
    ///   - seed: Decides where the clouds are; the lie of the land is the same.
    ///   - now: The beginning of the timeline.
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
        world = World(mode: mode, title: title, seed: seed, island: island)
        timeline = Timeline(startingAt: now, with: world)
    }

    /// Place on the timeline: what pauses and rewinds leave of the time that passed.
    package var time: Duration { world.time }

    package var isPaused: Bool { timeline.isPaused }

    /// Sequence number of the newest command applied; 0 before the first.
    package var newestSequence: UInt64 { ledger.newest }

    /// Where the eye is.
    package var pose: Pose { world.pose }

    /// Moves the world on; while paused nothing moves.
    package mutating func advance(to now: Duration) {
        timeline.advance(&world, to: now, on: island)
    }

    /// Takes a command snapshot; adventure only.
    ///
    /// The snapshot with the highest sequence number decides about movement, until a newer one or
    /// 400 ms of silence. Its interaction happens exactly once per sequence number, even when the
    /// snapshot arrives late. Sequence numbers begin at 1. Nothing happens while paused.
    package mutating func apply(
        _ command: OysterAdventureCommand,
        sequence: UInt64,
        at now: Duration
    ) {
        advance(to: now)
        guard mode == .adventure, !isPaused else { return }
        let verdict = ledger.take(command, sequence: sequence)
        if verdict.moves { world.hold(command) }
        if verdict.interacts { world.interact(command.interaction) }
    }

    /// Does what a text asks for as far as it is understood, and shows it as a caption.
    package mutating func instruct(_ text: String, at now: Duration) {
        advance(to: now)
        world.instruct(text)
    }

    /// Performs an action of ``characterActions`` or ``environmentActions``; false when it is not
    /// offered here.
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

    /// Lets the timeline go on.
    package mutating func resume(at now: Duration) {
        timeline.resume(at: now, from: world)
    }

    /// Restores the world of the last 4 s border at or before a place on the timeline.
    ///
    /// What came later is forgotten, except which commands were applied. Whether it is paused does
    /// not change.
    ///
    /// - Returns: The place on the timeline where the world is now.
    @discardableResult
    package mutating func rewind(to target: Duration, at now: Duration) -> Duration {
        advance(to: now)
        world = timeline.rewind(to: target, at: now, on: island)
        world.release()
        return time
    }

    /// Whether everything in both worlds is alike; the same picture comes of both.
    package func isSame(as other: Scenery) -> Bool {
        mode == other.mode && size == other.size && world == other.world
    }

    /// What the traveller can do: two to four of dash, jump, crouch, attack.
    package var characterActions: [String] { world.characterActions }

    /// What can be done with what is near: none to three ids of the Open API.
    package var environmentActions: [String] { world.environmentActions }
}
