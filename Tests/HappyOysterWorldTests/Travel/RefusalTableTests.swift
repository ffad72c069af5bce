// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import Testing

@testable import HappyOysterWorld

/// The operations of a host.
enum Asked: String, CaseIterable, Sendable {
    case start, pause, resume, rewind, instruct, updateScript, command, end

    var action: OysterAction {
        switch self {
        case .start: .start
        case .pause: .pause
        case .resume: .resume
        case .rewind: .rewind
        case .instruct: .sendInstruct
        case .updateScript: .updateScript
        case .command: .sendCommand
        case .end: .end
        }
    }

    /// The operation as messages name it.
    var phrase: String {
        switch self {
        case .start, .pause, .resume, .rewind, .end: rawValue
        case .instruct: "sending an instruction"
        case .updateScript: "updating the script"
        case .command: "sending a command"
        }
    }

    /// Starts the operation with id 1; returns the code of the refusal, 0 when there is none.
    func code(_ bench: inout Bench) throws -> Int {
        switch self {
        case .start: bench.send(.start(1, maxExperienceTimeSec: nil, hasToken: true))
        case .pause: bench.send(.pause(1))
        case .resume: bench.send(.resume(1))
        case .rewind: bench.send(.rewind(1, toSec: 8))
        case .instruct: bench.send(.instruct(1, "Rain"))
        case .updateScript: bench.send(.updateScript(1, try TestScript.script()))
        case .end: bench.send(.end(1))
        case .command: return bench.machine.commandRefusal ?? 0
        }
        return bench.code(1) ?? 0
    }
}

/// The expected code of each operation in each situation, 0 for acceptance.
struct Rulebook {
    let world: TestWorld
    let situation: Situation

    func code(_ asked: Asked) -> Int {
        if asked == .end { return 0 }
        if situation == .switchedOff { return 108_001 }
        if asked == .start { return startCode }
        // Before the answer to enter-travel, and after the end, the mode is not checked.
        switch situation {
        case .idle, .ending, .ended, .failed: return 103_001
        case .entering: return 103_002
        default: break
        }
        if !modes(asked).contains(world) { return 103_003 }
        return isAllowed(asked) ? 0 : 103_002
    }

    /// A travel is started once; a start while it is in flight is 103004.
    private var startCode: Int {
        switch situation {
        case .idle: 0
        case .ending, .ended, .failed, .switchedOff: 103_002
        default: 103_004
        }
    }

    private func modes(_ asked: Asked) -> Set<TestWorld> {
        switch asked {
        case .start, .end: Set(TestWorld.allCases)
        case .command: [.adventure]
        case .pause, .resume, .instruct: [.directing, .scriptlist, .oldDirecting, .acting]
        case .rewind, .updateScript: [.directing, .scriptlist, .oldDirecting]
        }
    }

    private func isAllowed(_ asked: Asked) -> Bool {
        switch asked {
        case .start, .end: true
        case .command: phase == .running
        case .pause: world != .oldDirecting && mayPause
        case .resume: world != .oldDirecting && mayResume
        case .rewind: world != .oldDirecting && phase == .paused
        case .instruct: world != .scriptlist && mayInstruct
        case .updateScript: world == .scriptlist && mayChangeScript
        }
    }

    private var mayPause: Bool {
        // Idempotent while pausing and paused; the status is paused until the server accepts a resume.
        [.running, .pauseRequested, .pausing, .paused, .resuming, .rewinding].contains(phase)
    }

    private var mayResume: Bool {
        // Idempotent while running and during a resume.
        [.running, .paused, .resuming, .rejoining].contains(phase)
    }

    private var mayInstruct: Bool {
        [.running, .pauseRequested, .paused, .resuming, .rewinding].contains(phase)
    }

    private var mayChangeScript: Bool {
        [.connecting, .running, .reconnecting, .pauseRequested, .rejoining].contains(phase)
    }

    /// A state that was adopted from the server is like any other.
    private var phase: Situation {
        switch situation {
        case .serverPaused: .paused
        case .serverResumed: .running
        default: situation
        }
    }
}

/// Every operation in every situation of every world.
@Suite struct RefusalTableTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let world: TestWorld
        let situation: Situation
        let asked: Asked

        var testDescription: String { "\(asked) of \(world) while \(situation)" }
    }

    static let cases: [Case] = TestWorld.allCases.flatMap { world in
        Situation.allCases.filter { $0.exists(in: world) }.flatMap { situation in
            Asked.allCases.map { Case(world: world, situation: situation, asked: $0) }
        }
    }

    @Test(arguments: cases)
    func `each operation is accepted or refused as the table says, and a refusal sends nothing`(
        _ row: Case
    ) throws {
        var bench = try row.situation.bench(row.world)
        let expected = Rulebook(world: row.world, situation: row.situation).code(row.asked)
        let before = bench.machine.status
        #expect(try row.asked.code(&bench) == expected)
        if expected != 0 {
            #expect(bench.requests.isEmpty)
            #expect(bench.errors.isEmpty)
            #expect(bench.machine.status == before)
        }
    }

    /// Whether a message names the status, or the property of the world.
    private func isNamed(_ message: String, _ bench: Bench, _ world: TestWorld) -> Bool {
        [
            "the status is \(bench.machine.status.rawValue).", "a resume or rewind is in progress",
            "the travel is ending",
            "the mode \(bench.machine.snapshot.info?.mode.rawValue ?? "-").", "the version storyV1",
            "the creation model scriptlist",
        ].contains { message.contains($0) }
    }

    @Test(arguments: cases.filter { $0.asked != .command })
    func `the message of a refusal names the operation and the cause`(_ row: Case) throws {
        var bench = try row.situation.bench(row.world)
        let code = try row.asked.code(&bench)
        // The cause of a closed feature gate is the service's reason.
        guard code != 0, code != OysterErrorCode.featureGateDisabled else { return }
        let error = try #require(bench.error(1))
        #expect(error.message.hasPrefix(ErrorCatalog.message(code).dropLast() + ": "))
        #expect(error.message.contains(row.asked.phrase))
        #expect(isNamed(error.message, bench, row.world), "\(error.message)")
    }

    @Test(arguments: cases)
    func `an operation that can() allows is not refused`(_ row: Case) throws {
        var bench = try row.situation.bench(row.world)
        guard bench.machine.snapshot.can(row.asked.action) else { return }
        #expect(try row.asked.code(&bench) == 0)
    }

    @Test(arguments: cases)
    func `can() is false for each refused operation`(_ row: Case) throws {
        let bench = try row.situation.bench(row.world)
        let rules = Rulebook(world: row.world, situation: row.situation)
        if rules.code(row.asked) != 0 { #expect(!bench.machine.snapshot.can(row.asked.action)) }
    }

    @Test(arguments: cases.filter { $0.asked != .command })
    func `a refused operation completes no other operation`(_ row: Case) throws {
        var bench = try row.situation.bench(row.world)
        let pending = bench.completions
        guard try row.asked.code(&bench) != 0 else { return }
        var others = bench.completions
        others[1] = nil
        #expect(others == pending)
    }
}
