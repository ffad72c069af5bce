// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

/// The ways a travel ends: by the host, by a failure, by the server.
extension TravelMachine {
    // MARK: By the host

    mutating func end(_ operation: OperationID?) {
        switch phase {
        case .idle:
            close(
                with: localData(.ended, answer: nil, confirmed: true),
                operations: operation.map { [$0] } ?? []
            )
        case .entering(let entering):
            beginEnding(operation, isWaitingForEntry: entering.isRequested)
        case .connecting, .running, .pausing, .paused, .reopening:
            beginEnding(operation, isWaitingForEntry: false)
        case .ending(var ending):
            if let operation { ending.operations.append(operation) }
            phase = .ending(ending)
        case .over(let data):
            if let operation { endOnceMore(operation, data) }
        }
    }

    private mutating func beginEnding(_ operation: OperationID?, isWaitingForEntry: Bool) {
        let overtaken = takeOperations()
        let ending = Ending(
            operations: operation.map { [$0] } ?? [],
            status: status,
            isWaitingForEntry: isWaitingForEntry
        )
        stopEverything()
        phase = .ending(ending)
        let cause = operation == nil ? "the travel is given back" : "the host ends the travel"
        for (pending, kind) in overtaken {
            refuse(
                pending,
                OysterSDKError(OysterErrorCode.aborted, cause: cause, operation: kind)
            )
        }
        guard entry != nil || isWaitingForEntry else {
            return finishEnding(nil, confirmed: false)
        }
        actions.append(.setTimer(.end, settings.callbackTimeout))
        // Without an id there is nothing to end yet: the answer to enter-travel brings it.
        if entry != nil { requestEnd(failCode: nil) }
    }

    mutating func enteredWhileEnding(_ result: Result<EnterTravelAnswer, OysterSDKError>) {
        switch result {
        case .failure: finishEnding(nil, confirmed: false)
        case .success(let answer):
            entry = answer
            enteredAt = moment.now
            requestEnd(failCode: nil)
        }
    }

    /// The bound of end passed first: the server's travel is ended all the same.
    mutating func enteredTooLate(_ result: Result<EnterTravelAnswer, OysterSDKError>) {
        guard entry == nil, case .success(let answer) = result else { return }
        entry = answer.withoutSecrets
        requestEnd(failCode: nil)
        actions.append(.forgetSecrets)
    }

    /// Ends with the server's data, or with our own where it has none.
    mutating func finishEnding(_ answer: EndAnswer?, confirmed: Bool) {
        guard case .ending(let ending) = phase else { return }
        close(
            with: localData(.ended, answer: answer, confirmed: confirmed),
            operations: ending.operations
        )
    }

    // MARK: By a failure

    mutating func fail(_ code: Int, cause: String) {
        fail(OysterSDKError(code, cause: cause))
    }

    /// The SDK ends the travel: one error event, `failed`, and the server is told.
    mutating func fail(_ error: OysterSDKError, failCode: String? = nil) {
        guard isInFlight else { return }
        // Before the secrets are forgotten, so that they are known to whoever reads the answer.
        requestEnd(failCode: failCode)
        if error.code == OysterErrorCode.featureGateDisabled { switchedOff = error }
        finish(.failed, error: error, confirmed: false)
    }

    mutating func gateClosed(_ error: OysterSDKError) {
        if case .entering(let entering) = phase, entering.isPreparing, !entering.isRequested {
            return streamPrepared(error)
        }
        if case .entering(var entering) = phase, entering.isRequested {
            // Nothing to end yet; the answer to enter-travel brings it.
            entering.gateRefusal = error
            phase = .entering(entering)
        }
        fail(error)
    }

    /// A terminal status nobody asked for; pending operations learn the same code.
    mutating func finish(_ status: OysterTravelStatus, error: OysterSDKError?, confirmed: Bool) {
        let pending = takeOperations()
        if let error { actions.append(.emit(.error(error.ending))) }
        close(with: localData(status, answer: nil, confirmed: confirmed), operations: [])
        let told =
            error?.ending
            ?? OysterSDKError(
                OysterErrorCode.noActiveTravel,
                cause: "the server reports that the travel has ended"
            )
        for (operation, kind) in pending { refuse(operation, told.during(kind)) }
    }

    // MARK: All ways

    private mutating func close(with data: OysterEndTravelData, operations: [OperationID]) {
        stopEverything()
        actions.append(.cancelTimer(.end))
        let lost = instructions.removeAll()
        if lost > 0 { actions.append(.log(.info, "the end drops \(lost) kept instructions")) }
        move(to: .over(data))
        for operation in operations { succeed(operation, .ended(data)) }
        actions.append(.forgetSecrets)
        entry = entry.map(\.withoutSecrets)
    }

    private mutating func stopEverything() {
        for timer in TravelTimer.allCases where ![.end, .endRetry].contains(timer) {
            actions.append(.cancelTimer(timer))
        }
        actions.append(.cancelRequests)
        actions.append(.stopCommands)
        if entry != nil { actions.append(.leave) }
        setClientStream("DISCONNECTED")
    }

    /// Everybody who waits for something, with what they wait for; nobody waits afterwards.
    private mutating func takeOperations() -> [(OperationID, OysterOperation)] {
        var pending: [(OperationID, OysterOperation)] = []
        switch phase {
        case .entering(let entering): pending = [(entering.operation, .start)]
        case .connecting(let connecting):
            switch connecting.reason {
            case .start(let operation): pending = operation.map { [($0, .start)] } ?? []
            case .resume(let operations): pending = operations.map { ($0, .resume) }
            case .rewind(let operation, _): pending = operation.map { [($0, .rewind)] } ?? []
            }
        case .pausing(let pausing): pending = pausing.operations.map { ($0, .pause) }
        case .reopening(let reopening):
            switch reopening.kind {
            case .resume(let operations): pending = operations.map { ($0, .resume) }
            case .rewind(let operation, _): pending = operation.map { [($0, .rewind)] } ?? []
            }
        case .idle, .running, .paused, .ending, .over: break
        }
        pending += concurrentOperations.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        concurrentOperations = [:]
        return pending
    }

    private func localData(
        _ status: OysterTravelStatus,
        answer: EndAnswer?,
        confirmed: Bool
    ) -> OysterEndTravelData {
        let measured = enteredAt.map { moment.now - $0 } ?? .zero
        return OysterEndTravelData(
            encryptedTravelId: info?.encryptedTravelId ?? "",
            status: status,
            endedAt: answer?.endedAt ?? ISO8601.text(milliseconds: moment.wallClockMs),
            duration: answer?.durationSec ?? measured.fractionalSeconds,
            confirmed: confirmed
        )
    }
}
