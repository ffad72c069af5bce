// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterStream
import HappyOysterTestSupport

@testable import HappyOysterWorld

/// A travel whose host, service, stream engine and clock act at random, as far as the driver allows.
struct RandomTravel {
    private(set) var bench: Bench
    private(set) var asked: Set<OperationID> = []
    private var random: SplitMix
    /// Requests in flight, with the time at which they were sent.
    private var inFlight: [(request: TravelRequest, sent: Duration)] = []
    private var isGateAsked = false
    private var isStreamAsked = false
    private var isJoined = false
    private var seen = 0

    static let codes = [
        101_001, 101_002, 105_005, 106_001, 106_002, 106_003, 403_004, 404_000, 409_000, 500_000,
    ]

    /// Diagnostics of a refusal, at times with Retry-After.
    private mutating func diagnostics() -> ErrorDiagnostics {
        let isHeld = Int.random(in: 0..<4, using: &random) == 0
        let seconds = Int.random(in: -1...100, using: &random)
        return ErrorDiagnostics(retryAfter: isHeld ? .seconds(seconds) : nil)
    }

    private let script: TravelScript

    init(seed: UInt64, script: TravelScript) {
        self.script = script
        random = SplitMix(seed)
        let world = TestWorld.allCases.randomElement(using: &random) ?? .directing
        bench = Bench(world, timeout: .seconds(Int.random(in: 1...40, using: &random)))
    }

