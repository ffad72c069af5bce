// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore

/// What is visible from outside, and the two ways to change it.
extension TravelMachine {
    package var status: OysterTravelStatus {
        switch phase {
        case .idle: .idle
        case .entering, .connecting: .prepare
        case .running(let isReconnecting): isReconnecting ? .prepare : .running
        case .pausing(let pausing): pausing.isAccepted ? .pausing : .running
        case .paused, .reopening: .paused
        case .ending(let ending): ending.status
        case .over(let data): data.status
        }
    }

    /// Whether the end was asked for, by whomever, or has been reached.
    package var isEndingOrOver: Bool {
        switch phase {
        case .ending, .over: true
        default: false
        }
    }

    /// Start's data, once the server answered.
    package var info: OysterStartTravelData? { entry?.travel }

    /// Whether requests about this travel make sense.
    var isInFlight: Bool {
        switch phase {
        case .idle, .entering, .ending, .over: false
        case .connecting, .running, .pausing, .paused, .reopening: true
        }
    }

    /// The state in which the travel stays until something happens; nil while an operation is in
    /// flight.
    var settledState: ServerState.Settled? {
        switch phase {
        case .running: .running
        case .pausing(let pausing): pausing.isStalled ? .pausing : nil
        case .paused: .paused
        case .idle, .entering, .connecting, .reopening, .ending, .over: nil
        }
    }

    /// Changes the phase and tells listeners when the status changed with it.
    mutating func move(to next: Phase) {
        let before = status
        phase = next
        if status != before { actions.append(.emit(.statusChanged(status))) }
    }

    mutating func succeed(_ operation: OperationID, _ result: OysterResult) {
        actions.append(.complete(operation, .success(result)))
    }

    mutating func refuse(_ operation: OperationID, _ kind: OysterOperation, _ code: Int) {
        if code == OysterErrorCode.featureGateDisabled, let switchedOff {
            return refuse(operation, switchedOff.during(kind))
        }
        refuse(operation, refusal(kind, code))
    }

    mutating func refuse(_ operation: OperationID, _ error: OysterSDKError) {
        actions.append(.complete(operation, .failure(error)))
    }

    /// Result of pause and resume.
    var stateResult: OysterResult {
        .state(
            OysterTravelStateData(
                encryptedTravelId: info?.encryptedTravelId ?? "",
                status: status
            )
        )
    }

    mutating func setClientStream(_ status: String) {
        guard clientStream.status != status else { return }
        clientStream = (status, moment.wallClockMs)
    }
}
