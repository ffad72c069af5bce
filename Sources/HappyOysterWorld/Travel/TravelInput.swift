// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore
package import HappyOysterStream

/// Names an operation that a host waits for.
package typealias OperationID = UInt64

/// The moment of an input: monotonic for deciding, wall clock for telling.
package struct Moment: Equatable, Sendable {
    package let now: Duration
    package let wallClockMs: Int64

    package init(now: Duration, wallClockMs: Int64) {
        self.now = now
        self.wallClockMs = wallClockMs
    }
}

/// What a travel can be told.
package enum TravelInput: Sendable {
    // By the host.
    case start(OperationID, maxExperienceTimeSec: Int?, hasToken: Bool)
    case pause(OperationID)
    case resume(OperationID)
    case rewind(OperationID, toSec: Double)
    case instruct(OperationID, String)
    case updateScript(OperationID, TravelScript)
    /// Without an operation when the handle was released.
    case end(OperationID?)
    /// The host no longer waits for an operation.
    case cancel(OperationID)
    /// The engine has a newer token.
    case tokenUpdated

    // By the service.
    case gateChecked(OysterSDKError?)
    /// The stream engine is ready, or why it is not.
    case streamPrepared(OysterSDKError?)
    /// The gate closed while the travel is in flight.
    case gateClosed(OysterSDKError)
    case entered(Result<EnterTravelAnswer, OysterSDKError>)
    case polled(asked: Duration, Result<TravelStatusAnswer, OysterSDKError>)
    case pauseAnswered(OysterSDKError?)
    case resumeAnswered(OysterSDKError?)
    case rewindAnswered(Result<RewindAnswer, OysterSDKError>)
    case instructAnswered(OperationID?, String, Result<InstructAnswer, OysterSDKError>)
    case scriptAnswered(OperationID, Result<UpdateScriptAnswer, OysterSDKError>)
    case endAnswered(Result<EndAnswer, OysterSDKError>)

    // By the stream engine.
    case joinRefused(OysterSDKError)
    case stream(StreamState)
    case firstFrame
    case streamFailed(String)

    // By the clock.
    case timer(TravelTimer)
    /// The bound of start for the answer to enter-travel passed; and what the request waits for.
    case entryOverdue(missing: String?)
}

/// The timers of a travel; each runs at most once at a time.
package enum TravelTimer: Hashable, Sendable, CaseIterable {
    /// The stream engine, before enter-travel.
    case preparation
    /// The bound of start for the answer to enter-travel.
    case entry
    case join
    case firstFrame
    /// The server's time without a stream: since enter-travel, the join, or the loss of a stream.
    case noStream
    case poll
    /// Confirmation of a pause.
    case confirmation
    /// The rest of the settle time after a confirmed pause.
    case barrier
    case retry
    /// The bound of end.
    case end
    /// Until an end that the server has not confirmed is asked for again.
    case endRetry
}

/// What a travel wants done.
package enum TravelAction: Equatable, Sendable {
    case checkGate
    /// Loads the stream engine and asks whether it can run.
    case prepareStream
    case request(TravelRequest)
    /// Calls off every request but enter-travel and end.
    case cancelRequests
    /// Nothing waits for the answer to enter-travel: the travel that it names is to be ended.
    case abandonEntry
    /// Calls off one request, if it is on its way.
    case cancelRequest(TravelRequestName)
    case setTimer(TravelTimer, Duration)
    case cancelTimer(TravelTimer)
    case join(EnterTravelAnswer)
    case leave
    /// No command is taken any more; one that waits is dropped.
    case stopCommands
    case emit(TravelNotice)
    case complete(OperationID, Result<OysterResult, OysterSDKError>)
    /// The travel is over: ticket and RTC secrets go.
    case forgetSecrets
    case log(OysterLogLevel, String)
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

/// Names a request that a host may call off.
package enum TravelRequestName: Hashable, Sendable {
    case enterTravel
    case pause
    /// Resume and rewind: never both at a time.
    case reopening
    /// An instruction or a script, by its operation.
    case text(OperationID)
}

extension TravelRequest {
    /// Nil for what no host waits for, and for end, which must arrive.
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

/// What a poll tells the server about the client's stream.
///
/// Source: Open API `travels/status`.
package struct Heartbeat: Equatable, Sendable {
    package let clientStreamStatus: String
    /// Milliseconds since 1970 when that status began.
    package let sinceMs: Int64
}

/// What listeners are told.
package enum TravelNotice: Equatable, Sendable {
    case statusChanged(OysterTravelStatus)
    case error(OysterSDKError)
    case infoReady(OysterStartTravelData)
    case firstFrameGenerated(String)
    case updated(TravelUpdate)
}
