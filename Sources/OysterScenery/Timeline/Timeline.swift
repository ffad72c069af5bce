// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// Turns the caller's time into steps of the world, and keeps the world of every 4 s border.
struct Timeline: Sendable {
    /// Steps of a block, the unit of rewinding.
    static let blockSteps = 4 * World.stepsPerSecond
    /// A step is taken this much early, so that frame times that were rounded down fall on it.
    private static let tolerance = 100

    /// No target lies beyond it: the longest storyline has 45 blocks.
    private static let longestSeconds: Int64 = 180

    private(set) var isPaused = false
    /// One world for each border, from 0 s on.
    private var borders: [World]
    /// A time of the caller, and the step that it fell on.
    private var base: Duration
    private var baseStep = 0

    init(startingAt now: Duration, with world: World) {
        base = now
        borders = [world]
    }

    /// Takes the steps that are due.
    mutating func advance(_ world: inout World, to now: Duration, on island: Island) {
        guard !isPaused else { return }
        let due = step(at: now)
        while world.step < due {
            world.advance(on: island)
            if world.step.isMultiple(of: Self.blockSteps) { borders.append(world) }
        }
    }

    mutating func pause() { isPaused = true }

    mutating func resume(at now: Duration, from world: World) {
        guard isPaused else { return }
        isPaused = false
        base = now
        baseStep = world.step
    }

    /// The world at the border at or before a place on the timeline; later ones are forgotten.
    ///
    /// A place that was not played yet is reached by letting the world go on by itself.
    mutating func rewind(to target: Duration, at now: Duration, on island: Island) -> World {
        let second = min(max(0, target.wholeMilliseconds / 1000), Self.longestSeconds)
        let block = Int(second) * World.stepsPerSecond / Self.blockSteps
        borders.removeSubrange(min(block + 1, borders.count)...)
        while borders.count <= block {
            var world = borders[borders.count - 1]
            for _ in 0..<Self.blockSteps { world.advance(on: island) }
            borders.append(world)
        }
        base = now
        baseStep = block * Self.blockSteps
        return borders[block]
    }

    private func step(at now: Duration) -> Int {
        let passed = max(0, min((now - base).wholeMicroseconds, 1_000_000_000_000))
        let steps = (passed + Int64(Self.tolerance)) * Int64(World.stepsPerSecond) / 1_000_000
        return baseStep + Int(steps)
    }
}
