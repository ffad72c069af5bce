// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterStream

@testable import HappyOysterWorld

/// A travel machine with a clock: feeds it, fires its timers when due, and writes down what it
/// wants.
struct Bench {
    var machine: TravelMachine
    private(set) var now: Duration = .seconds(100)
    private(set) var actions: [TravelAction] = []
    /// Timers that are set, with the time at which they fire.
    private(set) var timers: [TravelTimer: Duration] = [:]
    private(set) var completions: [OperationID: [Result<OperationResult, OysterSDKError>]] = [:]
    let entry: JSONObject

    init(_ world: TestWorld = .adventure, timeout: Duration = .seconds(30)) {
        machine = TravelMachine(
            settings: .init(callbackTimeout: timeout, pollInterval: .seconds(2))
        )
        entry = world.entry
    }

    /// Passes an input to the machine; returns the actions.
    @discardableResult mutating func send(_ input: TravelInput) -> [TravelAction] {
        let wanted = machine.handle(input, at: InputTime(now: now, wallClockMs: wallClockMs))
        for action in wanted {
            switch action {
            case .setTimer(let timer, let delay): timers[timer] = now + delay
            case .cancelTimer(let timer): timers[timer] = nil
            case .complete(let operation, let result):
                completions[operation, default: []].append(result)
            default: break
            }
        }
        actions += wanted
        return wanted
    }

    var wallClockMs: Int64 { 1_788_429_600_000 + (now - .seconds(100)).wholeMilliseconds }

    /// Advances the time and fires due timers; equal times in `CaseIterable` order.
    mutating func pass(_ time: Duration) {
        let goal = now + time
        while let (timer, due) = earliest, due <= goal {
            now = max(now, due)
            timers[timer] = nil
            send(.timer(timer))
        }
        now = goal
    }

    /// The timer that fires next.
    var earliest: (timer: TravelTimer, due: Duration)? {
        let order = TravelTimer.allCases
        let next = order.compactMap { timer in timers[timer].map { (timer, $0) } }
            .min { $0.1 < $1.1 }
        return next.map { (timer: $0.0, due: $0.1) }
    }

    /// Advances the time without firing a timer.
    mutating func wait(_ time: Duration) { now += time }

    mutating func forgetActions() { actions = [] }

    /// Whether the machine remembers a secret of the rtcConfig.
    var holdsSecrets: Bool { String(reflecting: machine).contains("rtc-secret") }

    /// Whether the server refused the end for good.
    var isEndRefused: Bool {
        actions.contains { action in
            guard case .log(_, let text) = action else { return false }
            return text.hasSuffix("The server is not asked again.")
        }
    }

    /// Whether calls of end() on a travel that is over wait for the server.
    var pendingEnds: Bool { machine.hasWaitingEnds }
}

/// Summaries of the recorded actions.
extension Bench {
    var statuses: [OysterTravelStatus] {
        actions.compactMap { action in
            if case .emit(.statusChanged(let status)) = action { status } else { nil }
        }
    }

    var errors: [OysterSDKError] {
        actions.compactMap { action in
            if case .emit(.error(let error)) = action { error } else { nil }
        }
    }

    var requests: [TravelRequest] { actions.requests }

    /// The code with which an operation completed, 0 for success, nil while pending.
    func code(_ operation: OperationID) -> Int? {
        switch completions[operation]?.first {
        case nil: nil
        case .success: 0
        case .failure(let error): error.code
        }
    }

    func value(_ operation: OperationID) -> OperationResult? {
        try? completions[operation]?.first?.get()
    }

    func error(_ operation: OperationID) -> OysterSDKError? {
        guard case .failure(let error)? = completions[operation]?.first else { return nil }
        return error
    }

    func count(_ request: TravelRequest) -> Int { requests.count { $0 == request } }
}

extension [TravelAction] {
    var requests: [TravelRequest] {
        compactMap { action in
            if case .request(let request) = action { request } else { nil }
        }
    }
}
