// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterStream
import Testing

@testable import HappyOysterWorld

/// The order of actions, and inputs that have no effect.
@Suite struct TravelActionTests {
    /// An input in a situation.
    struct Case: Sendable, CustomTestStringConvertible {
        let situation: Situation
        let input: TravelInput

        init(_ situation: Situation, _ input: TravelInput) {
            self.situation = situation
            self.input = input
        }

        var testDescription: String { "\(input) while \(situation)" }
    }

    private static let error = OysterSDKError(OysterErrorCode.localNetwork)

    // MARK: Order

    @Test func `commands are refused before the end is published, and events follow`() throws {
        var bench = try Situation.running.bench(.adventure)
        let actions = bench.send(.streamFailed("gone"))
        #expect(actions.first == .stopCommands(isSwitchedOff: false))
        guard case .publish(let snapshot)? = actions.dropFirst().first else {
            Issue.record("the second action publishes no snapshot")
            return
        }
        #expect(snapshot.status == .failed)
        #expect(snapshot == bench.machine.snapshot)
        let others = actions.dropFirst(2)
        #expect(others.contains(.emit(.statusChanged(.failed))))
        #expect(others.contains(.leave))
    }

    @Test func `a feature gate that ends the travel refuses commands with its own reason`() throws {
        var bench = try Situation.running.bench(.adventure)
        let actions = bench.send(.gateClosed(OysterSDKError(108_001)))
        #expect(actions.first == .stopCommands(isSwitchedOff: true))
    }

    @Test func `an input that changes nothing visible publishes no snapshot`() throws {
        var bench = try Situation.running.bench(.adventure)
        #expect(bench.send(.stream(.buffering)).isEmpty)
    }

    @Test func `commands are stopped once in a travel that the host ends`() throws {
        var bench = try Situation.running.bench(.adventure)
        bench.send(.end(1))
        try bench.ended()
        #expect(bench.actions.count { $0 == .stopCommands(isSwitchedOff: false) } == 1)
        #expect(bench.actions.count { $0 == .leave } == 1)
    }

    // MARK: Inputs without effect

    static let unexpected: [Case] = [
        Case(.idle, .firstFrame),
        Case(.idle, .entered(.failure(error))),
        Case(.idle, .polled(asked: .zero, .failure(error))),
        Case(.idle, .timer(.poll)),
        Case(.entering, .stream(.connected)),
        Case(.entering, .joinRefused(error)),
        Case(.running, .entered(.failure(error))),
        Case(.running, .resumeAnswered(nil)),
        Case(.running, .rewindAnswered(.failure(error))),
        Case(.running, .instructAnswered(7, "Rain", .failure(error))),
        Case(.running, .scriptAnswered(7, .failure(error))),
        Case(.running, .endAnswered(.failure(error))),
        Case(.running, .timer(.confirmation)),
        Case(.running, .timer(.entry)),
        Case(.running, .timer(.join)),
        Case(.running, .timer(.endRetry)),
        Case(.running, .joinRefused(error)),
        Case(.paused, .firstFrame),
        Case(.paused, .streamFailed("gone")),
        Case(.paused, .timer(.barrier)),
        Case(.resuming, .timer(.retry)),
        Case(.ending, .polled(asked: .zero, .failure(error))),
        Case(.ending, .pauseAnswered(nil)),
        Case(.ended, .stream(.playing)),
        Case(.ended, .timer(.end)),
    ]

    @Test(arguments: unexpected)
    func `an input that cannot happen is reported and changes nothing`(_ row: Case) throws {
        var bench = try row.situation.bench(.directing)
        let before = bench.machine.snapshot
        let actions = bench.send(row.input)
        guard case .reportUnexpected(let text)? = actions.first, actions.count == 1 else {
            Issue.record("the actions are \(actions)")
            return
        }
        #expect(text.contains(" is unexpected while "))
        #expect(bench.machine.snapshot == before)
    }

    static let late: [Case] = [
        Case(.idle, .cancel(7)),
        Case(.idle, .tokenUpdated),
        Case(.idle, .gateClosed(error)),
        Case(.idle, .streamPrepared(nil)),
        Case(.running, .gateChecked(nil)),
        Case(.paused, .pauseAnswered(nil)),
        Case(.ended, .gateChecked(error)),
        Case(.ended, .streamPrepared(error)),
        Case(.ended, .joinRefused(error)),
        Case(.ended, .gateClosed(error)),
    ]

    @Test(arguments: late)
    func `an answer that can come late causes no action`(_ row: Case) throws {
        var bench = try row.situation.bench(.directing)
        #expect(bench.send(row.input).isEmpty)
    }
}
