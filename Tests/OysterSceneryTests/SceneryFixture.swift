// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterStream
import OysterScenery

/// Drives a world as a session would: a command per tick, frames at 24 a second.
struct SceneryFixture {
    var scenery: Scenery
    private(set) var now = Duration.zero
    private(set) var sequence: UInt64 = 0

    init(_ mode: OysterModeValue = .adventure, title: String = "") {
        scenery = Scenery(mode: mode, title: title, seed: 1)
    }

    /// Sends a command every 42 ms for a while.
    mutating func hold(_ command: OysterAdventureCommand, for duration: Duration) {
        let end = now + duration
        while now < end {
            send(command)
            wait(min(.milliseconds(42), end - now))
        }
    }

    mutating func send(_ command: OysterAdventureCommand) {
        sequence += 1
        scenery.apply(command, sequence: sequence, at: now)
    }

    mutating func wait(_ duration: Duration) {
        now += duration
        scenery.advance(to: now)
    }

    mutating func say(_ text: String) { scenery.instruct(text, at: now) }

    /// Walks to a place as the crow flies, without looking where it goes.
    mutating func walk(to x: Float, _ y: Float) {
        for _ in 0..<2_000 {
            let (east, north) = (x - scenery.pose.x, y - scenery.pose.y)
            guard abs(east) > 0.6 || abs(north) > 0.6 else { return }
            let aside: Float = abs(east) > 0.4 ? east : 0
            let ahead: Float = abs(north) > 0.4 ? north : 0
            hold(OysterAdventureCommand(translation: .toward(aside, ahead)), for: .milliseconds(42))
        }
    }
}

extension OysterAdventureCommand.Translation {
    /// The one of eight directions, for a traveller who looks north.
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
