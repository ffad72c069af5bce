// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

/// Text instructions and scripts.
extension TravelMachine.Step {
    mutating func instruct(_ operation: OperationID, _ text: String) {
        if let code = state.instructRefusal { return refuse(operation, .sendInstruct, code) }
        guard var active = state.active else { return }
        let isRunning = state.status == .running
        if isRunning, active.instructions.isEmpty { return send(operation, text) }
        guard active.instructions.append(text, operation: isRunning ? operation : nil) else {
            let error = OysterSDKError(
                OysterErrorCode.invalidState,
                cause: "\(InstructionQueue.capacity) instructions are queued, which is the limit",
                operation: .sendInstruct
            )
            return refuse(operation, error)
        }
        if isRunning { active.concurrentOperations[operation] = .sendInstruct }
        state.active = active
        if !isRunning { succeedQueued(operation, text) }
    }

    private mutating func send(_ operation: OperationID?, _ text: String) {
        if let operation { state.active?.concurrentOperations[operation] = .sendInstruct }
        actions.append(.request(.instruct(operation, text)))
    }

    /// Sends the first waiting instruction; the next one follows its answer, which keeps the order.
    mutating func sendNextInstruction() {
        guard state.status == .running, let next = state.active?.instructions.beginNext() else {
            return
        }
        send(next.operation, next.text)
    }

    mutating func instructAnswered(
        _ operation: OperationID?,
        _ text: String,
        _ result: Result<InstructAnswer, OysterSDKError>
    ) {
        guard var active = state.active else { return unexpected("the answer to an instruction") }
        let wasWaiting = active.instructions.finish(text, operation: operation)
        if let operation {
            guard active.concurrentOperations.removeValue(forKey: operation) != nil else {
                return unexpected("the answer to a cancelled instruction")
            }
            complete(operation, text, result)
        } else if case .failure(let error) = result {
            let failure = error.after(tries: 1).during(.sendInstruct)
            actions.append(.emit(.error(failure)))
        }
        state.active = active
        if wasWaiting { sendNextInstruction() }
        if case .failure(let error) = result { pollAfterConflict(error) }
    }

    private mutating func complete(
        _ operation: OperationID,
        _ text: String,
        _ result: Result<InstructAnswer, OysterSDKError>
    ) {
        switch result {
        case .failure(let error):
            refuse(operation, error.after(tries: 1).during(.sendInstruct))
        case .success(let answer):
            let data = OysterSendInstructData(
                encryptedTravelId: state.travelId,
                content: answer.content ?? text,
                accepted: answer.accepted
            )
            succeed(operation, .instructed(data))
        }
    }

    private mutating func succeedQueued(_ operation: OperationID, _ text: String) {
        let data = OysterSendInstructData(
            encryptedTravelId: state.travelId,
            content: text,
            accepted: true,
            queued: true
        )
        succeed(operation, .instructed(data))
    }

    /// Completes, after a pause, the operations of unsent instructions: the text stays queued.
    mutating func keepWaitingInstructions() {
        guard var active = state.active else { return }
        for (operation, text) in active.instructions.detachWaiting() {
            active.concurrentOperations[operation] = nil
            succeedQueued(operation, text)
        }
        state.active = active
    }

    mutating func updateScript(_ operation: OperationID, _ script: TravelScript) {
        if let code = state.scriptRefusal { return refuse(operation, .updateScript, code) }
        state.active?.concurrentOperations[operation] = .updateScript
        actions.append(.request(.updateScript(operation, script)))
    }

    mutating func scriptAnswered(
        _ operation: OperationID,
        _ result: Result<UpdateScriptAnswer, OysterSDKError>
    ) {
        guard state.active?.concurrentOperations.removeValue(forKey: operation) != nil else {
            return unexpected("the answer to a script")
        }
        switch result {
        case .failure(let error):
            refuse(operation, error.after(tries: 1).during(.updateScript))
            pollAfterConflict(error)
        case .success(let answer):
            let data = OysterUpdateScriptData(
                encryptedTravelId: state.travelId,
                accepted: answer.accepted,
                turnCount: answer.turnCount
            )
            succeed(operation, .scriptUpdated(data))
        }
    }
}
