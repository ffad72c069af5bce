// SPDX-License-Identifier: Apache-2.0
public import FoundationEssentials
public import HappyOysterCore
import HappyOysterPlatform
import HappyOysterWorld

/// Operations: each returns when it has completed, or throws ``OysterSDKError``.
///
/// When the waiting task is cancelled, the library cancels the request and the call throws
/// `CancellationError`. Nothing is undone: an operation that the server has accepted continues.
extension OysterTravel {
    /// Connects and plays; returns at the first frame.
    @discardableResult public func start() async throws -> OysterStartTravelData {
        try await start(maxExperienceTimeSec: nil)
    }

    /// Connects and plays; requests a length of the adventure in seconds, which the server checks.
    @discardableResult public func start(maxExperienceTimeSec: Int?) async throws
        -> OysterStartTravelData
    {
        try await perform(\.startData) { travel, done in
            try travel.start(maxExperienceTimeSec: maxExperienceTimeSec, done)
        }
    }

    /// Pauses (directing and acting); returns when the server has confirmed it.
    @discardableResult public func pause() async throws -> OysterTravelStateData {
        try await perform(\.stateData) { travel, done in
            try travel.pause(done)
        }
    }

    /// Resumes after a pause; returns at the first frame.
    @discardableResult public func resume() async throws -> OysterTravelStateData {
        try await perform(\.stateData) { travel, done in
            try travel.resume(done)
        }
    }

    /// Continues from a second of the storyline (directing, paused); returns at the first frame.
    @discardableResult public func rewind(toSec: TimeInterval) async throws
        -> OysterRewindTravelData
    {
        try await perform(\.rewindData) { travel, done in
            try travel.rewind(toSec: toSec, done)
        }
    }

    /// Ends the travel, in every status; another call asks again for an unconfirmed end.
    ///
    /// A task that was cancelled before the call ends the travel, too. A task that is cancelled during
    /// the call stops waiting; the request to the server continues.
    @discardableResult public func end() async throws -> OysterEndTravelData {
        let call = PendingCall(of: hold.travel)
        let isShielded = Task.isCancelled
        return try await wait(for: call, isShielded: isShielded, \.endData) { travel, done in
            try travel.end(done)
        }
    }

    /// Sends an instruction (directing and acting); a paused travel keeps it until it resumes.
    @discardableResult public func sendInstruct(content: String) async throws
        -> OysterSendInstructData
    {
        try await perform(\.instructData) { travel, done in
            try travel.sendInstruct(content: content, done)
        }
    }

    /// Replaces the acts of a scriptlist travel, JSON text as in `docs/json.md`; ours.
    @discardableResult public func updateScript(json: String) async throws
        -> OysterUpdateScriptData
    {
        try await perform(\.scriptData) { travel, done in
            let script = try TravelScript(text: Array(json.utf8))
            return try travel.updateScript(script, done)
        }
    }
}

extension OysterTravel {
    private typealias Submit =
        @MainActor (HappyOysterWorld.Travel, @escaping OperationCompletion) throws -> OperationID

    private func perform<Value: Sendable>(
        _ read: @Sendable (OperationResult) -> Value?,
        _ submit: Submit
    ) async throws -> Value {
        try Task.checkCancellation()
        return try await wait(for: PendingCall(of: hold.travel), isShielded: false, read, submit)
    }

    /// Hands an operation to the core and waits for its completion.
    private func wait<Value: Sendable>(
        for call: PendingCall,
        isShielded: Bool,
        _ read: @Sendable (OperationResult) -> Value?,
        _ submit: Submit
    ) async throws -> Value {
        if ForkGuard.isForked { throw OysterSDKError(code: OysterErrorCode.forked) }
        let result = try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                do {
                    let operation = try submit(hold.travel) { result in
                        continuation.resume(with: call.outcome(result))
                    }
                    call.began(operation)
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        } onCancel: {
            if !isShielded { call.cancel() }
        }
        guard let value = read(result) else {
            preconditionFailure("the core completed another operation")
        }
        return value
    }
}
