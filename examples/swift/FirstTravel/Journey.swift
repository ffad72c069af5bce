// SPDX-License-Identifier: Apache-2.0
import HappyOysterSDK

/// Drives one travel and prints what happens.
@MainActor struct Journey {
    let travel: OysterTravel
    private let printed = Printed()

    /// The newest status that was printed.
    private final class Printed { var status: OysterTravelStatus? }

    init(_ travel: OysterTravel) { self.travel = travel }

    /// From start to end; the end comes also when something before it fails.
    func drive(pngPath: String?) async throws {
        let notices = travel.notices
        let listener = Task {
            for await notice in notices { show(notice) }
        }
        var failure: (any Error)?
        do {
            let started = try await perform("start") { try await travel.start() }
            try await play(started.mode)
            try await takePicture(pngPath)
        } catch {
            failure = error
        }
        let ended = try await perform("end") { try await travel.end() }
        await listener.value
        print("ended: status \(ended.status)")
        if let failure { throw failure }
    }

    /// Prints an event of the travel.
    private func show(_ notice: OysterTravelNotice) {
        switch notice {
        case .event(.statusChanged(let status)):
            print("status: \(status)")
            printed.status = status
        case .event(.error(let error)): printFailure("travel", error)
        case .infoReady(let info):
            print("travel: mode \(info.mode.rawValue), version \(info.version)")
        case .firstFrameGenerated, .updated: break
        }
    }

    /// Prints the operation's name and performs it; prints a failure, and throws it on.
    @discardableResult private func perform<Result>(
        _ what: String,
        _ act: () async throws -> Result
    ) async throws
        -> Result
    {
        print(what)
        do {
            let result = try await act()
            // The listener is a task of its own: let it print first what the operation led to.
            for _ in 0..<10_000 where printed.status != travel.status { await Task.yield() }
            return result
        } catch {
            printFailure(what, error)
            throw error
        }
    }

    /// The mode in the result of start decides which operations the travel has.
    private func play(_ mode: OysterModeValue) async throws {
        switch mode {
        case .adventure: try await walk()
        case .directing:
            try await instruct("The oven door swings open")
            try await perform("pause") { try await travel.pause() }
            try await instruct("It begins to snow")
            try await perform("resume") { try await travel.resume() }
            try await perform("pause") { try await travel.pause() }
            let rewound = try await perform("rewind to 6 s") { try await travel.rewind(toSec: 6) }
            print("  resumed at \(Int(rewound.resumedAtSec)) s")
        default:
            try await instruct("Wave to the audience")
            try await perform("pause") { try await travel.pause() }
            try await perform("resume") { try await travel.resume() }
        }
    }

    /// Walks for 2 s at 24 commands per second with one jump, then releases the keys.
    private func walk() async throws {
        print("walk: front, looking right, with one jump")
        for tick in 0..<48 {
            travel.sendCommand(
                OysterAdventureCommand(
                    translation: .front,
                    rotation: .mouseRight,
                    interaction: tick == 24 ? .jump : .none
                )
            )
            try await Task.sleep(for: .milliseconds(42))
        }
        travel.sendCommand(OysterAdventureCommand())
    }

    private func instruct(_ content: String) async throws {
        let result = try await perform("instruct") {
            try await travel.sendInstruct(content: content)
        }
        print("  \(result.queued ? "queued" : "accepted"): \(content)")
    }

    /// Takes the next frame and saves it as PNG if a path is given.
    private func takePicture(_ path: String?) async throws {
        for await frame in travel.videoView.frames(format: .rgb24) {
            print("frame: \(frame.width)x\(frame.height)")
            if let path { try PNG(frame).write(to: path) }
            return
        }
        throw Failure(what: "frame: none came")
    }
}

/// A failure in this program; printed when it is created.
struct Failure: Error {
    init(what: String) { print(what) }
}
