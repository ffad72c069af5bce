// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore
package import HappyOysterStream

/// The time of an input: monotonic for decisions, wall clock for texts.
package struct InputTime: Equatable, Sendable {
    package let now: Duration
    package let wallClockMs: Int64

    package init(now: Duration, wallClockMs: Int64) {
        self.now = now
        self.wallClockMs = wallClockMs
    }
}

/// What can happen to a travel.
package enum TravelInput: Sendable {
    // From the host.
    case start(OperationID, maxExperienceTimeSec: Int?, hasToken: Bool)
    case pause(OperationID)
    case resume(OperationID)
    case rewind(OperationID, toSec: Double)
    case instruct(OperationID, String)
    case updateScript(OperationID, TravelScript)
    /// Without an operation when the host released the travel.
    case end(OperationID?)
    /// The host no longer waits for an operation.
    case cancel(OperationID)
    /// The engine has a newer token.
    case tokenUpdated

    // From the service.
    case gateChecked(OysterSDKError?)
    /// The stream engine is ready, or the reason why it is not.
    case streamPrepared(OysterSDKError?)
    /// The feature gate closed; reported to every travel of the engine.
    case gateClosed(OysterSDKError)
    case entered(Result<EnterTravelAnswer, OysterSDKError>)
    case polled(asked: Duration, Result<TravelStatusAnswer, OysterSDKError>)
    case pauseAnswered(OysterSDKError?)
    case resumeAnswered(OysterSDKError?)
    case rewindAnswered(Result<RewindAnswer, OysterSDKError>)
    case instructAnswered(OperationID?, String, Result<InstructAnswer, OysterSDKError>)
    case scriptAnswered(OperationID, Result<UpdateScriptAnswer, OysterSDKError>)
    case endAnswered(Result<EndAnswer, OysterSDKError>)

    // From the stream engine.
    case joinRefused(OysterSDKError)
    case stream(StreamState)
    case firstFrame
    case streamFailed(String)

    // From the clock.
    /// `missing` is what the step still waits for, where the driver knows it: the part of
    /// enter-travel, or the stream engine's request.
    case timer(TravelTimer, missing: String? = nil)
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
    /// Until the next request for an end that the server has not confirmed.
    case endRetry
}
