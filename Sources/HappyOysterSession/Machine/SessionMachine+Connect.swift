// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

/// The connect, from the call to the first `hello`.
extension SessionMachine.State {
    mutating func connect(_ token: Secret, _ operation: OperationID) throws(OysterSDKError) {
        switch phase {
        case .notConnected: break
        case .failed: throw refusal(OysterErrorCode.sessionStateFailed, .connect)
        case .connecting, .connected, .reconnecting, .disconnecting:
            throw refusal(
                OysterErrorCode.sessionIllegalState,
                .connect,
                cause: "the status is \(status.rawValue)"
            )
        }
        move(to: .connecting(SessionMachine.Connecting(operation: operation)))
        act(.setTimer(.connect, settings.timeout))
        counters.requests += 1
        act(.connect(token: token))
    }

    mutating func connectAnswered(_ result: Result<ConnectAnswer, SessionFailure>) {
        guard case .connecting(var connecting) = phase, connecting.member == nil else {
            return unexpected("the answer to a connect")
        }
        switch result {
        case .failure(let failure): connectFailed(failure.connectError)
        case .success(let answer):
            connecting.member = SessionMachine.Member(
                access: answer.access,
                connection: answer.connection,
                capabilities: answer.capabilities,
                times: answer.times,
                ticket: answer.ticket,
                epoch: answer.epoch,
                roster: SessionRoster(
                    ownId: answer.connection.id,
                    suppressesConnections: settings.suppressesConnectionEvents
                ),
                queue: RequestQueue(next: answer.nextRequest),
                lastByte: now,
                lastAnswer: now,
                lastEvent: answer.snapshot.upTo,
                acknowledged: answer.snapshot.upTo
            )
            connecting.snapshot = answer.snapshot
            phase = .connecting(connecting)
            openEvents()
        }
    }

    mutating func connectTimedOut() {
        guard case .connecting = phase else { return unexpected("the bound of a connect") }
        let cause = "it was not complete within \(settings.timeout.wholeMilliseconds) ms"
        connectFailed(refusal(OysterErrorCode.sessionConnectTimeout, .connect, cause: cause))
    }

    /// The session is not connected; the host may try another token.
    mutating func connectFailed(_ error: OysterSDKError) {
        guard let operation = abandonConnect() else { return }
        move(to: .notConnected)
        act(.emit(.failed(error)))
        act(.complete(operation, .failure(error)))
    }

    /// Stops a connect; returns its operation.
    mutating func abandonConnect() -> OperationID? {
        guard case .connecting(let connecting) = phase else { return nil }
        cancelTimers([.connect, .hello, .poll])
        act(.cancel(.connect))
        act(.cancel(.events))
        if let member = connecting.member {
            act(.abandon(member.access, nextRequest: member.queue.firstOpen))
        }
        return connecting.operation
    }

    /// The event stream is open: the connection is visible to others.
    mutating func becomeConnected() {
        guard case .connecting(let connecting) = phase, let member = connecting.member else {
            return unexpected("an event stream")
        }
        act(.cancelTimer(.connect))
        move(to: .connected(member))
        act(.emit(.connected(member.connection, member.capabilities)))
        let result: JSONObject = [
            "connection": member.connection.json, "capabilities": member.capabilities.json,
        ]
        act(.complete(connecting.operation, .success(.sessionConnected(result))))
        adopt(connecting.snapshot)
        startWatching()
    }

    /// Compares with a snapshot; a server that reports too much ends the session.
    mutating func adopt(_ snapshot: SessionSnapshot) {
        report { member throws(SessionRoster.Overflow) in try member.roster.adopt(snapshot) }
    }

    /// Emits what a change of the roster means.
    mutating func report(
        _ change: (inout SessionMachine.Member) throws(SessionRoster.Overflow) -> [SessionNotice]
    ) {
        let notices = update { member -> [SessionNotice]? in try? change(&member) }
        switch notices {
        case .some(.some(let notices)): emit(notices)
        case .some(nil): breakOff("it has more than \(SessionRoster.limit) connections or streams")
        case nil: break
        }
    }

    /// Starts what watches a connection: pings, and the search for an event stream without bytes.
    mutating func startWatching() {
        guard case .connected(let member) = phase else { return }
        act(.setTimer(.ping, member.pingInterval))
        if !member.usesPolling { act(.setTimer(.idle, member.idleBound)) }
        pump()
    }
}
