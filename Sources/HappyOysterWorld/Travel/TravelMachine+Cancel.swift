// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

/// A host gives an operation up: the request on its way is called off, nothing is rolled back.
///
/// A request that was called off is one whose answer never came: the server may have done what it
/// was asked. Without a request on its way the travel goes on as if somebody waited.
/// Source: `wire.md` 5.18, Android column.
extension TravelMachine {
    mutating func cancel(_ operation: OperationID) {
        guard let kind = giveUp(operation) else { return }
        let cause = "the host gave the operation up"
        refuse(operation, OysterSDKError(OysterErrorCode.aborted, cause: cause, operation: kind))
    }

    /// What a request counts as whose answer nobody reads.
    private static var unanswered: OysterSDKError {
        OysterSDKError(
            OysterErrorCode.callbackTimeout,
            cause: "the host gave the operation up before the answer"
        )
    }

    /// Takes the operation out of wherever it waits; tells its kind, nil when it does not wait.
    private mutating func giveUp(_ operation: OperationID) -> OysterOperation? {
        if let kind = giveUpText(operation) { return kind }
        switch phase {
        case .entering(let entering): return giveUpStart(entering, operation)
        case .connecting(var connecting):
            defer { phase = .connecting(connecting) }
            return connecting.reason.forget(operation)
        case .pausing(let pausing): return giveUpPause(pausing, operation)
        case .reopening(let reopening): return giveUpReopening(reopening, operation)
        case .ending(var ending):
            // End must arrive: its request goes on.
            defer { phase = .ending(ending) }
            return ending.operations.remove(operation) ? .end : nil
        case .over: return giveUpLaterEnd(operation)
        case .idle, .running, .paused: return nil
        }
    }

    /// The request goes on, since a travel that the server creates has to be ended.
    private mutating func giveUpStart(_ entering: Entering, _ operation: OperationID)
        -> OysterOperation?
    {
        guard entering.operation == operation else { return nil }
        actions.append(.cancelTimer(.preparation))
        abandonEntry(entering)
        move(to: .idle)
        return .start
    }

    private mutating func giveUpLaterEnd(_ operation: OperationID) -> OysterOperation? {
        guard unconfirmedEnd?.operations.remove(operation) == true else { return nil }
        if unconfirmedEnd?.operations.isEmpty == true { actions.append(.cancelTimer(.end)) }
        return .end
    }

    private mutating func giveUpPause(_ pausing: Pausing, _ operation: OperationID)
        -> OysterOperation?
    {
        var pausing = pausing
        guard pausing.operations.remove(operation) else { return nil }
        phase = .pausing(pausing)
        if pausing.operations.isEmpty, !pausing.isAccepted {
            actions.append(.cancelRequest(.pause))
            pauseAnswered(TravelMachine.unanswered)
        }
        return .pause
    }

    private mutating func giveUpReopening(_ reopening: Reopening, _ operation: OperationID)
        -> OysterOperation?
    {
        var reopening = reopening
        guard let (kind, isLast) = reopening.kind.forget(operation) else { return nil }
        phase = .reopening(reopening)
        if isLast {
            actions.append(.cancelTimer(.barrier))
            actions.append(.cancelTimer(.retry))
            actions.append(.cancelRequest(.reopening))
            let error =
                reopening.isRequested
                ? TravelMachine.unanswered
                : OysterSDKError(
                    OysterErrorCode.aborted,
                    cause: "the host gave the operation up"
                )
            reopeningFailed(reopening, error)
        }
        return kind
    }

    /// An instruction that waits is dropped: it was never sent.
    private mutating func giveUpText(_ operation: OperationID) -> OysterOperation? {
        guard let kind = concurrentOperations.removeValue(forKey: operation) else { return nil }
        actions.append(.cancelRequest(.text(operation)))
        if instructions.remove(operation: operation) { sendNextInstruction() }
        return kind
    }
}

extension TravelMachine.Connecting.Reason {
    fileprivate mutating func forget(_ operation: OperationID) -> OysterOperation? {
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
    /// Forgets an operation; tells whether nobody waits any more.
    fileprivate mutating func forget(_ operation: OperationID) -> (OysterOperation, isLast: Bool)? {
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
    /// Removes an operation; false when it is not there.
    mutating func remove(_ operation: OperationID) -> Bool {
        guard let index = firstIndex(of: operation) else { return false }
        remove(at: index)
        return true
    }
}
