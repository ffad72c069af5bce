// SPDX-License-Identifier: Apache-2.0
public import FoundationEssentials
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterWorld

/// Operations: each waits until it is done, and throws ``OysterSDKError`` when it is not.
///
/// Cancelling the waiting task calls the request off and throws `CancellationError`. Nothing is
/// rolled back: what the server or this travel has accepted goes on.
extension OysterTravel {
    /// Connects and plays; returns at the first frame.
    @discardableResult public func start() async throws -> OysterStartTravelData {
        try await start(maxExperienceTimeSec: nil)
    }

    /// Connects and plays for so many seconds, if the server allows that in this adventure.
    @discardableResult public func start(maxExperienceTimeSec: Int?) async throws
        -> OysterStartTravelData
    {
        try await perform(OysterStartTravelData.init) { travel, done throws(CoreError) in
            try travel.start(maxExperienceTimeSec: maxExperienceTimeSec, done)
        }
    }

    /// Pauses, in directing and acting; returns when the server has confirmed.
    @discardableResult public func pause() async throws -> OysterTravelStateData {
        try await perform(OysterTravelStateData.init) { travel, done throws(CoreError) in
            try travel.pause(done)
        }
    }

    /// Resumes after a pause; returns at the first frame.
    @discardableResult public func resume() async throws -> OysterTravelStateData {
        try await perform(OysterTravelStateData.init) { travel, done throws(CoreError) in
            try travel.resume(done)
        }
    }

    /// Plays on from a second, in directing after a pause; returns at the first frame.
    @discardableResult public func rewind(toSec: TimeInterval) async throws
        -> OysterRewindTravelData
    {
        try await perform(OysterRewindTravelData.init) { travel, done throws(CoreError) in
            try travel.rewind(toSec: toSec, done)
        }
    }

    /// Ends the travel; may be called at any time, and again when the server has not confirmed.
    ///
    /// A task that is cancelled already ends the travel all the same. When it is cancelled while it
    /// waits, it stops waiting; the request to the server goes on.
    @discardableResult public func end() async throws -> OysterEndTravelData {
        let call = PendingCall(of: hold.travel)
        let isShielded = Task.isCancelled
        return try await wait(for: call, isShielded: isShielded, OysterEndTravelData.init) {
            travel,
            done throws(CoreError) in
            try travel.end(done)
        }
    }

    /// Sends an instruction, in directing and acting; a paused travel keeps it until it runs again.
    @discardableResult public func sendInstruct(content: String) async throws
        -> OysterSendInstructData
    {
        try await perform(OysterSendInstructData.init) { travel, done throws(CoreError) in
            try travel.sendInstruct(content: content, done)
        }
    }

    /// Replaces the acts of a scriptlist travel, JSON text as in `docs/json.md`; ours.
    @discardableResult public func updateScript(json: String) async throws
        -> OysterUpdateScriptData
    {
        try await perform(OysterUpdateScriptData.init) { travel, done throws(CoreError) in
            let script = try TravelScript(text: Array(json.utf8), coding: SystemJSON())
            return try travel.updateScript(script, done)
        }
    }
}

extension OysterTravel {
    private typealias Submit =
        @MainActor (HappyOysterWorld.Travel, @escaping OperationCompletion) throws(CoreError) ->
        OperationID

    private func perform<Value: Sendable>(
        _ read: @Sendable (OysterResult) -> Value?,
        _ submit: Submit
    ) async throws -> Value {
        try Task.checkCancellation()
        return try await wait(for: PendingCall(of: hold.travel), isShielded: false, read, submit)
    }

    /// Hands an operation to the core and waits for its completion.
    private func wait<Value: Sendable>(
        for call: PendingCall,
        isShielded: Bool,
        _ read: @Sendable (OysterResult) -> Value?,
        _ submit: Submit
    ) async throws -> Value {
        if ForkGuard.isForked { throw OysterSDKError(code: OysterErrorCode.forked) }
        let result = try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                do throws(CoreError) {
                    let operation = try submit(hold.travel) { result in
                        continuation.resume(with: call.outcome(result))
                    }
                    call.began(operation)
                } catch {
                    continuation.resume(throwing: OysterSDKError(error))
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
