// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterStream

/// The reports of the stream engine.
extension TravelMachine.Step {
    mutating func streamChanged(_ stream: StreamState) {
        guard isInChannel else { return unexpected("the stream's state \(stream)") }
        state.active?.clientStream.change(to: stream.spelling, at: time)
        switch stream {
        case .connecting, .buffering: break
        case .connected: joined()
        case .playing: playsAgain()
        case .reconnecting: reconnecting()
        case .disconnected: streamFailed("the stream disconnected")
        }
    }

    private var isInChannel: Bool { state.active?.playback.isInChannel ?? false }

    private mutating func joined() {
        guard let active = state.active, case .connecting(var connecting) = active.playback,
            !connecting.isJoined
        else { return }
        connecting.isJoined = true
        state.active?.playback = .connecting(connecting)
        actions.append(.cancelTimer(.join))
        actions.append(.cancelTimer(.noStream))
        // Both times run from here. When they are equal the server's time gives the code, since the
        // server ends the travel as well.
        let noStreamTimeout = active.travel.answer.noStreamTimeout
        if noStreamTimeout <= settings.callbackTimeout {
            actions.append(.setTimer(.noStream, noStreamTimeout))
        } else {
            actions.append(.setTimer(.firstFrame, settings.callbackTimeout))
        }
    }

    mutating func firstFrame() {
        guard isInChannel else { return unexpected("a first frame") }
        guard case .connecting(let connecting)? = state.active?.playback else {
            return playsAgain()
        }
        state.active?.clientStream.change(to: StreamState.playing.spelling, at: time)
        for timer in [TravelTimer.join, .firstFrame, .noStream] {
            actions.append(.cancelTimer(timer))
        }
        play(.running(isReconnecting: false))
        switch connecting.reason {
        case .start(let operation):
            if let operation, let info = state.info { succeed(operation, .started(info)) }
        case .resume(let operations):
            for operation in operations { succeed(operation, stateResult) }
        case .rewind(let operation, let answer):
            let data = OysterRewindTravelData(
                encryptedTravelId: state.travelId,
                status: state.status,
                resumedAtSec: answer.resumedAtSec
            )
            if let operation { succeed(operation, .rewound(data)) }
        }
        sendNextInstruction()
    }

    mutating func reconnecting() {
        noteWhilePausing(isReconnecting: true)
        guard case .running(isReconnecting: false)? = state.active?.playback else { return }
        play(.running(isReconnecting: true))
        awaitStream()
    }

    /// Waits for a lost stream for as long as the server does.
    mutating func awaitStream() {
        guard let active = state.active else { return }
        actions.append(.setTimer(.noStream, active.travel.answer.noStreamTimeout))
    }

    private mutating func playsAgain() {
        noteWhilePausing(isReconnecting: false)
        guard case .running(isReconnecting: true)? = state.active?.playback else { return }
        actions.append(.cancelTimer(.noStream))
        play(.running(isReconnecting: false))
        sendNextInstruction()
    }

    /// During a pause the stream's state matters only if the server drops the pause.
    private mutating func noteWhilePausing(isReconnecting: Bool) {
        guard case .pausing(var pausing)? = state.active?.playback else { return }
        pausing.isReconnecting = isReconnecting
        state.active?.playback = .pausing(pausing)
    }

    mutating func joinRefused(_ error: OysterSDKError) {
        switch state.phase {
        case .active(let active):
            guard case .connecting = active.playback else { return unexpected("a refused join") }
            fail(error)
        case .ending, .over: break  // the end came before the refusal
        case .idle, .entering: unexpected("a refused join")
        }
    }

    mutating func streamFailed(_ message: String) {
        guard let active = state.active else { return unexpected("the stream's end") }
        switch active.playback {
        // The server paused by itself and closes the channel.
        case .running where active.serverState.contrary > 0: return confirmPause([])
        // Once a pause was accepted the server may close the channel before it confirms.
        case .pausing(var pausing) where pausing.isAccepted:
            pausing.isStreamGone = true
            state.active?.playback = .pausing(pausing)
        case .connecting, .running, .pausing:
            fail(
                OysterSDKError(
                    OysterErrorCode.realtimeConnectFailed,
                    cause: message,
                    diagnostics: ErrorDiagnostics(message: message)
                )
            )
        case .paused, .reopening: unexpected("the stream's end")
        }
    }

    // MARK: Bounds

    mutating func joinTimedOut(pending: String?) {
        guard case .connecting? = state.active?.playback else {
            return unexpected("the bound of the join")
        }
        let reason = pending.map { "; \($0) was not answered" } ?? ""
        fail(
            OysterErrorCode.realtimeJoinTimeout,
            cause: "the stream engine was not connected within \(state.callbackBound)\(reason)"
        )
    }

    mutating func firstFrameTimedOut() {
        guard case .connecting? = state.active?.playback else {
            return unexpected("the bound of the first frame")
        }
        fail(
            OysterErrorCode.firstFrameTimeout,
            cause: "no frame came within \(state.callbackBound) after joining"
        )
    }

    /// Fails a travel without a stream; the fail code informs the server of the reason.
    mutating func noStream() {
        guard let active = state.active else { return unexpected("the server's no-stream bound") }
        let bound = active.travel.answer.noStreamTimeout.wholeMilliseconds
        fail(
            OysterSDKError(
                OysterErrorCode.streamAutoEnd,
                cause: "no video played within \(bound) ms (the server's noStreamAutoEndTimeoutSec)"
            ),
            failCode: "TRAVEL_NO_STREAM_AUTO_END"
        )
    }
}
