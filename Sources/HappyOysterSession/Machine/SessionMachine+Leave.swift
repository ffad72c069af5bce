// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

/// The end of a connection by the host: disconnect and release.
extension SessionMachine.State {
    /// Bound of what waits and the leave.
    private static let leaveBound: Duration = .seconds(5)
    /// Bound of a leave without a connection to the server.
    private static let offlineBound: Duration = .seconds(2)

    mutating func disconnect(_ operation: OperationID) throws(OysterSDKError) {
        switch phase {
        case .notConnected, .disconnecting:
            throw refusal(
                OysterErrorCode.sessionNotConnected,
                .disconnect,
                cause: "the status is \(status.rawValue)"
            )
        case .failed: throw refusal(OysterErrorCode.sessionStateFailed, .disconnect)
        case .connecting, .connected, .reconnecting: leave(operation)
        }
    }

    /// Leaves the session; without an operation for a host that has released it.
    mutating func leave(_ operation: OperationID?) {
        switch phase {
        case .notConnected, .disconnecting, .failed: break
        case .connecting: stopConnecting(operation)
        case .connected(let member):
            cancelTimers([.idle, .ping, .poll])
            startLeaving(member, operation, isLastTry: false)
        case .reconnecting(let outage):
            act(.cancel(.events))
            act(.cancel(.resume))
            cancelTimers([.opening, .hello, .reconnect, .grace])
            startLeaving(outage.member, operation, isLastTry: true)
        }
    }

    /// There is no connection that others have seen: no `disconnected` follows.
    private mutating func stopConnecting(_ operation: OperationID?) {
        guard let connect = abandonConnect() else { return }
        move(to: .notConnected)
        act(.complete(connect, .failure(refusal(OysterErrorCode.aborted, .connect))))
        if let operation { act(.complete(operation, .success(.sessionDisconnected))) }
    }

    private mutating func startLeaving(
        _ member: SessionMachine.Member,
        _ operation: OperationID?,
        isLastTry: Bool
    ) {
        var member = member
        let withdrawn = isLastTry ? member.queue.withdraw(all: true) : []
        _ = member.queue.append(.leave)
        move(
            to: .disconnecting(
                SessionMachine.Leaving(
                    member: member,
                    operation: operation,
                    isLastTry: isLastTry
                )
            )
        )
        finish(withdrawn: withdrawn)
        act(.setTimer(.leave, isLastTry ? Self.offlineBound : Self.leaveBound))
        pump()
    }

    /// A post failed while the library leaves: what waits is dropped, and the leave is tried once more.
    mutating func leavePostFailed(_ failure: SessionFailure) {
        guard case .disconnecting(var leaving) = phase else { return }
        guard !leaving.isLastTry, !failure.isFinalForLeave else { return finishLeaving(.client) }
        leaving.isLastTry = true
        let withdrawn = leaving.member.queue.withdraw(all: true)
        phase = .disconnecting(leaving)
        finish(withdrawn: withdrawn)
        act(.setTimer(.leave, Self.offlineBound))
        pump()
    }

    mutating func leaveTimedOut() {
        guard case .disconnecting = phase else { return unexpected("the bound of a leave") }
        log("the session server did not confirm the leave in time", .info)
        finishLeaving(.client)
    }

    mutating func finishLeaving(_ reason: OysterSessionReason) {
        guard case .disconnecting(let leaving) = phase else { return }
        let withdrawn = close()
        move(to: .notConnected)
        finish(withdrawn: withdrawn)
        act(.emit(.disconnected(reason)))
        if let operation = leaving.operation {
            act(.complete(operation, .success(.sessionDisconnected)))
        }
    }
}

extension SessionFailure {
    /// Whether a repeated leave would get the same answer: the connection does not exist any more.
    fileprivate var isFinalForLeave: Bool { end != nil || wantsResume }
}
