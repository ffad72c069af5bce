// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterTestSupport
import Testing

@testable import OysterSessionServer

@Suite struct JournalTests {
    /// Random calls of several clients.
    private struct Run {
        var fixture: ModelFixture
        var clients: [ModelClient] = []
        var generator: SplitMix

        init(_ seed: UInt64, steps: Int) throws {
            var configuration = ModelFixture.configuration()
            configuration.limits.waitingEvents = 30
            configuration.limits.storedAnswers = 5
            configuration.limits.endedConnections = 6
            configuration.limits.connectionsPerSession = 8
            fixture = try ModelFixture(configuration, isComplete: false)
            generator = SplitMix(seed)
            for _ in 0..<steps { try step() }
        }

        mutating func any() -> Int? {
            clients.isEmpty ? nil : Int.random(in: clients.indices, using: &generator)
        }

        mutating func step() throws {
            fixture.now += .milliseconds(Int.random(in: 0..<900, using: &generator))
            // Few of those that are over stay: calls for them have no effect.
            let state = fixture.store.state
            let session = fixture.session
            clients = clients.filter { client in
                state[ConnectionKey(session: session, connection: client.id)] != nil
                    || Int.random(in: 0..<10, using: &generator) == 0
            }
            switch Int.random(in: 0..<20, using: &generator) {
            case 0, 1:
                let role = Role.allCases.randomElement(using: &generator) ?? .publisher
                guard let token = try? fixture.token(role, data: "d\n\"é") else { return }
                let body: JSONObject = ["token": .string(token), "encryption": true]
                if let answer = try? fixture.tryConnect(body).get() {
                    clients.append(try fixture.client(answer.json))
                }
            case 2, 3, 4:
                guard let index = any() else { return }
                let after =
                    Bool.random(using: &generator)
                    ? nil : Int.random(in: 0..<20, using: &generator)
                let kind: EventStreamKind = Bool.random(using: &generator) ? .poll : .stream
                if let opened = try? fixture.tryOpen(clients[index], after: after, kind: kind).get()
                {
                    clients[index].stream = opened.stream
                }
            case 5:
                guard let index = any() else { return }
                if let answer = try? fixture.tryResume(clients[index]).get() {
                    clients[index] = try fixture.client(answer.json)
                }
            case 6:
                if let index = any() { fixture.close(&clients[index]) }
            case 7:
                if let index = any() { _ = try fixture.publish(clients[index]) }
            case 8: try changeStream()
            case 9: fixture.note(fixture.store.tick(at: fixture.time))
            default: try post()
            }
        }

        private mutating func changeStream() throws {
            let session = fixture.store.state.sessions[fixture.session]
            guard let stream = session?.streams.randomElement(using: &generator) else { return }
            let key = ConnectionKey(session: fixture.session, connection: stream.connection)
            if Bool.random(using: &generator) {
                fixture.note(fixture.store.unpublish(key, stream.id, at: fixture.time).effects)
            } else {
                var properties = stream.properties
                properties.hasAudio.toggle()
                properties.width = Int.random(in: 0..<3, using: &generator)
                let change = fixture.store.changeStream(
                    key,
                    stream.id,
                    to: properties,
                    at: fixture.time
                )
                fixture.note(change.effects)
            }
        }

        private mutating func post() throws {
            guard let index = any(), let target = any() else { return }
            let session = fixture.store.state.sessions[fixture.session]
            let stream = session?.streams.randomElement(using: &generator)?.id ?? "none"
            let requests: [JSONObject] = [
                ["op": "signal", "type": "t", "data": "x\u{1}\"😀"],
                ["op": "signal", "type": "a b"],
                ["op": "signal", "to": .string(clients[target].id)], ["op": "forceMuteAll"],
                ["op": "forceMuteAll", "excludedStreams": [.string(stream)]],
                ["op": "disableForceMute"], ["op": "forceMuteStream", "stream": .string(stream)],
                ["op": "reportIssue", "report": ["a": 1]], ["op": "none"],
            ]
            let batch = (0..<Int.random(in: 0..<4, using: &generator)).map { offset in
                var request = requests.randomElement(using: &generator) ?? [:]
                request["number"] = JSONValue(clients[index].next + offset)
                return JSONValue.object(request)
            }
            let number = Int.random(in: 0..<30, using: &generator)
            let last = Bool.random(using: &generator) ? nil : "\(clients[index].epoch)-\(number)"
            if let answer = try? fixture.post(clients[index], batch, lastEvent: last).get() {
                clients[index].next = answer.nextRequest
            }
        }
    }

    @Test(arguments: 1...12)
    func `records replayed up to any cut give the state that the store had there`(
        seed: UInt64
    ) throws {
        let run = try Run(seed, steps: 400)
        let limits = run.fixture.store.configuration.limits
        let kinds = Set(run.fixture.journal.compactMap { $0.json["record"]?.stringValue })
        #expect(kinds.count >= 9, "\(kinds)")
        var state = SessionState(isComplete: false)
        for record in run.fixture.journal {
            let read = try JournalRecord(json: record.json)
            #expect(read == record)
            #expect(state.apply(read, limits) != nil)
        }
        #expect(state == run.fixture.store.state)
        let text = try run.fixture.journalText(isComplete: false)
        #expect(try JournalText.read(text, limits)?.state == state)
    }

