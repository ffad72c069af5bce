// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterStream

/// The life of one travel: decides everything, does nothing.
///
/// Inputs come one at a time; each returns what to do, in order. No clock, lock or I/O inside.
/// Source of behaviour: iOS SDK reference 1.0.3 and `wire.md` section 5, iOS column; where those
/// are silent, `docs/architecture.md` tells our choices.
package struct TravelMachine {
    package struct Settings: Sendable {
        package var callbackTimeout: Duration
        package var pollInterval: Duration
        /// Settle time between a confirmed pause and the request that reopens the room.
        package var settleTime: Duration = .seconds(3)
        /// How long the server may take to confirm a pause before its word `running` counts again.
        package var confirmationTime: Duration = .seconds(10)
        package var retryDelays: [Duration] = [.seconds(1), .seconds(2), .seconds(3)]

        package init(callbackTimeout: Duration, pollInterval: Duration) {
            self.callbackTimeout = callbackTimeout
            self.pollInterval = pollInterval
        }
    }

    enum Phase {
        case idle
        /// Gate and enter-travel.
        case entering(Entering)
        /// Joined or joining, first or again; no frame yet.
        case connecting(Connecting)
        case running(isReconnecting: Bool)
        case pausing(Pausing)
        case paused(Paused)
        /// Resume or rewind, until the server has accepted.
        case reopening(Reopening)
        case ending(Ending)
        case over(OysterEndTravelData)
    }

    struct Entering {
        let operation: OperationID
        let maxExperienceTimeSec: Int?
        /// The gate is open; the stream engine is being prepared, or is ready.
        var isPreparing = false
        var isRequested = false
        /// The gate closed while enter-travel was on its way.
        var gateRefusal: OysterSDKError?
    }

    struct Connecting {
        var reason: Reason
        var isJoined = false

        enum Reason {
            /// Without an operation when nobody waits any more.
            case start(OperationID?)
            case resume([OperationID])
            case rewind(OperationID?, RewindAnswer)
        }
    }

    struct Pausing {
        var operations: [OperationID]
        let requestedAt: Duration
        var isAccepted = false
        /// The confirmation did not come in time.
        var isStalled = false
        /// The stream was lost and is being rebuilt.
        var isReconnecting = false
        /// The stream was lost for good after the pause was accepted.
        var isStreamGone = false
    }

    struct Paused {
        let confirmedAt: Duration
        /// A resume whose answer never came may have been accepted all the same.
        var isResumeUncertain = false
        /// The server runs: the channel is joined again once the settle time has passed.
        var isServerRunning = false
    }

    struct Reopening {
        enum Kind {
            case resume([OperationID])
            case rewind(OperationID?, toSec: Double)
        }

        var kind: Kind
        var paused: Paused
        var failures = 0
        /// Whether the request is on its way.
        var isRequested = false
    }

    struct Ending {
        var operations: [OperationID]
        let status: OysterTravelStatus
        let isWaitingForEntry: Bool
    }

    let settings: Settings
    var phase = Phase.idle
    /// What the server answered to start; its rtcConfig is dropped when the travel is over.
    var entry: EnterTravelAnswer?
    var enteredAt: Duration?
    var update = TravelUpdate()
    /// Lists that a poll asked before are older than the newest resume or rewind.
    var listsSince: Duration = .zero
    var clientStream = (status: "CONNECTING", sinceMs: Int64(0))
    /// A pause whose answer never came may have been accepted all the same.
    var isPauseUncertain = false
    var instructions = InstructionQueue()
    /// Operations that do not change the phase: instructions and scripts on their way.
    var concurrentOperations: [OperationID: OysterOperation] = [:]
    var serverState = ServerState()
    var outage = PollOutage()
    var polling = Polling()
    /// The end that the server has not confirmed yet; outlives the travel.
    var unconfirmedEnd: UnconfirmedEnd?
    /// The fail code of the newest end, for asking again.
    var endFailCode: String?
    /// Whether the server refused the end for good.
    var isEndRefused = false
    /// Why the feature gate ended the travel.
    var switchedOff: OysterSDKError?
    var moment = Moment(now: .zero, wallClockMs: 0)
    var actions: [TravelAction] = []

    package init(settings: Settings) { self.settings = settings }

    /// Takes one input and returns what to do, in order.
    package mutating func handle(_ input: TravelInput, at moment: Moment) -> [TravelAction] {
        self.moment = moment
        actions = []
        switch input {
        case .start(let operation, let seconds, let hasToken): start(operation, seconds, hasToken)
        case .pause(let operation): pause(operation)
        case .resume(let operation): resume(operation)
        case .rewind(let operation, let second): rewind(operation, second)
        case .instruct(let operation, let text): instruct(operation, text)
        case .updateScript(let operation, let script): updateScript(operation, script)
        case .end(let operation): end(operation)
        case .cancel(let operation): cancel(operation)
        case .tokenUpdated: tokenUpdated()
        case .gateChecked(let refusal): gateChecked(refusal)
        case .streamPrepared(let refusal): streamPrepared(refusal)
        case .gateClosed(let error): gateClosed(error)
        case .entered(let result): entered(result)
        case .polled(let asked, let result): polled(asked, result)
        case .pauseAnswered(let error): pauseAnswered(error)
        case .resumeAnswered(let error): resumeAnswered(error)
        case .rewindAnswered(let result): rewindAnswered(result)
        case .instructAnswered(let operation, let text, let result):
            instructAnswered(operation, text, result)
        case .scriptAnswered(let operation, let result): scriptAnswered(operation, result)
        case .endAnswered(let result): endAnswered(result)
        case .joinRefused(let error): joinRefused(error)
        case .stream(let state): streamChanged(state)
        case .firstFrame: firstFrame()
        case .streamFailed(let message): streamFailed(message)
        case .timer(let timer): fired(timer)
        case .entryOverdue(let missing): entryTimedOut(missing: missing)
        }
        // The server's state is another one than the host's, or the library's, idea of it.
        if input.isConflict { pollNow() }
        serverState.note(settledState, at: moment.now)
        return actions
    }

    private mutating func fired(_ timer: TravelTimer) {
        switch timer {
        case .preparation: preparationTimedOut()
        case .entry: entryTimedOut(missing: nil)
        case .join:
            fail(
                OysterErrorCode.realtimeJoinTimeout,
                cause: "the stream engine was not connected within \(callbackBound)"
            )
        case .firstFrame:
            fail(
                OysterErrorCode.firstFrameTimeout,
                cause: "no frame came within \(callbackBound) after joining"
            )
        case .noStream: noStream()
        case .poll: poll()
        case .confirmation: confirmationTimedOut()
        case .barrier, .retry:
            requestReopening()
            rejoinAsServer()
        case .end: endTimedOut()
        case .endRetry: requestEndAgain()
        }
    }
}
