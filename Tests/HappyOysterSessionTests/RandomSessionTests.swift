// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterTestSupport
import Testing

@testable import HappyOysterSession

/// Random sequences of calls and inputs, with what holds after each of them.
@Suite struct RandomSessionTests {
    @Test(arguments: 0..<40)
    func `completions, events and statuses are consistent in every sequence`(seed: Int) {
        var run = RandomSession(seed: UInt64(seed))
        for _ in 0..<400 { run.step() }
        run.end()
        #expect(run.flaws.isEmpty, "seed \(seed): \(run.flaws.prefix(3))")
        #expect(run.steps == 400)
    }
}

/// One random run: plays a server and a host, and keeps what the driver would have.
private struct RandomSession {
    private var random: SplitMix
    private let bench = MachineBench()
    private(set) var flaws: [String] = []
    private(set) var steps = 0
    /// Requests in flight and timers, as the driver has them.
    private var pending: Set<SessionRequestName> = []
    private var timers: Set<SessionTimer> = []
    private var isStreaming = false
    private var hasHello = false
    private var batch: [NumberedRequest] = []
    /// What the host knows.
    private var open: Set<OperationID> = []
    private var status = OysterConnectionStatus.notConnected
    private var wasFailed = false
    private var connections: Set<String> = []
    private var streams: [String: String] = [:]
    private var lastSignal = 0
    /// The server's side.
    private var epoch = 1
    private var event = 0
    private var executed = 0
    private var signal = 0

    init(seed: UInt64) { random = SplitMix(seed) }

