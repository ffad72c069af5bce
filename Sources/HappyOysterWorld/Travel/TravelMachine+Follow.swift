// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

/// The travel adopts a state that the server keeps reporting.
///
/// Source: ours. The answer to an operation may be lost, and a server may pause or resume a travel
/// by itself.
extension TravelMachine.Step {
    /// Compares a polled status with the travel's own.
    mutating func follow(_ status: TravelStatusAnswer.Status, asked: Duration) {
        guard var active = state.active else { return }
        switch active.playback {
        case .running:
            let isAdopted = active.serverState.polled(
                isContrary: status == .paused,
                asked: asked,
                isUncertain: active.isPauseUncertain
            )
            state.active = active
            if isAdopted { confirmPause([]) }
        case .pausing(let pausing): follow(status, pausing, asked: asked)
        case .paused(var paused):
            paused.isServerRunning = active.serverState.polled(
                isContrary: status == .running,
                asked: asked,
                isUncertain: paused.isResumeUncertain
            )
            active.playback = .paused(paused)
            state.active = active
            followRunning(paused)
        case .connecting, .reopening: break
        }
    }

    /// Confirms a pause by a poll that was sent after the request; drops the pause when the server
    /// keeps reporting `running` after the confirmation time.
    private mutating func follow(
        _ status: TravelStatusAnswer.Status,
        _ pausing: TravelMachine.Pausing,
        asked: Duration
    ) {
        if status == .paused {
            if asked >= pausing.requestedAt { confirmPause(pausing.operations) }
            return
        }
        guard asked >= pausing.requestedAt + settings.confirmationTime,
            var serverState = state.active?.serverState
        else { return }
        let isAdopted = serverState.polled(
            isContrary: status == .running,
            asked: asked,
            isUncertain: false
        )
        state.active?.serverState = serverState
        if isAdopted { dropPause(pausing) }
    }

    private mutating func dropPause(_ pausing: TravelMachine.Pausing) {
        actions.append(.cancelTimer(.confirmation))
        if pausing.isStreamGone {
            actions.append(.leave)
            return rejoin(.resume([]))
        }
        play(.running(isReconnecting: pausing.isReconnecting))
        if pausing.isReconnecting { awaitStream() }
        sendNextInstruction()
    }

    /// Joins the channel again after the rest of the settle time, as a resume does.
    private mutating func followRunning(_ paused: TravelMachine.Paused) {
        let settled = paused.confirmedAt + settings.settleTime
        if paused.isServerRunning, settled > time.now {
            actions.append(.setTimer(.barrier, settled - time.now))
        } else {
            actions.append(.cancelTimer(.barrier))
            if paused.isServerRunning { rejoin(.resume([])) }
        }
    }
}
