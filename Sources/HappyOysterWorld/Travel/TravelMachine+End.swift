// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

/// The ways a travel ends: by the host, by a failure, by the server.
extension TravelMachine.Step {
    // MARK: By the host

    mutating func end(_ operation: OperationID?) {
        switch state.phase {
        case .idle:
            stop()
            close(
                with: localData(.ended, answer: nil, confirmed: true),
                end: .unnecessary,
                operations: operation.map { [$0] } ?? []
            )
        case .entering(let entering):
            beginEnding(operation)
            if entering.isRequested {
                actions.append(.setTimer(.end, settings.callbackTimeout))
            } else {
                finishEnding(end: .unnecessary)
            }
        case .active(let active):
            beginEnding(operation)
            actions.append(.setTimer(.end, settings.callbackTimeout))
            requestEnd(whileEnding: active.travel)
        case .ending(var ending):
            if let operation { ending.operations.append(operation) }
            state.phase = .ending(ending)
        case .over(let over):
            if let operation { endOnceMore(operation, over) }
        }
    }

    /// Stops the travel and completes the operations that the end overtakes.
    private mutating func beginEnding(_ operation: OperationID?) {
        let overtaken = state.pendingOperations
        let status = state.status
        stop()
        state.phase = .ending(
            TravelMachine.Ending(
                operations: operation.map { [$0] } ?? [],
                status: status,
                server: .awaitingEntry
            )
        )
        let cause = operation == nil ? "the host released the travel" : "the host ends the travel"
        for (pending, kind) in overtaken {
            refuse(
                pending,
                OysterSDKError(OysterErrorCode.aborted, cause: cause, operation: kind)
            )
        }
    }

    private mutating func requestEnd(whileEnding travel: TravelMachine.Entered) {
        guard case .ending(var ending) = state.phase else { return }
        ending.server = .requested(travel, requestEnd(failCode: nil))
        state.phase = .ending(ending)
    }

    mutating func entered(
        whileEnding ending: TravelMachine.Ending,
        _ result: Result<EnterTravelAnswer, OysterSDKError>
    ) {
        guard case .awaitingEntry = ending.server else {
            return unexpected("the answer to enter-travel")
        }
        switch result {
        case .failure: finishEnding(end: .unnecessary)
        case .success(let answer):
            requestEnd(whileEnding: TravelMachine.Entered(answer: answer, time: time.now))
        }
    }

    /// The answer to enter-travel came after the bound of end: the server's travel is ended too.
    mutating func entered(
        after over: TravelMachine.Over,
        _ result: Result<EnterTravelAnswer, OysterSDKError>
    ) {
        guard over.info == nil else { return unexpected("the answer to enter-travel") }
        guard case .success(let answer) = result else { return }
        var over = over
        over.info = answer.travel
        over.end = .requested(requestEnd(failCode: nil))
        state.phase = .over(over)
        actions.append(.forgetSecrets)
    }

    /// Ends with the server's data, or with local data where the server gave none.
    mutating func finishEnding(_ answer: EndAnswer? = nil, end: TravelMachine.EndOnServer) {
        guard case .ending(let ending) = state.phase else { return }
        close(
            with: localData(.ended, answer: answer, confirmed: end.isConfirmed),
            end: end,
            operations: ending.operations
        )
    }

    // MARK: By a failure

    mutating func fail(_ code: Int, cause: String) {
        fail(OysterSDKError(code, cause: cause))
    }

    /// The library ends the travel: one error event, `failed`, and a request to end for the server.
    mutating func fail(_ error: OysterSDKError, failCode: String? = nil) {
        guard state.active != nil else { return }
        // Sent before the secrets are forgotten, so that its answer is redacted.
        finish(.failed, error: error, end: .requested(requestEnd(failCode: failCode)))
    }

    mutating func gateClosed(_ error: OysterSDKError) {
        switch state.phase {
        case .entering(var entering):
            switch entering.progress {
            case .checkingGate: break  // the answer to this check follows
            case .preparingStream: streamPrepared(error)
            case .requested:
                // Nothing can be ended before the answer to enter-travel brings the id.
                entering.progress = .requested(gateRefusal: error)
                state.phase = .entering(entering)
            }
        case .active: fail(error)
        case .idle, .ending, .over: break
        }
    }

    /// Reaches a terminal status that the host did not request; pending operations get its code.
    mutating func finish(
        _ status: OysterTravelStatus,
        error: OysterSDKError?,
        end: TravelMachine.EndOnServer
    ) {
        let pending = state.pendingOperations
        if let error { actions.append(.emit(.error(error.ending))) }
        let isSwitchedOff = error?.code == OysterErrorCode.featureGateDisabled
        stop()
        close(
            with: localData(status, answer: nil, confirmed: end.isConfirmed),
            end: end,
            operations: [],
            gateRefusal: isSwitchedOff ? error : nil
        )
        let reason =
            error?.ending
            ?? OysterSDKError(
                OysterErrorCode.noActiveTravel,
                cause: "the server reports that the travel has ended"
            )
        for (operation, kind) in pending { refuse(operation, reason.during(kind)) }
    }

    // MARK: All ways

    private mutating func close(
        with data: OysterEndTravelData,
        end: TravelMachine.EndOnServer,
        operations: [OperationID],
        gateRefusal: OysterSDKError? = nil
    ) {
        actions.append(.cancelTimer(.end))
        let snapshot = state.snapshot
        move(
            to: .over(
                TravelMachine.Over(
                    data: data,
                    info: snapshot.info,
                    update: snapshot.update,
                    gateRefusal: gateRefusal,
                    end: end
                )
            )
        )
        for operation in operations { succeed(operation, .ended(data)) }
        actions.append(.forgetSecrets)
    }

    /// Stops timers, requests, commands and the stream; the requests of end and of start continue.
    private mutating func stop() {
        for timer in TravelTimer.allCases where ![.end, .endRetry].contains(timer) {
            actions.append(.cancelTimer(timer))
        }
        actions.append(.cancelRequests)
        stopsCommands = true
        guard var active = state.active else { return }
        actions.append(.leave)
        let dropped = active.instructions.removeAll()
        if dropped > 0 {
            actions.append(.log(.info, "the end drops \(dropped) queued instructions"))
        }
    }

    private func localData(
        _ status: OysterTravelStatus,
        answer: EndAnswer?,
        confirmed: Bool
    ) -> OysterEndTravelData {
        OysterEndTravelData(
            encryptedTravelId: state.travelId,
            status: status,
            endedAt: answer?.endedAt ?? ISO8601.text(milliseconds: time.wallClockMs),
            duration: answer?.durationSec ?? state.elapsed(at: time.now).fractionalSeconds,
            confirmed: confirmed
        )
    }
}
