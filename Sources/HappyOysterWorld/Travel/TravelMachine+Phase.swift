// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

extension TravelMachine {
    /// Where a travel is in its life; each phase holds the data that exist in it.
    enum Phase {
        case idle
        /// Start, until the server has answered enter-travel.
        case entering(Entering)
        /// The server has the travel, and nothing has ended it.
        case active(Active)
        case ending(Ending)
        case over(Over)
    }

    struct Entering {
        let operation: OperationID
        let maxExperienceTimeSec: Int?
        var progress = Progress.checkingGate

        enum Progress {
            case checkingGate
            case preparingStream
            /// enter-travel is in flight; the feature gate may have closed meanwhile.
            case requested(gateRefusal: OysterSDKError?)
        }

        var isRequested: Bool {
            if case .requested = progress { true } else { false }
        }
    }

    /// The travel on the server.
    struct Entered {
        /// The answer to start; every join uses its rtcConfig.
        let answer: EnterTravelAnswer
        /// When the answer came.
        let time: Duration
        var update = TravelUpdate()
    }

    struct Active {
        var travel: Entered
        var playback: Playback
        var clientStream: ClientStream
        /// Lists of an earlier poll are older than the newest resume or rewind.
        var listsSince: Duration = .zero
        /// The server may have accepted a pause whose answer never came.
        var isPauseUncertain = false
        var instructions = InstructionQueue()
        /// Operations that do not change the playback: instructions and scripts in flight.
        var concurrentOperations: [OperationID: OperationName] = [:]
        var serverState = ServerState()
        var outage = PollOutage()
        var polling = Polling()
    }

    /// The client's stream as heartbeats report it.
    struct ClientStream {
        private(set) var status: String
        /// Milliseconds since 1970 when that status began.
        private(set) var sinceMs: Int64

        init(_ status: String, sinceMs: Int64) {
            self.status = status
            self.sinceMs = sinceMs
        }

        mutating func change(to status: String, at time: InputTime) {
            if status != self.status { self = ClientStream(status, sinceMs: time.wallClockMs) }
        }
    }

    /// What an active travel plays.
    enum Playback {
        /// Joining or joined, for the first time or again; no frame yet.
        case connecting(Connecting)
        case running(isReconnecting: Bool)
        case pausing(Pausing)
        case paused(Paused)
        /// Resume or rewind, until the server has accepted.
        case reopening(Reopening)
    }

    struct Connecting {
        var reason: Reason
        var isJoined = false

        enum Reason {
            /// Without an operation when the host cancelled it.
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
        /// The stream engine reconnects.
        var isReconnecting = false
        /// The stream ended after the pause was accepted.
        var isStreamGone = false
    }

    struct Paused {
        let confirmedAt: Duration
        /// The server may have accepted a resume whose answer never came.
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
        /// Whether the request is in flight; otherwise a timer runs until it is sent.
        var isRequested = false
    }

    struct Ending {
        var operations: [OperationID]
        /// The status before the end, which stays until the travel is over.
        let status: OysterTravelStatus
        var server: Server

        enum Server {
            /// The answer to enter-travel brings the id, which the request to end needs.
            case awaitingEntry
            case requested(Entered, EndRequest)
        }
    }

    struct Over {
        var data: OysterEndTravelData
        /// The data of start; nil when no answer to start has come.
        var info: OysterStartTravelData?
        let update: TravelUpdate
        /// Why the feature gate ended the travel.
        let gateRefusal: OysterSDKError?
        var end: EndOnServer
    }

    /// How far the end has come on the server after the travel is over.
    enum EndOnServer {
        /// The server has nothing to end, as far as the library knows.
        case unnecessary
        case confirmed
        /// The server refused for good.
        case refused
        /// The library asks for the end in the background.
        case requested(EndRequest)
        /// The library stopped asking; a later end() asks again.
        case expired(failCode: String?)
    }
}
