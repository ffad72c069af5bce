// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

/// Text instructions and scripts.
extension TravelMachine {
    mutating func instruct(_ operation: OperationID, _ text: String) {
        if let code = instructRefusal { return refuse(operation, .sendInstruct, code) }
        if status == .running, instructions.isEmpty {
            send(operation, text)
        } else if instructions.append(text, operation: status == .running ? operation : nil) {
            if status == .running {
                concurrentOperations[operation] = .sendInstruct
            } else {
                succeedQueued(operation, text)
            }
        } else {
            let error = OysterSDKError(
                OysterErrorCode.invalidState,
                cause: "\(InstructionQueue.capacity) instructions wait already, which is the limit",
                operation: .sendInstruct
            )
            refuse(operation, error)
        }
    }

    private mutating func send(_ operation: OperationID?, _ text: String) {
        if let operation { concurrentOperations[operation] = .sendInstruct }
        actions.append(.request(.instruct(operation, text)))
    }

    /// Sends the first kept instruction; the next follows its answer, so order is kept.
    mutating func sendNextInstruction() {
        guard status == .running, let next = instructions.beginNext() else { return }
        send(next.operation, next.text)
    }

    mutating func instructAnswered(
        _ operation: OperationID?,
        _ text: String,
        _ result: Result<InstructAnswer, OysterSDKError>
    ) {
        let wasKept = instructions.finish(text, operation: operation)
        if let operation {
            guard concurrentOperations.removeValue(forKey: operation) != nil else { return }
            complete(operation, text, result)
        } else if case .failure(let error) = result, isInFlight {
            actions.append(.emit(.error(error.during(.sendInstruct))))
        }
        if wasKept { sendNextInstruction() }
    }

    private mutating func complete(
        _ operation: OperationID,
        _ text: String,
        _ result: Result<InstructAnswer, OysterSDKError>
    ) {
        switch result {
        case .failure(let error): refuse(operation, error.during(.sendInstruct))
        case .success(let answer):
            let data = OysterSendInstructData(
                encryptedTravelId: info?.encryptedTravelId ?? "",
                content: answer.content ?? text,
                accepted: answer.accepted
            )
            succeed(operation, .instructed(data))
        }
    }

    private mutating func succeedQueued(_ operation: OperationID, _ text: String) {
        let data = OysterSendInstructData(
            encryptedTravelId: info?.encryptedTravelId ?? "",
            content: text,
            accepted: true,
            queued: true
        )
        succeed(operation, .instructed(data))
    }

    /// After a pause, whoever waits for an unsent instruction learns that it is kept.
    mutating func keepWaitingInstructions() {
        for (operation, text) in instructions.detachWaiting() {
            concurrentOperations[operation] = nil
            succeedQueued(operation, text)
        }
    }

    mutating func updateScript(_ operation: OperationID, _ script: TravelScript) {
        if let code = scriptRefusal { return refuse(operation, .updateScript, code) }
        concurrentOperations[operation] = .updateScript
        actions.append(.request(.updateScript(operation, script)))
    }

    mutating func scriptAnswered(
        _ operation: OperationID,
        _ result: Result<UpdateScriptAnswer, OysterSDKError>
    ) {
        guard concurrentOperations.removeValue(forKey: operation) != nil else { return }
        switch result {
        case .failure(let error): refuse(operation, error.during(.updateScript))
        case .success(let answer):
            let data = OysterUpdateScriptData(
                encryptedTravelId: info?.encryptedTravelId ?? "",
                accepted: answer.accepted,
                turnCount: answer.turnCount
            )
            succeed(operation, .scriptUpdated(data))
        }
    }
}
