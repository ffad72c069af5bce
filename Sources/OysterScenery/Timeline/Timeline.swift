// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// Converts the caller's time into simulation steps, and keeps a checkpoint every 4 s.
struct Timeline: Sendable {
    /// Steps of a block, the unit of a rewind.
    static let blockSteps = 4 * WorldState.stepsPerSecond
    /// Microseconds by which a step is due earlier, so that rounded frame times reach it.
    private static let tolerance = 100

    /// Latest target of a rewind: the longest storyline has 45 blocks.
    private static let longestSeconds: Int64 = 180

    private(set) var isPaused = false
    /// The world at each multiple of 4 s, from 0 s on.
    private var checkpoints: [WorldState]
    /// A time of the caller and its step.
    private var base: Duration
    private var baseStep = 0

    init(startingAt now: Duration, with world: WorldState) {
        base = now
        checkpoints = [world]
    }

    /// Performs the steps that are due.
    mutating func advance(_ world: inout WorldState, to now: Duration, on island: Island) {
        guard !isPaused else { return }
        let due = step(at: now)
        while world.step < due {
            world.advance(on: island)
            if world.step.isMultiple(of: Self.blockSteps) { checkpoints.append(world) }
        }
    }

    mutating func pause() { isPaused = true }

    mutating func resume(at now: Duration, from world: WorldState) {
        guard isPaused else { return }
        isPaused = false
        base = now
        baseStep = world.step
    }

    /// The latest checkpoint at or before a position; later checkpoints are discarded.
    ///
    /// For a position that was not played yet the world is simulated without input.
    mutating func rewind(to target: Duration, at now: Duration, on island: Island) -> WorldState {
        let second = min(max(0, target.wholeMilliseconds / 1000), Self.longestSeconds)
        let block = Int(second) * WorldState.stepsPerSecond / Self.blockSteps
        checkpoints.removeSubrange(min(block + 1, checkpoints.count)...)
        while checkpoints.count <= block {
            var world = checkpoints[checkpoints.count - 1]
            for _ in 0..<Self.blockSteps { world.advance(on: island) }
            checkpoints.append(world)
        }
        base = now
        baseStep = block * Self.blockSteps
        return checkpoints[block]
    }

    private func step(at now: Duration) -> Int {
        let passed = max(0, min((now - base).wholeMicroseconds, 1_000_000_000_000))
        let steps = (passed + Int64(Self.tolerance)) * Int64(WorldState.stepsPerSecond) / 1_000_000
        return baseStep + Int(steps)
    }
}