    private mutating func pick(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

    mutating func step() {
        steps += 1
        bench.now += .milliseconds(pick(700))
        switch pick(10) {
        case 0: host()
        case 1...2: timer()
        default: server()
        }
        check()
    }

    /// Releases the session: everything completes.
    mutating func end() {
        _ = bench.call(.release)
        absorb()
        for _ in 0..<5 where !bench.machine.isOver {
            if pending.contains(.post) {
                pending.remove(.post)
                bench.handle(.posted(.failure(.network(.timedOut))))
            } else if timers.remove(.leave) != nil {
                bench.handle(.timer(.leave))
            }
            absorb()
        }
        if !bench.machine.isOver { flaws.append("not over after the release") }
        if !open.isEmpty { flaws.append("open operations: \(open)") }
        if !pending.isEmpty { flaws.append("pending requests: \(pending)") }
        if !timers.isEmpty { flaws.append("timers: \(timers)") }
    }

    private mutating func host() {
        let calls: [HostCall] = [
            .connect, .connect, .connect, .disconnect, .reportIssue, .signal, .signal, .signal,
            .signalWithoutRetry, .forceMuteAll, .forceDisconnect,
        ]
        let call = calls[pick(calls.count)]
        let code = bench.call(call)
        let isOperation = [.connect, .disconnect, .reportIssue].contains(call)
        if code == nil, isOperation { open.insert(bench.lastOperation) }
        absorb()
    }

    private mutating func timer() {
        let due = timers.sorted { "\($0)" < "\($1)" }
        guard !due.isEmpty else { return }
        let timer = due[pick(due.count)]
        // Bounds fire seldom, or nothing else would happen.
        if [.connect, .grace, .leave].contains(timer), pick(8) > 0 { return }
        timers.remove(timer)
        if timer == .grace { bench.now += .seconds(20) }
        bench.handle(.timer(timer))
        absorb()
    }

    private mutating func server() {
        let names = pending.sorted { "\($0)" < "\($1)" }
        guard !names.isEmpty else { return }
        switch names[pick(names.count)] {
        case .connect:
            finish(.connect)
            let fails = pick(6) == 0
            bench.handle(.connectAnswered(fails ? .failure(failure()) : .success(welcome())))
        case .resume:
            finish(.resume)
            bench.handle(.resumed(pick(4) == 0 ? .failure(failure()) : .success(welcome())))
        case .post: answerPost()
        case .events: isStreaming ? streamed() : polled()
        }
        absorb()
    }

    private mutating func finish(_ name: SessionRequestName) { pending.remove(name) }

    private mutating func welcome() -> ConnectAnswer {
        epoch += 1
        event = pick(3)
        var snapshot = SessionSnapshot()
        snapshot.upTo = event
        snapshot.isComplete = pick(4) > 0
        snapshot.connections = (0..<pick(4)).map { MachineBench.connection("c\($0)") }
        snapshot.streams = (0..<pick(3)).map { MachineBench.stream("s\($0)", of: "c\($0)") }
        return MachineBench.answer(epoch: "\(epoch)", next: executed + 1, snapshot)
    }

    private mutating func failure() -> SessionFailure {
        let statuses = [400, 401, 403, 404, 409, 410, 429, 500, 503]
        var refusal = SessionRefusal(status: statuses[pick(statuses.count)])
        if refusal.status == 410 { refusal.mayResume = pick(4) > 0 }
        refusal.reason = OysterSessionReason.allCases[pick(OysterSessionReason.allCases.count)]
        return [
            .refused(refusal), .network(.timedOut), .network(.transport("down")), .ended,
            .unintelligible("flaw"),
        ][pick(5)]
    }

    private mutating func answerPost() {
        let numbers = batch.map(\.number)
        if let first = numbers.first, first > executed + 1 { flaws.append("a gap in the numbers") }
        if numbers != Array((numbers.first ?? 0)..<((numbers.first ?? 0) + numbers.count)) {
            flaws.append("numbers are not consecutive")
        }
        // The server may have executed a post whose answer is lost.
        if pick(3) > 0 { executed = max(executed, numbers.last ?? 0) }
        finish(.post)
        if pick(6) == 0 {
            bench.handle(.posted(.failure(failure())))
        } else {
            executed = max(executed, numbers.last ?? 0)
            let items = numbers.map { LaneAnswer.Item(number: $0, issueId: "issue") }
            bench.handle(.posted(.success(LaneAnswer(items: items, nextRequest: executed + 1))))
        }
    }

    private mutating func streamed() {
        switch pick(12) {
        case 0:
            finish(.events)
            bench.handle(.streamEnded(failure()))
        case 1...2 where !hasHello:
            hasHello = true
            bench.handle(.streamOpened)
            absorb()
            guard pending.contains(.events), isStreaming else { return }
            bench.handle(.hello(HelloEvent(epoch: pick(12) == 0 ? "x" : "\(epoch)")))
        case 3: bench.handle(.received(bytes: 10))
        default: if hasHello { bench.handle(next()) }
        }
    }

    private mutating func polled() {
        finish(.events)
        if pick(6) == 0 { return bench.handle(.polled(.failure(failure()))) }
        var events: [PlacedEvent] = []
        for _ in 0..<pick(3) { if case .event(let event) = next() { events.append(event) } }
        bench.handle(.polled(.success(PollAnswer(epoch: "\(epoch)", events: events))))
    }

    /// The next event; seldom one that was sent before, or one out of order.
    private mutating func next() -> SessionInput {
        switch pick(25) {
        case 0: return MachineBench.event(event, .ignored, epoch: "\(epoch)")
        case 1: return MachineBench.event(event + 2, .ignored, epoch: "\(epoch)")
        default: break
        }
        event += 1
        let (number, name) = (event, "\(pick(4))")
        let connection = MachineBench.connection("c" + name)
        let stream = MachineBench.stream("s" + name, of: "c" + name, hasAudio: pick(2) == 0)
        let content: ServerEvent
        switch pick(9) {
        case 0...1: content = .connectionCreated(connection)
        case 2: content = .connectionDestroyed(connection, .client)
        case 3: content = .streamCreated(stream)
        case 4: content = .streamDestroyed(stream, .unpublished)
        case 5: content = .streamChanged(stream)
        case 6 where pick(6) == 0: content = .disconnected(.forced)
        case 7: content = .unreadable(type: "signal")
        default:
            signal += 1
            let text = ReceivedSignal(type: nil, data: "\(signal)", from: nil)
            content = .signal(text, number: nil)
        }
        return MachineBench.event(number, content, epoch: "\(epoch)")
    }

    // MARK: The driver and the host

    private mutating func absorb() {
        for action in bench.take() {
            switch action {
            case .connect: pending.insert(.connect)
            case .resume(_, _, let next):
                if next > executed + 1 { flaws.append("a resume skips numbers") }
                pending.insert(.resume)
            case .openEventStream(_, let position): begin(streaming: true, after: position)
            case .poll(_, _, let position): begin(streaming: false, after: position)
            case .post(_, let batch, _):
                if !pending.insert(.post).inserted { flaws.append("two posts in flight") }
                self.batch = batch
            case .abandon, .log: break
            case .cancel(let name): pending.remove(name)
            case .setTimer(let timer, let delay):
                if delay < .zero { flaws.append("negative delay of \(timer)") }
                timers.insert(timer)
            case .cancelTimer(let timer): timers.remove(timer)
            case .emit(let notice): notify(notice)
            case .complete(let operation, _):
                if open.remove(operation) == nil { flaws.append("completed twice: \(operation)") }
            case .reportUnexpected(let input): flaws.append(input)
            }
        }
    }

    /// The server sends everything after the client's last event.
    private mutating func begin(streaming: Bool, after position: EventPosition?) {
        event = position?.number ?? 0
        if !pending.insert(.events).inserted { flaws.append("two event streams") }
        isStreaming = streaming
        hasHello = false
    }

    private mutating func notify(_ notice: SessionNotice) {
        if wasFailed, notice.isDisconnected == false, status == .failed {
            flaws.append("failed is not directly before disconnected")
        }
        wasFailed = false
        switch notice {
        case .statusChanged(let next):
            if next == status { flaws.append("status twice: \(next)") }
            status = next
        case .connected: (connections, streams) = ([], [:])
        case .failed: wasFailed = true
        case .disconnected: if !bench.machine.isOver { flaws.append("disconnected too early") }
        case .error, .reconnecting, .reconnected, .muteForced, .archiveStarted, .archiveStopped:
            break
        case .connectionCreated(let connection):
            if !connections.insert(connection.id).inserted { flaws.append("created twice") }
        case .connectionDestroyed(let connection, _):
            if connections.remove(connection.id) == nil { flaws.append("destroyed twice") }
            if streams.values.contains(connection.id) { flaws.append("its streams remain") }
        case .streamCreated(let stream):
            if streams.updateValue(stream.connection.id, forKey: stream.id) != nil {
                flaws.append("stream created twice")
            }
        case .streamDestroyed(let stream, _):
            if streams.removeValue(forKey: stream.id) == nil { flaws.append("stream twice") }
        case .streamChanged(let stream, let changes):
            if streams[stream.id] == nil || changes.isEmpty { flaws.append("odd change") }
        case .signal(let signal):
            let number = signal.data.flatMap { Int($0) } ?? 0
            if number <= lastSignal { flaws.append("signal \(number) twice or late") }
            lastSignal = number
        }
    }

    private mutating func check() {
        if bench.machine.status != status { flaws.append("status without event") }
        guard let membership = bench.machine.membership else { return }
        if Set(membership.streams.map(\.id)) != Set(streams.keys) { flaws.append("other streams") }
        if bench.machine.isOver, !timers.isEmpty { flaws.append("timers after the end") }
    }
}

extension SessionNotice {
    fileprivate var isDisconnected: Bool {
        if case .disconnected = self { true } else { false }
    }
}
