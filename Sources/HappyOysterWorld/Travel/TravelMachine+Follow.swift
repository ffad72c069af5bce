// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

/// Host and server converge: a state that the server keeps reporting is adopted.
///
/// Source: ours. The answer to an operation may be lost, and a server may pause or resume a travel
/// by itself.
extension TravelMachine {
    /// Compares a polled status with the travel's own.
    mutating func follow(_ status: TravelStatusAnswer.Status, asked: Duration) {
        switch phase {
        case .running:
            let isAdopted = serverState.polled(
                isContrary: status == .paused,
                asked: asked,
                isUncertain: isPauseUncertain
            )
            if isAdopted { confirmPause([]) }
        case .pausing(let pausing): follow(status, pausing, asked: asked)
        case .paused(var paused):
            paused.isServerRunning = serverState.polled(
                isContrary: status == .running,
                asked: asked,
                isUncertain: paused.isResumeUncertain
            )
            phase = .paused(paused)
            followRunning(paused)
        case .idle, .entering, .connecting, .reopening, .ending, .over: break
        }
    }

    /// A poll that was asked after the request confirms a pause; a server that keeps reporting
    /// `running` after the bound has dropped it.
    private mutating func follow(
        _ status: TravelStatusAnswer.Status,
        _ pausing: Pausing,
        asked: Duration
    ) {
        if status == .paused {
            if asked >= pausing.requestedAt { confirmPause(pausing.operations) }
            return
        }
        guard asked >= pausing.requestedAt + settings.confirmationTime else { return }
        let isAdopted = serverState.polled(
            isContrary: status == .running,
            asked: asked,
            isUncertain: false
        )
        if isAdopted { runOn(pausing) }
    }

    private mutating func runOn(_ pausing: Pausing) {
        actions.append(.cancelTimer(.confirmation))
        if pausing.isStreamGone {
            actions.append(.leave)
            return rejoin(.resume([]))
        }
        move(to: .running(isReconnecting: pausing.isReconnecting))
        if pausing.isReconnecting { awaitStream() }
        sendNextInstruction()
    }

    /// The channel is joined again after the rest of the settle time, as by a resume.
    private mutating func followRunning(_ paused: Paused) {
        let settled = paused.confirmedAt + settings.settleTime
        if !paused.isServerRunning {
            actions.append(.cancelTimer(.barrier))
        } else if settled > moment.now {
            actions.append(.setTimer(.barrier, settled - moment.now))
        } else {
            rejoinAsServer()
        }
    }

    mutating func rejoinAsServer() {
        guard case .paused(let paused) = phase, paused.isServerRunning else { return }
        rejoin(.resume([]))
    }
}
