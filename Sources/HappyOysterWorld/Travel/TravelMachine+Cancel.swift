// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

/// The host cancels an operation: its request is cancelled, nothing is rolled back.
///
/// A cancelled request counts as one whose answer never came: the server may have accepted it.
/// Without a request in flight the travel continues as if the operation still waited.
/// Source: `wire.md` 5.18, Android column.
extension TravelMachine.Step {
    mutating func cancel(_ operation: OperationID) {
        guard let kind = remove(operation) else { return }
        let cause = "the host cancelled the operation"
        refuse(operation, OysterSDKError(OysterErrorCode.aborted, cause: cause, operation: kind))
    }

    /// The result of a cancelled request.
    private static var unanswered: OysterSDKError {
        OysterSDKError(
            OysterErrorCode.callbackTimeout,
            cause: "the host cancelled the operation before the answer came"
        )
    }

    /// Removes an operation from where it waits; returns its kind, nil when it does not wait.
    private mutating func remove(_ operation: OperationID) -> OperationName? {
        switch state.phase {
        case .idle: return nil
        case .entering(let entering): return removeStart(entering, operation)
        case .active(let active):
            return removeText(operation) ?? removeControl(active.playback, operation)
        case .ending(var ending):
            // The request continues: an end always reaches the server.
            defer { state.phase = .ending(ending) }
            return ending.operations.remove(operation) ? .end : nil
        case .over(let over): return removeLaterEnd(over, operation)
        }
    }

    /// The request continues, since a travel that the server creates has to be ended.
    private mutating func removeStart(_ entering: TravelMachine.Entering, _ operation: OperationID)
        -> OperationName?
    {
        guard entering.operation == operation else { return nil }
        actions.append(.cancelTimer(.preparation))
        abandonEntry(entering)
        move(to: .idle)
        return .start
    }

    private mutating func removeLaterEnd(_ over: TravelMachine.Over, _ operation: OperationID)
        -> OperationName?
    {
        guard case .requested(var request) = over.end, request.operations.remove(operation) else {
            return nil
        }
        var over = over
        over.end = .requested(request)
        state.phase = .over(over)
        if request.operations.isEmpty { actions.append(.cancelTimer(.end)) }
        return .end
    }

    private mutating func removeControl(
        _ playback: TravelMachine.Playback,
        _ operation: OperationID
    ) -> OperationName? {
        switch playback {
        case .connecting(var connecting):
            defer { state.active?.playback = .connecting(connecting) }
            return connecting.reason.remove(operation)
        case .pausing(let pausing): return removePause(pausing, operation)
        case .reopening(let reopening): return removeReopening(reopening, operation)
        case .running, .paused: return nil
        }
    }

    private mutating func removePause(_ pausing: TravelMachine.Pausing, _ operation: OperationID)
        -> OperationName?
    {
        var pausing = pausing
        guard pausing.operations.remove(operation) else { return nil }
        state.active?.playback = .pausing(pausing)
        if pausing.operations.isEmpty, !pausing.isAccepted {
            actions.append(.cancelRequest(.pause))
            pauseRefused(pausing, Self.unanswered)
        }
        return .pause
    }

    private mutating func removeReopening(
        _ reopening: TravelMachine.Reopening,
        _ operation: OperationID
    ) -> OperationName? {
        var reopening = reopening
        guard let (kind, isLast) = reopening.kind.remove(operation) else { return nil }
        state.active?.playback = .reopening(reopening)
        if isLast {
            actions.append(.cancelTimer(.barrier))
            actions.append(.cancelTimer(.retry))
            actions.append(.cancelRequest(.reopening))
            let error =
                reopening.isRequested
                ? Self.unanswered
                : OysterSDKError(
                    OysterErrorCode.aborted,
                    cause: "the host cancelled the operation"
                )
            reopeningFailed(reopening, error)
        }
        return kind
    }

    /// A waiting instruction is dropped: it was never sent.
    private mutating func removeText(_ operation: OperationID) -> OperationName? {
        guard let kind = state.active?.concurrentOperations.removeValue(forKey: operation) else {
            return nil
        }
        actions.append(.cancelRequest(.text(operation)))
        if state.active?.instructions.remove(operation: operation) == true {
            sendNextInstruction()
        }
        return kind
    }
}

extension TravelMachine.Connecting.Reason {
    fileprivate mutating func remove(_ operation: OperationID) -> OperationName? {
        switch self {
        case .start(operation):
            self = .start(nil)
            return .start
        case .rewind(operation, let answer):
            self = .rewind(nil, answer)
            return .rewind
        case .resume(var operations):
            defer { self = .resume(operations) }
            return operations.remove(operation) ? .resume : nil
        case .start, .rewind: return nil
        }
    }
}

extension TravelMachine.Reopening.Kind {
    /// Removes an operation; `isLast` is true when no operation is left.
    fileprivate mutating func remove(_ operation: OperationID) -> (OperationName, isLast: Bool)? {
        switch self {
        case .rewind(operation, let second):
            self = .rewind(nil, toSec: second)
            return (.rewind, true)
        case .resume(var operations):
            guard operations.remove(operation) else { return nil }
            self = .resume(operations)
            return (.resume, operations.isEmpty)
        case .rewind: return nil
        }
    }
}

extension [OperationID] {
    /// Removes an operation; false when the list does not hold it.
    fileprivate mutating func remove(_ operation: OperationID) -> Bool {
        guard let index = firstIndex(of: operation) else { return false }
        remove(at: index)
        return true
    }
}
