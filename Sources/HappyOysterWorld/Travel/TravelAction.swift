// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore

/// What the driver of a travel has to do, in the order in which the machine returns it.
package enum TravelAction: Equatable, Sendable {
    /// Refuses every command from now on; a waiting command is dropped.
    ///
    /// Comes before ``publish(_:)``: when a host reads that the travel is over, no command is
    /// accepted any more.
    case stopCommands(isSwitchedOff: Bool)
    /// Replaces what other threads read of the travel.
    ///
    /// Comes before events and completions, so that a callback reads the state that it reports.
    case publish(TravelSnapshot)
    case checkGate
    /// Loads the stream engine and asks whether it can run.
    case prepareStream
    case request(TravelRequest)
    /// Cancels every request but enter-travel and end.
    case cancelRequests
    /// Ends the travel that a late answer to enter-travel names: no operation waits for it.
    case abandonEntry
    /// Cancels one request, if it is in flight.
    case cancelRequest(TravelRequestName)
    case setTimer(TravelTimer, Duration)
    case cancelTimer(TravelTimer)
    case join(EnterTravelAnswer)
    case leave
    case emit(TravelNotice)
    case complete(OperationID, Result<OperationResult, OysterSDKError>)
    /// The travel is over: the ticket and the RTC secrets are no longer needed.
    case forgetSecrets
    case log(OysterLogLevel, String)
    /// An input came that cannot happen in this phase: a bug of the library.
    case reportUnexpected(String)
}

/// A request to the service.
package enum TravelRequest: Equatable, Sendable {
    case enterTravel(maxExperienceTimeSec: Int?)
    case status(Heartbeat)
    case pause
    case resume
    case rewind(toSec: Double)
    case instruct(OperationID?, String)
    case updateScript(OperationID, TravelScript)
    case end(failCode: String?)
}

/// Names a request that a host can cancel.
package enum TravelRequestName: Hashable, Sendable {
    case enterTravel
    case pause
    /// Resume and rewind: never both at a time.
    case reopening
    /// An instruction or a script, by its operation.
    case text(OperationID)
}

extension TravelRequest {
    /// Nil for requests without an operation, and for end, which is never cancelled.
    package var name: TravelRequestName? {
        switch self {
        case .enterTravel: .enterTravel
        case .pause: .pause
        case .resume, .rewind: .reopening
        case .instruct(let operation, _): operation.map(TravelRequestName.text)
        case .updateScript(let operation, _): .text(operation)
        case .status, .end: nil
        }
    }
}

/// What a poll reports to the server about the client's stream.
///
/// Source: Open API `travels/status`.
package struct Heartbeat: Equatable, Sendable {
    package let clientStreamStatus: String
    /// Milliseconds since 1970 when that status began.
    package let sinceMs: Int64
}

/// What a listener of a travel can be notified of.
package enum TravelNotice: Equatable, Sendable {
    case statusChanged(OysterTravelStatus)
    case error(OysterSDKError)
    case infoReady(OysterStartTravelData)
    case firstFrameGenerated(String)
    case updated(TravelUpdate)
}

/// What other threads can read of a travel.
package struct TravelSnapshot: Equatable, Sendable {
    package var status = OysterTravelStatus.idle
    /// Whether the end was requested or reached.
    package var isEndingOrOver = false
    /// The data of start, once the server answered.
    package var info: OysterStartTravelData?
    package var update = TravelUpdate()
    /// Actions that would not be refused locally.
    package var possible: Set<OysterAction> = [.start, .end]

    package init() {}

    package func can(_ action: OysterAction) -> Bool { possible.contains(action) }
}
