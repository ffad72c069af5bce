// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterStream
import OysterScenery

/// Drives a simulation as a travel does: a command per tick, 24 frames per second.
struct SceneryFixture {
    var simulation: WorldSimulation
    private(set) var now = Duration.zero
    private(set) var sequence: UInt64 = 0

    init(_ mode: OysterModeValue = .adventure, title: String = "") {
        simulation = WorldSimulation(mode: mode, title: title, seed: 1)
    }

    /// Sends a command every 42 ms for a duration.
    mutating func hold(_ command: OysterAdventureCommand, for duration: Duration) {
        let end = now + duration
        while now < end {
            send(command)
            wait(min(.milliseconds(42), end - now))
        }
    }

    mutating func send(_ command: OysterAdventureCommand) {
        sequence += 1
        simulation.apply(command, sequence: sequence, at: now)
    }

    mutating func wait(_ duration: Duration) {
        now += duration
        simulation.advance(to: now)
    }

    mutating func instruct(_ text: String) { simulation.instruct(text, at: now) }

    /// Walks straight to a position.
    mutating func walk(to x: Float, _ y: Float) {
        for _ in 0..<2_000 {
            let (east, north) = (x - simulation.pose.x, y - simulation.pose.y)
            guard abs(east) > 0.6 || abs(north) > 0.6 else { return }
            let aside: Float = abs(east) > 0.4 ? east : 0
            let ahead: Float = abs(north) > 0.4 ? north : 0
            hold(OysterAdventureCommand(translation: .toward(aside, ahead)), for: .milliseconds(42))
        }
    }
}

extension OysterAdventureCommand.Translation {
    /// One of eight directions, for an avatar that faces north.
    static func toward(_ east: Float, _ north: Float) -> Self {
        switch (east.sign(), north.sign()) {
        case (0, 1): .front
        case (0, -1): .back
        case (-1, 0): .left
        case (1, 0): .right
        case (-1, 1): .frontLeft
        case (1, 1): .frontRight
        case (-1, -1): .backLeft
        case (1, -1): .backRight
        default: .none
        }
    }
}

extension Float {
    fileprivate func sign() -> Int { self > 0 ? 1 : self < 0 ? -1 : 0 }
}
