// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import Testing

@testable import HappyOysterSession

/// Every call in every situation, and every input in every situation.
@Suite struct SessionTableTests {
    typealias Situation = MachineBench.Situation

    /// The code of a call; nil when it is accepted.
    private static func expected(_ call: HostCall, _ situation: Situation) -> Int? {
        let isMember = [.connected, .polling, .reconnecting, .resuming].contains(situation)
        let isLost = situation.status == .reconnecting
        switch call {
        case .release: return nil
        case .connect:
            return switch situation {
            case .notConnected: nil
            case .failed: 1020
            default: 1015
            }
        case .disconnect:
            return switch situation {
            case .notConnected, .disconnecting: 1010
            case .failed: 1020
            default: nil
            }
        case .reportIssue, .signalWithoutRetry: return isMember && !isLost ? nil : 1010
        case .signal, .forceMuteAll, .disableForceMute, .forceDisconnect:
            return isMember ? nil : 1010
        case .forceMuteStream: return isMember ? 1535 : 1010
        }
    }

    @Test(arguments: Situation.allCases, HostCall.allCases)
    func `a call is accepted or refused by its code`(situation: Situation, call: HostCall) {
        let bench = MachineBench.in(situation)
        _ = bench.take()
        #expect(bench.machine.status == situation.status)
        let code = bench.call(call)
        #expect(code == Self.expected(call, situation))
        // A refused call has no effect.
        if code != nil { #expect(bench.actions.isEmpty) }
        if code != nil { #expect(bench.machine.status == situation.status) }
    }

    @Test(arguments: HostCall.allCases)
    func `the role decides about signals and the operations of a moderator`(call: HostCall) {
        let codes: [(SessionFixture.Role, Int?)]
        switch call {
        case .connect, .disconnect, .reportIssue, .release: return
        case .signal, .signalWithoutRetry:
            codes = [(.moderator, nil), (.subscriber, nil), (.publisherOnly, 1550)]
        case .forceMuteAll, .disableForceMute:
            codes = [(.moderator, nil), (.subscriber, 1540), (.publisherOnly, 1540)]
        case .forceMuteStream:
            codes = [(.moderator, 1535), (.subscriber, 1540), (.publisherOnly, 1540)]
        case .forceDisconnect:
            codes = [(.moderator, nil), (.subscriber, 1520), (.publisherOnly, 1520)]
        }
        for (role, code) in codes {
            let bench = MachineBench.in(.connected, role: role)
            #expect(bench.call(call) == code)
        }
    }

    @Test func `a known stream can be muted`() {
        let bench = MachineBench.in(.connected)
        bench.handle(MachineBench.event(1, .streamCreated(MachineBench.stream("s", of: "c"))))
        #expect(bench.call(.forceMuteStream) == nil)
        #expect(bench.actions.batch?.map(\.request) == [.forceMuteStream("s")])
    }

    /// Inputs, and the situations in which they can happen.
    private static var inputs: [(SessionInput, Set<Situation>)] {
        let open: Set<Situation> = [
            .answered, .connected, .polling, .reconnecting, .disconnecting,
        ]
        return [
            (.connectAnswered(.success(MachineBench.answer())), [.connecting]),
            (.connectAnswered(.failure(.ended)), [.connecting]),
            (.streamOpened, [.answered]),
            (.hello(HelloEvent(epoch: "e")), Set(Situation.allCases)),
            (.hello(HelloEvent(epoch: "x")), Set(Situation.allCases)),
            (.received(bytes: 3), Set(Situation.allCases)),
            (MachineBench.event(1, .muteForced(isActive: true)), open),
            (MachineBench.event(7, .ignored), open),
            (MachineBench.event(1, .ignored, epoch: "x"), open),
            (MachineBench.event(1, .disconnected(.forced)), open),
            (MachineBench.event(1, .disconnected(.lost)), open),
            (.streamEnded(.ended), open),
            (.streamEnded(.refused(SessionRefusal(status: 404))), open),
            (.streamEnded(.refused(SessionRefusal(status: 503))), open),
            (.streamEnded(.unintelligible("flaw")), open),
            (.polled(.success(PollAnswer(epoch: "e", events: []))), open),
            (.polled(.failure(.ended)), open),
            (.posted(.success(LaneAnswer(items: []))), [.connected, .polling, .disconnecting]),
            (.posted(.failure(.ended)), [.connected, .polling, .disconnecting]),
            (
                .posted(.failure(.refused(SessionRefusal(status: 429)))),
                [.connected, .polling, .disconnecting]
            ),
            (.resumed(.success(MachineBench.answer())), [.resuming, .reconnecting]),
            (.resumed(.failure(.ended)), [.resuming, .reconnecting]),
            (.timer(.connect), [.connecting, .answered]),
            (.timer(.opening), Set(Situation.allCases)),
            (.timer(.hello), Set(Situation.allCases)),
            (.timer(.idle), Set(Situation.allCases)),
            (.timer(.ping), Set(Situation.allCases)),
            (.timer(.poll), Set(Situation.allCases)),
            (.timer(.retry), Set(Situation.allCases)),
            (.timer(.reconnect), [.reconnecting, .resuming]),
            (.timer(.grace), [.reconnecting, .resuming]),
            (.timer(.leave), [.disconnecting]),
        ]
    }

    @Test(arguments: Situation.allCases)
    func `an impossible input is reported and changes nothing; each other one is handled`(
        situation: Situation
    ) {
        for (input, situations) in Self.inputs {
            let bench = MachineBench.in(situation)
            _ = bench.take()
            bench.handle(input)
            let unexpected = bench.actions.contains { action in
                if case .reportUnexpected = action { true } else { false }
            }
            if situations.contains(situation) {
                #expect(!unexpected, "\(input) while \(situation)")
            } else if unexpected {
                #expect(bench.machine.status == situation.status)
                #expect(bench.actions.count == 1)
            }
        }
    }
}
