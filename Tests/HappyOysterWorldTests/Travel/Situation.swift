// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterStream

@testable import HappyOysterWorld

/// The situations of a travel that the rules distinguish.
enum Situation: String, CaseIterable, Sendable {
    case idle
    /// Feature gate, stream engine and enter-travel.
    case entering
    /// Entered, no frame yet.
    case connecting
    case running
    /// The stream engine reconnects.
    case reconnecting
    /// The pause request is in flight.
    case pauseRequested
    case pausing
    case paused
    case resuming
    case rewinding
    /// Resume was accepted, no frame yet.
    case rejoining
    /// The server paused by itself.
    case serverPaused
    /// The server resumed by itself after a pause.
    case serverResumed
    case ending
    case ended
    case failed
    /// The feature gate ended the travel.
    case switchedOff

    /// Whether a travel of this world can reach the situation.
    func exists(in world: TestWorld) -> Bool {
        switch self {
        case .pauseRequested, .pausing, .paused, .resuming, .rejoining, .serverResumed:
            world != .adventure && world != .oldDirecting
        case .rewinding: world == .directing || world == .scriptlist
        default: true
        }
    }

    /// A travel in this situation, with an empty record of actions.
    func bench(_ world: TestWorld) throws -> Bench {
        var bench = Bench(world)
        try reach(&bench)
        bench.forgetActions()
        return bench
    }

    private func reach(_ bench: inout Bench) throws {
        switch self {
        case .idle: break
        case .entering: bench.begin()
        case .connecting:
            bench.begin()
            try bench.enter()
        case .running: try bench.run()
        case .reconnecting:
            try bench.run()
            bench.send(.stream(.reconnecting))
        case .pauseRequested:
            try bench.run()
            bench.send(.pause(901))
        case .pausing: try bench.acceptPause()
        case .paused: try bench.settle()
        case .resuming:
            try bench.settle()
            bench.send(.resume(902))
        case .rewinding:
            try bench.settle()
            bench.send(.rewind(902, toSec: 8))
        case .rejoining:
            try bench.settle()
            bench.send(.resume(902))
            bench.send(.resumeAnswered(nil))
        case .serverPaused:
            try bench.run()
            for _ in 0..<2 { try bench.polled("paused") }
        case .serverResumed:
            try bench.settle()
            for _ in 0..<2 { try bench.polled("running") }
            bench.showFirstFrame()
        case .ending:
            try bench.run()
            bench.send(.end(903))
        case .ended:
            try bench.run()
            bench.send(.end(903))
            try bench.ended()
        case .failed:
            try bench.run()
            try bench.polled("failed")
        case .switchedOff:
            try bench.run()
            bench.send(.gateClosed(OysterSDKError(108_001)))
        }
    }
}
