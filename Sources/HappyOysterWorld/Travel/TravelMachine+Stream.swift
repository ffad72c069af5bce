// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterStream

/// What the stream engine tells.
extension TravelMachine {
    mutating func streamChanged(_ state: StreamState) {
        tellServer(state)
        switch state {
        case .connecting: break
        case .connected: joined()
        case .playing: playsAgain()
        case .buffering: break
        case .reconnecting: reconnecting()
        case .disconnected: streamFailed("the stream disconnected")
        }
    }

    private mutating func tellServer(_ state: StreamState) {
        switch phase {
        case .connecting, .running, .pausing: break
        default: return
        }
        switch state {
        case .connecting: setClientStream("CONNECTING")
        case .connected: setClientStream("CONNECTED")
        case .playing: setClientStream("PLAYING")
        case .buffering: setClientStream("BUFFERING")
        case .reconnecting: setClientStream("RECONNECTING")
        case .disconnected: setClientStream("DISCONNECTED")
        }
    }

    private mutating func joined() {
        guard case .connecting(var connecting) = phase, !connecting.isJoined, let entry else {
            return
        }
        connecting.isJoined = true
        phase = .connecting(connecting)
        actions.append(.cancelTimer(.join))
        actions.append(.cancelTimer(.noStream))
        // Both times run from here. At a tie the server's own counts: it ends the travel as well.
        if entry.noStreamTimeout <= settings.callbackTimeout {
            actions.append(.setTimer(.noStream, entry.noStreamTimeout))
        } else {
            actions.append(.setTimer(.firstFrame, settings.callbackTimeout))
        }
    }

    mutating func firstFrame() {
        guard case .connecting(let connecting) = phase else { return playsAgain() }
        setClientStream("PLAYING")
        for timer in [TravelTimer.join, .firstFrame, .noStream] {
            actions.append(.cancelTimer(timer))
        }
        move(to: .running(isReconnecting: false))
        switch connecting.reason {
        case .start(let operation):
            if let operation, let info { succeed(operation, .started(info)) }
        case .resume(let operations):
            for operation in operations { succeed(operation, stateResult) }
        case .rewind(let operation, let answer):
            let data = OysterRewindTravelData(
                encryptedTravelId: info?.encryptedTravelId ?? "",
                status: status,
                resumedAtSec: answer.resumedAtSec
            )
            if let operation { succeed(operation, .rewound(data)) }
        }
        sendNextInstruction()
    }

    mutating func reconnecting() {
        notePausing(isReconnecting: true)
        guard case .running(false) = phase else { return }
        move(to: .running(isReconnecting: true))
        awaitStream()
    }

    /// Waits for a lost stream for as long as the server does.
    mutating func awaitStream() {
        guard let entry else { return }
        actions.append(.setTimer(.noStream, entry.noStreamTimeout))
    }

    private mutating func playsAgain() {
        notePausing(isReconnecting: false)
        guard case .running(true) = phase else { return }
        actions.append(.cancelTimer(.noStream))
        move(to: .running(isReconnecting: false))
        sendNextInstruction()
    }

    /// While a pause is under way the stream's state matters only if the travel runs on.
    private mutating func notePausing(isReconnecting: Bool) {
        guard case .pausing(var pausing) = phase else { return }
        pausing.isReconnecting = isReconnecting
        phase = .pausing(pausing)
    }

    mutating func joinRefused(_ error: OysterSDKError) {
        guard case .connecting = phase else { return }
        fail(error)
    }

    mutating func streamFailed(_ message: String) {
        switch phase {
        // The server paused by itself and closes the room.
        case .running where serverState.contrary > 0: return confirmPause([])
        case .connecting, .running: break
        // Once a pause was accepted the server may close the room before it confirms.
        case .pausing(var pausing) where pausing.isAccepted:
            pausing.isStreamGone = true
            phase = .pausing(pausing)
            return
        case .pausing: break
        default: return
        }
        fail(
            OysterSDKError(
                OysterErrorCode.realtimeConnectFailed,
                cause: message,
                raw: ErrorDiagnostics(message: message)
            )
        )
    }

    /// Too long without a stream: the server is told why the travel ends.
    mutating func noStream() {
        let bound = entry.map { "\($0.noStreamTimeout.wholeMilliseconds) ms" } ?? "its bound"
        fail(
            OysterSDKError(
                OysterErrorCode.streamAutoEnd,
                cause: "no video played within \(bound) (the server's noStreamAutoEndTimeoutSec)"
            ),
            failCode: "TRAVEL_NO_STREAM_AUTO_END"
        )
    }
}
