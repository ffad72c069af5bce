// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore
internal import HappyOysterStream

/// The avatar of an adventure: position, direction and actions.
struct Avatar: Equatable, Sendable {
    enum Ride: Equatable, Sendable {
        case horse, bicycle
    }

    /// Steps without a command after which the movement ends.
    static let commandTimeout = WorldState.stepsPerSecond * 4 / 10
    /// Metres per second.
    static let pace: Float = 5
    /// Turns per second.
    static let turnRate: Float = 0.16
    static let tiltRate: Float = 0.09
    static let steepest: Float = 0.11

    private(set) var pose: Pose
    private(set) var ride: Ride?
    private(set) var actionState = ActionState()
    private var held = OysterAdventureCommand()
    private var heldUntil = 0
    /// Metres per second eastwards and northwards.
    private var velocity = SIMD2<Float>.zero
    /// Turns per second, sideways and upwards.
    private var spin = SIMD2<Float>.zero
    /// Smoothed height of the ground below.
    private var ground: Float
    /// Metres walked, for the sway of the camera.
    private(set) var way: Float = 0

    init(at place: Landmark.Place, heading: Float, on island: Island) {
        ground = island.height(x: place.x, y: place.y)
        pose = Pose(x: place.x, y: place.y, height: ground + 1.7, heading: heading, pitch: 0)
    }

    /// Applies the movement of a snapshot until the next one, or until 400 ms have passed.
    mutating func hold(_ command: OysterAdventureCommand, at step: Int) {
        held = command
        heldUntil = step + Self.commandTimeout
    }

    /// Ends the movement.
    mutating func release() { held = OysterAdventureCommand() }

    mutating func interact(_ interaction: OysterAdventureCommand.Interaction, at step: Int) {
        actionState.begin(interaction, at: step)
    }

    /// Crouches for 3 s.
    mutating func takeCover(at step: Int) {
        actionState.crouch(until: step + 3 * WorldState.stepsPerSecond, at: step)
    }

    mutating func mount(_ ride: Ride?) { self.ride = ride }

    /// Simulates one step.
    mutating func advance(to step: Int, on island: Island) {
        if step >= heldUntil { release() }
        let second = Float(WorldState.stepsPerSecond)
        turn(second)
        walk(second, actionState.isSprinting(at: step), actionState.stoop(at: step), on: island)
        ground += (island.height(x: pose.x, y: pose.y) - ground) * 0.12
        let seat: Float = ride == .horse ? 2.35 : 1.7
        let swing = 0.035 * Turn.sine(way / 1.5) * min(1, speed / Self.pace)
        pose.height =
            max(ground, 0.05) + seat + swing + actionState.lift(at: step) - 0.85
            * actionState.stoop(at: step)
    }

    /// Metres per second.
    var speed: Float { (velocity * velocity).sum().squareRoot() }

    private mutating func turn(_ second: Float) {
        let wish = held.rotation.direction
        let target = SIMD2(Float(wish.x) * Self.turnRate, Float(wish.y) * Self.tiltRate)
        spin += (target - spin) * 0.16
        pose.heading = (pose.heading + spin.x / second).wrapped
        pose.pitch = (pose.pitch + spin.y / second).clamped(-Self.steepest, Self.steepest)
    }

    private mutating func walk(
        _ second: Float,
        _ isSprinting: Bool,
        _ stoop: Float,
        on island: Island
    ) {
        let wish = held.translation.direction
        var target = SIMD2<Float>.zero
        if wish != (0, 0) {
            let (sine, cosine) = (Turn.sine(pose.heading), Turn.cosine(pose.heading))
            let (aside, ahead) = (Float(wish.x), Float(wish.y))
            let length = (aside * aside + ahead * ahead).squareRoot()
            let direction = SIMD2(aside * cosine + ahead * sine, ahead * cosine - aside * sine)
            target = direction / length * Self.pace * (1 - 0.5 * stoop)
            if isSprinting { target *= 2 }
            if ride != nil { target *= 1.5 }
        }
        velocity += (target - velocity) * 0.14
        let move = velocity / second
        way += (move * move).sum().squareRoot()
        // The avatar slides along obstacles.
        if island.isWalkable(x: pose.x + move.x, y: pose.y + move.y) {
            pose.x += move.x
            pose.y += move.y
        } else if island.isWalkable(x: pose.x + move.x, y: pose.y) {
            pose.x += move.x
        } else if island.isWalkable(x: pose.x, y: pose.y + move.y) {
            pose.y += move.y
        }
    }
}

/// Position and direction of the eye.
package struct Pose: Equatable, Sendable {
    /// Metres to the east of the island's western border, 0…``Island/side``.
    package var x: Float
    /// Metres to the north of the island's southern border, 0…``Island/side``.
    package var y: Float
    /// Metres above the sea.
    package var height: Float
    /// Turns clockwise from north, 0..<1.
    package var heading: Float
    /// Turns upwards.
    package var pitch: Float
}
