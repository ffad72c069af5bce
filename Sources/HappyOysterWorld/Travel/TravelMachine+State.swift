// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

extension TravelMachine {
    /// What a travel remembers between two inputs.
    struct State {
        let settings: Settings
        var phase = Phase.idle
    }
}

extension TravelMachine.State {
    var status: OysterTravelStatus {
        switch phase {
        case .idle: .idle
        case .entering: .prepare
        case .active(let active): active.playback.status
        case .ending(let ending): ending.status
        case .over(let over): over.data.status
        }
    }

    /// Whether the end was requested or reached.
    var isEndingOrOver: Bool {
        switch phase {
        case .ending, .over: true
        case .idle, .entering, .active: false
        }
    }

    /// The data of the active phase; nil in every other phase, where setting has no effect.
    var active: TravelMachine.Active? {
        get { if case .active(let active) = phase { active } else { nil } }
        set { if case .active = phase, let newValue { phase = .active(newValue) } }
    }

    /// The travel on the server; nil before start is answered, and after the travel is over.
    private var travel: TravelMachine.Entered? {
        switch phase {
        case .active(let active): active.travel
        case .ending(let ending): ending.travel
        case .idle, .entering, .over: nil
        }
    }

    /// The data of start, once the server answered.
    var info: OysterStartTravelData? {
        if case .over(let over) = phase { over.info } else { travel?.answer.travel }
    }

    /// The id for results; empty when the server has no travel.
    var travelId: String { info?.encryptedTravelId ?? "" }

    /// The time since the server answered start; zero without a travel on the server.
    func elapsed(at now: Duration) -> Duration { travel.map { now - $0.time } ?? .zero }

    private var update: TravelUpdate {
        if case .over(let over) = phase { over.update } else { travel?.update ?? TravelUpdate() }
    }

    /// Why the feature gate ended the travel.
    var gateRefusal: OysterSDKError? {
        if case .over(let over) = phase { over.gateRefusal } else { nil }
    }

    /// The end that the library asks for; outlives the travel.
    var endRequest: TravelMachine.EndRequest? {
        switch phase {
        case .ending(let ending):
            if case .requested(_, let request) = ending.server { request } else { nil }
        case .over(let over):
            if case .requested(let request) = over.end { request } else { nil }
        case .idle, .entering, .active: nil
        }
    }

    var snapshot: TravelSnapshot {
        var snapshot = TravelSnapshot()
        snapshot.status = status
        snapshot.isEndingOrOver = isEndingOrOver
        snapshot.info = info
        snapshot.update = update
        snapshot.possible = Set(OysterAction.allCases.filter(can))
        return snapshot
    }

    /// Every pending operation with its kind, but for those of end.
    var pendingOperations: [(OperationID, OperationName)] {
        switch phase {
        case .entering(let entering): [(entering.operation, .start)]
        case .active(let active):
            active.playback.operations
                + active.concurrentOperations.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        case .idle, .ending, .over: []
        }
    }
}

extension TravelMachine.Ending {
    var travel: TravelMachine.Entered? {
        if case .requested(let travel, _) = server { travel } else { nil }
    }
}

extension TravelMachine.Playback {
    var status: OysterTravelStatus {
        switch self {
        case .connecting: .prepare
        case .running(let isReconnecting): isReconnecting ? .prepare : .running
        case .pausing(let pausing): pausing.isAccepted ? .pausing : .running
        case .paused, .reopening: .paused
        }
    }

    /// The state in which the travel stays without an operation in flight; nil during an operation.
    var settled: ServerState.Settled? {
        switch self {
        case .running: .running
        case .pausing(let pausing): pausing.isStalled ? .pausing : nil
        case .paused: .paused
        case .connecting, .reopening: nil
        }
    }

    /// Whether the channel is joined or being joined, so that the stream engine reports.
    var isInChannel: Bool {
        switch self {
        case .connecting, .running, .pausing: true
        case .paused, .reopening: false
        }
    }

    /// The operations that wait for a change of playback.
    fileprivate var operations: [(OperationID, OperationName)] {
        switch self {
        case .connecting(let connecting):
            switch connecting.reason {
            case .start(let operation): operation.map { [($0, .start)] } ?? []
            case .resume(let operations): operations.map { ($0, .resume) }
            case .rewind(let operation, _): operation.map { [($0, .rewind)] } ?? []
            }
        case .pausing(let pausing): pausing.operations.map { ($0, .pause) }
        case .reopening(let reopening):
            switch reopening.kind {
            case .resume(let operations): operations.map { ($0, .resume) }
            case .rewind(let operation, _): operation.map { [($0, .rewind)] } ?? []
            }
        case .running, .paused: []
        }
    }
}
