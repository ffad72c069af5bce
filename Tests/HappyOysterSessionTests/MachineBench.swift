// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

@testable import HappyOysterSession

/// A machine with a clock that the test moves; keeps what the machine decided.
final class MachineBench {
    static let token = Secret("eyJ.e30.c2ln")

    var machine: SessionMachine
    var now: Duration = .seconds(100)
    /// Everything since the last `take`.
    var actions: [SessionAction] = []
    private(set) var lastOperation: OperationID = 0

    init(suppresses: Bool = false) {
        var settings = SessionMachine.Settings(timeout: .seconds(30))
        settings.suppressesConnectionEvents = suppresses
        machine = SessionMachine(settings: settings)
    }

    func take() -> [SessionAction] {
        defer { actions = [] }
        return actions
    }

    func handle(_ input: SessionInput) {
        actions += machine.handle(input, at: now)
    }

    /// A call of the host; its code when it is refused.
    func call(_ call: HostCall) -> Int? {
        lastOperation += 1
        do throws(OysterSDKError) {
            switch call {
            case .connect:
                actions += try machine.connect(MachineBench.token, lastOperation, at: now)
            case .disconnect: actions += try machine.disconnect(lastOperation, at: now)
            case .reportIssue: actions += try machine.reportIssue(lastOperation, at: now)
            case .release: actions += machine.release(at: now)
            default:
                if let request = call.request { actions += try machine.submit(request, at: now) }
            }
            return nil
        } catch {
            return error.code
        }
    }

    // MARK: Statuses

    enum Situation: String, CaseIterable {
        case notConnected, connecting, answered, connected, polling, reconnecting, resuming
        case disconnecting, failed

        var status: OysterConnectionStatus {
            switch self {
            case .notConnected: .notConnected
            case .connecting, .answered: .connecting
            case .connected, .polling: .connected
            case .reconnecting, .resuming: .reconnecting
            case .disconnecting: .disconnecting
            case .failed: .failed
            }
        }
    }

    /// A bench in a situation.
    static func `in`(_ situation: Situation, role: SessionFixture.Role = .moderator)
        -> MachineBench
    {
        let bench = MachineBench()
        guard situation != .notConnected else { return bench }
        _ = bench.call(.connect)
        guard situation != .connecting else { return bench }
        bench.handle(.connectAnswered(.success(answer(role: role))))
        guard situation != .answered else { return bench }
        bench.handle(.streamOpened)
        if situation == .polling {
            bench.handle(.timer(.hello))
            bench.handle(.polled(.success(PollAnswer(epoch: "e", events: []))))
            return bench
        }
        bench.handle(.hello(HelloEvent(epoch: "e")))
        switch situation {
        case .notConnected, .connecting, .answered, .connected, .polling: break
        case .reconnecting: bench.handle(.streamEnded(.ended))
        case .resuming:
            bench.handle(.streamEnded(.refused(SessionRefusal(status: 401))))
            bench.handle(.timer(.reconnect))
        case .disconnecting: _ = bench.call(.disconnect)
        case .failed:
            bench.handle(.streamEnded(.ended))
            bench.now += .seconds(20)
            bench.handle(.timer(.grace))
        }
        return bench
    }

    static func answer(
        role: SessionFixture.Role = .moderator,
        epoch: String = "e",
        next: Int = 1,
        _ snapshot: SessionSnapshot = SessionSnapshot()
    ) -> ConnectAnswer {
        ConnectAnswer(
            connection: connection("own"),
            bearer: Secret("bearer"),
            ticket: Secret("ticket"),
            epoch: epoch,
            nextRequest: next,
            capabilities: SessionCapabilities(
                canPublish: role != .subscriber,
                canSubscribe: role != .publisherOnly,
                canSignal: role != .publisherOnly,
                canForceMute: role == .moderator,
                canForceDisconnect: role == .moderator
            ),
            snapshot: snapshot
        )
    }

    static func connection(_ id: String) -> SessionConnection {
        SessionConnection(id: id, createdAtMs: 1, data: "")
    }

    static func stream(_ id: String, of connection: String, hasAudio: Bool = true)
        -> SessionStream
    {
        SessionStream(
            id: id,
            name: "",
            connection: MachineBench.connection(connection),
            createdAtMs: 1,
            hasAudio: hasAudio,
            hasVideo: true,
            width: 4,
            height: 2,
            videoType: .camera
        )
    }

    static func event(_ number: Int, _ event: ServerEvent, epoch: String = "e") -> SessionInput {
        .event(PlacedEvent(EventPosition(epoch: epoch, number: number), event, size: 10))
    }

    /// Answers of success to every request of the newest post among some actions.
    static func answers(_ actions: [SessionAction]) -> LaneAnswer? {
        for action in actions.reversed() {
            guard case .post(_, let batch, _) = action else { continue }
            return LaneAnswer(
                items: batch.map { LaneAnswer.Item(number: $0.number, issueId: "issue") },
                nextRequest: batch.last.map { $0.number + 1 }
            )
        }
        return nil
    }
}

/// What a host can call.
enum HostCall: CaseIterable {
    case connect, disconnect, reportIssue, release
    case signal, signalWithoutRetry, forceMuteAll, disableForceMute, forceMuteStream
    case forceDisconnect

    var request: LaneRequest? {
        switch self {
        case .connect, .disconnect, .reportIssue, .release: nil
        case .signal: .signal(SessionSignal(data: "a"))
        case .signalWithoutRetry: .signal(SessionSignal(data: "a", retriesAfterReconnect: false))
        case .forceMuteAll: .forceMuteAll(excluding: ["s"])
        case .disableForceMute: .disableForceMute
        case .forceMuteStream: .forceMuteStream("s")
        case .forceDisconnect: .forceDisconnect("c")
        }
    }
}

extension [SessionAction] {
    var notices: [SessionNotice] {
        compactMap { action in
            if case .emit(let notice) = action { notice } else { nil }
        }
    }

    /// Codes of completions by operation, 0 for success.
    var completions: [OperationID: Int] {
        reduce(into: [:]) { codes, action in
            guard case .complete(let operation, let result) = action else { return }
            switch result {
            case .success: codes[operation] = 0
            case .failure(let error): codes[operation] = error.code
            }
        }
    }

    var batch: [NumberedRequest]? {
        for case .post(_, let batch, _) in reversed() { return batch }
        return nil
    }

    func delay(of timer: SessionTimer) -> Duration? {
        for case .setTimer(timer, let delay) in reversed() { return delay }
        return nil
    }
}