    /// Restarts at random places with compactions in between: the end is the same as without.
    @Test(arguments: 1...6)
    func `a state that is written and read in between continues alike`(seed: UInt64) throws {
        let run = try Run(seed, steps: 400)
        let limits = run.fixture.store.configuration.limits
        var generator = SplitMix(seed)
        var direct = SessionState(isComplete: false)
        var compacted = direct
        for record in run.fixture.journal {
            _ = direct.apply(record, limits)
            _ = compacted.apply(record, limits)
            guard Int.random(in: 0..<10, using: &generator) == 0 else { continue }
            let text = try #require(JournalText.text(of: compacted))
            let contents = try #require(try JournalText.read(text, limits))
            #expect(contents.state == compacted && contents.length == text.count)
            compacted = contents.state
            #expect(compacted == direct)
        }
        #expect(direct == run.fixture.store.state && compacted == direct)
    }

    @Test func `a journal cut at any byte gives the state after its last whole record`() throws {
        let run = try Run(99, steps: 120)
        let limits = run.fixture.store.configuration.limits
        var state = SessionState(isComplete: false)
        var states = [state]
        for record in run.fixture.journal {
            _ = state.apply(record, limits)
            states.append(state)
        }
        let head = try #require(JournalText.text(of: SessionState(isComplete: false))).count
        let text = try run.fixture.journalText(isComplete: false)
        #expect(states.count > 40)
        var whole = 0
        for length in head..<text.count {
            if length > head, text[length - 1] == UInt8(ascii: "\n") { whole += 1 }
            // All cuts near the ends of lines, and some between.
            guard
                length % 41 == 0 || text[length] == UInt8(ascii: "\n")
                    || text[length - 1] == UInt8(ascii: "\n")
            else { continue }
            let contents = try #require(try JournalText.read(Array(text[..<length]), limits))
            #expect(contents.state == states[whole])
            #expect(contents.length <= length && text[contents.length - 1] == UInt8(ascii: "\n"))
        }
        #expect(whole == states.count - 2)
    }

    @Test func `a journal whose first state is cut is an error, an empty one holds nothing`() throws
    {
        let head = try #require(JournalText.text(of: SessionState(isComplete: true)))
        #expect(try JournalText.read([], SessionLimits()) == nil)
        for length in 1..<head.count {
            #expect(throws: JournalText.Flaw.self) {
                try JournalText.read(Array(head[..<length]), SessionLimits())
            }
        }
    }

    @Test func `a changed byte anywhere but in a torn last line is an error with its line`() throws
    {
        let run = try Run(5, steps: 60)
        let limits = run.fixture.store.configuration.limits
        let text = try run.fixture.journalText(isComplete: false)
        var line = 1
        for position in text.indices.dropLast() {
            var changed = text
            changed[position] ^= 1
            if position % 17 == 0 || text[position] == UInt8(ascii: "\n") {
                let error = #expect(throws: JournalText.Flaw.self) {
                    try JournalText.read(changed, limits)
                }
                // A byte that became a line break ends its line early.
                #expect(error?.line == line)
            }
            if text[position] == UInt8(ascii: "\n") { line += 1 }
        }
    }

    @Test func `records that do not fit the state are an error with their line`() throws {
        let key = ConnectionKey(session: "s", connection: "c")
        let misfits: [JournalRecord] = [
            .opened(key), .abandoned(key), .acknowledged(key, through: 1),
            .resumed(key, bearerHash: [1], epoch: "e", isSuppressingEvents: false),
            .executed(key, number: 1, .none), .ended(key, .lost, atMs: 1),
            .unpublished(session: "s", stream: "x"), .completed,
        ]
        for record in misfits {
            var text = try #require(JournalText.text(of: SessionState(isComplete: true)))
            text += try #require(JournalText.line(record))
            let error = #expect(throws: JournalText.Flaw.self) {
                try JournalText.read(text, SessionLimits())
            }
            #expect(error?.line == 3)
        }
    }

    @Test func `no token, bearer, ticket or secret is part of a journal`() throws {
        var fixture = try ModelFixture()
        let token = try fixture.token()
        var ada = try fixture.join()
        try fixture.send(&ada, "signal")
        let again = try fixture.resume(ada)
        var texts = [try fixture.journalText()]
        texts.append(try #require(JournalText.text(of: fixture.store.state)))
        for bytes in texts {
            let text = String(decoding: bytes, as: UTF8.self)
            for secret in [
                token, ada.bearer, ada.ticket, again.bearer, again.ticket,
                ModelFixture.secret.secret.exposed, ModelFixture.serverSecret.exposed,
            ] {
                #expect(!text.contains(secret))
            }
        }
    }
}