    mutating func step() throws {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<26: askSomething()
        case 26..<66: try answerSomething()
        case 66..<82: hearStream()
        case 82..<98: bench.pass(.milliseconds(Int.random(in: 0...4000, using: &random)))
        case 98: bench.send(.tokenUpdated)
        default: bench.send(.gateClosed(OysterSDKError(108_001)))
        }
        observe()
    }

    /// Ends the travel and waits until every bound has passed.
    mutating func finish() {
        ask { .end($0) }
        observe()
        bench.pass(.seconds(100))
        observe()
    }

    /// Ends a travel that is over once more and lets the server confirm.
    mutating func confirmEnd() throws -> OysterEndTravelData? {
        ask { .end($0) }
        observe()
        for _ in 0..<10 where !inFlight.isEmpty {
            let (request, sent) = inFlight.removeFirst()
            try answer(request, sent, nil)
            observe()
        }
        return bench.ended(OperationID(asked.count))
    }

    /// The host starts no operation, every request succeeds, the stream plays, and the server
    /// keeps reporting one status.
    mutating func quieten(_ word: String) throws {
        for _ in 0..<70 {
            if isGateAsked {
                isGateAsked = false
                bench.send(.gateChecked(nil))
                observe()
            }
            if isStreamAsked {
                isStreamAsked = false
                bench.send(.streamPrepared(nil))
                observe()
            }
            while !inFlight.isEmpty {
                let (request, sent) = inFlight.removeFirst()
                if case .status = request {
                    try bench.polled(word, asked: sent)
                } else {
                    try answer(request, sent, nil)
                }
                observe()
            }
            if isJoined, bench.machine.status == .prepare {
                bench.send(.stream(.connected))
                bench.send(.firstFrame)
                bench.send(.stream(.playing))
                observe()
            }
            bench.pass(.seconds(2))
            observe()
        }
    }

    // MARK: The host

    private mutating func ask(_ input: (OperationID) -> TravelInput) {
        let operation = OperationID(asked.count + 1)
        asked.insert(operation)
        bench.send(input(operation))
    }

    private mutating func askSomething() {
        let script = script
        switch Int.random(in: 0..<23, using: &random) {
        case 0..<6: ask { .start($0, maxExperienceTimeSec: nil, hasToken: true) }
        case 6..<9: ask { .pause($0) }
        case 9..<13: ask { .resume($0) }
        case 13..<15: ask { .rewind($0, toSec: 8) }
        case 15..<19: ask { .instruct($0, "Rain") }
        case 19: ask { .updateScript($0, script) }
        case 20..<22:
            if let operation = asked.sorted().suffix(3).randomElement(using: &random) {
                bench.send(.cancel(operation))
            }
        default:
            if Int.random(in: 0..<12, using: &random) == 0 { ask { .end($0) } }
        }
    }

    // MARK: The service

    private mutating func answerSomething() throws {
        if isGateAsked {
            isGateAsked = false
            let isClosed = Int.random(in: 0..<10, using: &random) == 0
            bench.send(.gateChecked(isClosed ? OysterSDKError(108_001) : nil))
            return
        }
        if isStreamAsked {
            isStreamAsked = false
            let isMissing = Int.random(in: 0..<10, using: &random) == 0
            bench.send(.streamPrepared(isMissing ? OysterSDKError(105_001) : nil))
            return
        }
        guard !inFlight.isEmpty else { return }
        let index = inFlight.indices.randomElement(using: &random) ?? 0
        let (request, sent) = inFlight.remove(at: index)
        let isBad = Int.random(in: 0..<4, using: &random) == 0
        let code = RandomTravel.codes.randomElement(using: &random) ?? 106_001
        try answer(request, sent, isBad ? OysterSDKError(code, diagnostics: diagnostics()) : nil)
    }

    private mutating func answer(
        _ request: TravelRequest,
        _ sent: Duration,
        _ error: OysterSDKError?
    ) throws {
        func result<Value>(_ value: Value) -> Result<Value, OysterSDKError> {
            error.map { .failure($0) } ?? .success(value)
        }
        switch request {
        case .enterTravel:
            var data = bench.entry
            if Int.random(in: 0..<10, using: &random) == 0 { data["rtcConfig"] = nil }
            bench.send(.entered(result(try EnterTravelAnswer(data))))
        case .status:
            let words = ["running", "running", "running", "pending", "paused", "paused", "paused"]
            var word = words.randomElement(using: &random) ?? "running"
            if Int.random(in: 0..<25, using: &random) == 0 { word = "failed" }
            if Int.random(in: 0..<25, using: &random) == 0 { word = "completed" }
            let answer = try TravelStatusAnswer(["status": .string(word)])
            bench.send(.polled(asked: sent, result(answer)))
        case .pause: bench.send(.pauseAnswered(error))
        case .resume: bench.send(.resumeAnswered(error))
        case .rewind:
            bench.send(.rewindAnswered(result(try RewindAnswer(["resumedAtSec": 8]))))
        case .instruct(let operation, let text):
            let answer = InstructAnswer(["accepted": true])
            bench.send(.instructAnswered(operation, text, result(answer)))
        case .updateScript(let operation, _):
            bench.send(.scriptAnswered(operation, result(UpdateScriptAnswer([:]))))
        case .end: bench.send(.endAnswered(result(EndAnswer([:]))))
        }
    }

    // MARK: The stream

    private mutating func hearStream() {
        guard isJoined else { return }
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<4: bench.send(.stream(.connected))
        case 4..<12: bench.send(.firstFrame)
        case 12..<15: bench.send(.stream(.playing))
        case 15: bench.send(.stream(.buffering))
        case 16..<18: bench.send(.stream(.reconnecting))
        case 18: bench.send(.stream(.disconnected))
        default: bench.send(.streamFailed("gone"))
        }
    }

    /// Notes from the actions which inputs can follow.
    private mutating func observe() {
        for action in bench.actions[seen...] {
            switch action {
            case .checkGate: isGateAsked = true
            case .prepareStream: isStreamAsked = true
            case .request(let request): inFlight.append((request, bench.now))
            case .cancelRequests:
                inFlight.removeAll { sent in
                    switch sent.request {
                    case .enterTravel, .end: false
                    default: true
                    }
                }
            case .abandonEntry:
                inFlight.removeAll { $0.request.name == .enterTravel }
            case .cancelRequest(let name): inFlight.removeAll { $0.request.name == name }
            case .join: isJoined = true
            case .leave: isJoined = false
            default: break
            }
        }
        seen = bench.actions.count
    }
}
