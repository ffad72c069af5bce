// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import Testing

@testable import OysterSessionServer

/// Every call in every state of a connection.
@Suite struct StateTableTests {
    enum State: CaseIterable {
        case unknown
        /// Connected, without an event stream.
        case connecting
        case open
        case polling
        /// A long poll was answered.
        case polled
        case lost
        /// Its events were dropped.
        case overflowed
        case resumed
        case left
        case forced
        case gone
    }

    /// A moderator in a state, beside another client.
    private func client(
        in state: State,
        _ fixture: inout ModelFixture
    ) throws -> (subject: ModelClient, other: ModelClient) {
        var other = try fixture.join(.moderator)
        var subject = try fixture.connect(.moderator)
        if state == .connecting { return (subject, other) }
        try fixture.open(&subject, kind: state == .polling || state == .polled ? .poll : .stream)
        switch state {
        case .connecting, .open, .polling: break
        case .unknown:
            subject = ModelClient(
                id: "unknown",
                bearer: subject.bearer,
                ticket: subject.ticket,
                epoch: subject.epoch,
                answer: subject.answer
            )
        case .polled, .lost: fixture.close(&subject)
        case .overflowed:
            for number in 1...10 {
                try fixture.send(&other, "signal")
                _ = try fixture.post(other, lastEvent: "\(other.epoch)-\(number)").get()
            }
        case .resumed: subject = try fixture.resume(subject)
        case .left: try fixture.send(&subject, "leave")
        case .forced:
            try fixture.send(&other, "forceDisconnect", ["connection": .string(subject.id)])
        case .gone:
            fixture.close(&subject)
            try fixture.advance(.seconds(20), keeping: [other])
        }
        return (subject, other)
    }

    private func fixture() throws -> ModelFixture {
        var configuration = ModelFixture.configuration()
        configuration.limits.waitingEvents = 9
        return try ModelFixture(configuration)
    }

    private static let over: Set<State> = [.left, .forced, .gone]

    @Test(arguments: State.allCases)
    func `a ping and an opening are answered by the state of the connection`(state: State) throws {
        var fixture = try fixture()
        let (subject, _) = try client(in: state, &fixture)
        let ping: [Int]? =
            switch state {
            case .unknown: [404, 1005]
            case .connecting: [409, 1015]
            case .open, .polling, .polled, .lost, .overflowed, .resumed: nil
            case .left, .forced, .gone: [410, 1022]
            }
        #expect(try fixture.post(subject).codes == ping)
        let refusal = fixture.tryOpen(subject).refusal
        switch state {
        case .unknown: #expect(refusal?.status == 404)
        case .connecting, .open, .polling, .polled, .lost, .resumed: #expect(refusal == nil)
        case .overflowed: #expect(refusal?.status == 410 && refusal?.resume == true)
        case .left: #expect(refusal?.resume == false && refusal?.reason == .client)
        case .forced: #expect(refusal?.resume == false && refusal?.reason == .forced)
        case .gone: #expect(refusal?.resume == false && refusal?.reason == .lost)
        }
    }

    @Test(arguments: State.allCases)
    func `a resume brings back every connection that is not over`(state: State) throws {
        var fixture = try fixture()
        let (subject, other) = try client(in: state, &fixture)
        _ = fixture.take(other)
        let result = try fixture.tryResume(subject)
        if state == .unknown {
            #expect(result.codes == [401, 1004])
        } else if StateTableTests.over.contains(state) {
            #expect(result.codes == [410, 1022] && result.refusal?.resume == false)
        } else {
            var again = try fixture.client(try result.get().json)
            try fixture.open(&again, after: 0)
            #expect(fixture.take(again) == [])
            #expect(try fixture.send(&again, "signal") == nil)
            #expect(fixture.take(again).map(\.number) == [1])
        }
    }

    @Test(arguments: State.allCases)
    func `every request is executed while the connection is visible, else none`(state: State) throws
    {
        let ops: [(String, JSONObject)] = [
            ("signal", [:]), ("forceMuteAll", [:]), ("disableForceMute", [:]),
            ("forceMuteStream", [:]), ("forceDisconnect", [:]), ("reportIssue", [:]), ("none", [:]),
            ("leave", [:]), ("unknown", [:]),
        ]
        for (op, members) in ops {
            var fixture = try fixture()
            let (subject, other) = try client(in: state, &fixture)
            var members = members
            if op == "forceDisconnect" { members["connection"] = .string(other.id) }
            members["number"] = JSONValue(subject.next)
            members["op"] = .string(op)
            let journal = fixture.journal.count
            let result = try fixture.post(subject, [.object(members)])
            let isExecuted =
                state != .unknown && state != .connecting
                && !StateTableTests.over.contains(state)
            #expect((result.refusal == nil) == isExecuted, "\(op)")
            #expect((fixture.journal.count > journal) == isExecuted, "\(op)")
            let codes = try? result.get().json["answers"]?.arrayValue?.first?["error"]?["code"]
            let expected: JSONValue? = ["forceMuteStream": 1535, "unknown": 1011][op]
            if isExecuted { #expect(codes == expected, "\(op)") }
        }
    }

    @Test(arguments: State.allCases)
    func `a signal to a connection is accepted while others see it`(state: State) throws {
        var fixture = try fixture()
        var (subject, other) = try client(in: state, &fixture)
        let code = try fixture.send(&other, "signal", ["to": .string(subject.id)])
        let isVisible =
            state != .unknown && state != .connecting
            && !StateTableTests.over.contains(state)
        #expect(code == (isVisible ? nil : 1011))
        let forced = try fixture.send(
            &other,
            "forceDisconnect",
            ["connection": .string(subject.id)]
        )
        #expect(forced == (isVisible ? nil : 1011))
        subject.stream = nil
        if isVisible { #expect(fixture.tryOpen(subject).refusal?.reason == .forced) }
    }

    @Test(arguments: State.allCases)
    func `time ends every state, and others learn it once`(state: State) throws {
        var fixture = try fixture()
        let (subject, other) = try client(in: state, &fixture)
        try fixture.advance(.seconds(60), keeping: [other])
        #expect(fixture.store.gauges.connections == 1)
        let destroyed = fixture.store.state.ended.count
        #expect(destroyed == (state == .connecting ? 0 : 1))
        _ = subject
    }
}
