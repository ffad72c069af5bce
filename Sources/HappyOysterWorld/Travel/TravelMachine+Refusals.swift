// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

/// What is refused locally, without a request to the server.
extension TravelMachine.State {
    /// Whether the library would not refuse the action now.
    ///
    /// Source: `wire.md` section 7.
    func can(_ action: OysterAction) -> Bool {
        switch action {
        case .start: status == .idle
        case .sendCommand: commandRefusal == nil
        case .sendInstruct: instructRefusal == nil
        case .pause: status == .running && controlRefusal == nil
        case .resume: mayReopen(with: action) && controlRefusal == nil
        case .rewind: mayReopen(with: action) && rewindRefusal == nil
        case .end: !status.isTerminal
        case .updateScript: scriptRefusal == nil
        }
    }

    /// Whether a resume or rewind is possible while paused; a resume may join a resume in flight.
    private func mayReopen(with action: OysterAction) -> Bool {
        switch active?.playback {
        case .paused?: return true
        case .reopening(let reopening)?:
            guard case .resume = reopening.kind else { return false }
            return action == .resume
        case .connecting?, .running?, .pausing?, nil: return false
        }
    }

    /// Why a command is refused now, or nil.
    ///
    /// Source: reference, sendCommand; 103002 is ours.
    var commandRefusal: Int? {
        guard let info = activeInfo else { return inactiveCode }
        guard info.mode == .adventure else { return OysterErrorCode.modeMismatch }
        return status == .running ? nil : OysterErrorCode.invalidState
    }

    /// Why an instruction is refused now, or nil.
    var instructRefusal: Int? {
        guard let info = activeInfo else { return inactiveCode }
        guard info.mode != .adventure else { return OysterErrorCode.modeMismatch }
        guard !info.isScriptlist, status == .running || status == .paused else {
            return OysterErrorCode.invalidState
        }
        return nil
    }

    /// Why a new script is refused now, or nil.
    var scriptRefusal: Int? {
        guard let info = activeInfo else { return inactiveCode }
        guard info.mode == .directing else { return OysterErrorCode.modeMismatch }
        guard info.isScriptlist, status == .running || status == .prepare else {
            return OysterErrorCode.invalidState
        }
        return nil
    }

    /// Why pause and resume are refused in every status, or nil.
    var controlRefusal: Int? {
        guard let info = activeInfo else { return inactiveCode }
        guard info.mode != .adventure else { return OysterErrorCode.modeMismatch }
        return info.supportsControl ? nil : OysterErrorCode.invalidState
    }

    /// Why rewind is refused in every status, or nil.
    var rewindRefusal: Int? {
        guard let info = activeInfo else { return inactiveCode }
        guard info.mode == .directing else { return OysterErrorCode.modeMismatch }
        return info.supportsControl ? nil : OysterErrorCode.invalidState
    }

    private var activeInfo: OysterStartTravelData? { active?.travel.answer.travel }

    /// 103001 without a travel; 103002 during start, before the answer describes the travel; 108001
    /// after the feature gate ended it.
    private var inactiveCode: Int {
        if case .entering = phase { return OysterErrorCode.invalidState }
        return gateRefusal?.code ?? OysterErrorCode.noActiveTravel
    }

    // MARK: Errors

    /// The error of a refused operation, with its cause.
    func refusal(_ kind: OperationName, _ code: Int) -> OysterSDKError {
        if code == OysterErrorCode.featureGateDisabled, let gateRefusal {
            return gateRefusal.during(kind)
        }
        guard let cause = cause(kind, code) else { return OysterSDKError(code, operation: kind) }
        return OysterSDKError(code, cause: cause, operation: kind)
    }

    /// Why an operation is refused with a code; nil where the code says everything.
    private func cause(_ kind: OperationName, _ code: Int) -> String? {
        let name = kind.phrase
        switch code {
        case OysterErrorCode.noActiveTravel, OysterErrorCode.concurrentTravel:
            return "\(name) is not possible while \(situation)"
        case OysterErrorCode.modeMismatch:
            return info.map { "\(name) is not possible in the mode \($0.mode.rawValue)" }
        case OysterErrorCode.invalidState: return invalidState(kind)
        case OysterErrorCode.callbackTimeout where kind == .pause:
            return "no poll confirmed the pause within \(callbackBound)"
        default: return nil
        }
    }

    /// The property of the world that forbids the operation, or else the status.
    private func invalidState(_ kind: OperationName) -> String {
        let name = kind.phrase
        if let info = activeInfo {
            switch kind {
            case .pause where controlRefusal != nil, .resume where controlRefusal != nil,
                .rewind where rewindRefusal != nil:
                let version = info.version.isEmpty ? "no version" : "the version \(info.version)"
                return "this \(info.mode.rawValue) world has \(version), which does not support "
                    + name
            case .sendInstruct where info.isScriptlist:
                return "a world of the creation model scriptlist follows its script, so that "
                    + "\(name) is not possible"
            case .updateScript where !info.isScriptlist:
                return "\(name) needs the creation model scriptlist, and this world has "
                    + info.creationModel
            default: break
            }
        }
        return "\(name) is not possible while \(situation)"
    }

    /// The status, or what happens while it stays unchanged.
    var situation: String {
        switch phase {
        case .ending: return "the travel is ending"
        case .active(let active):
            if case .reopening = active.playback { return "a resume or rewind is in progress" }
        case .idle, .entering, .over: break
        }
        return "the status is \(status.rawValue)"
    }

    /// `callback_timeout_ms` as texts name it.
    var callbackBound: String { "\(settings.callbackTimeout.wholeMilliseconds) ms" }
}

extension OysterStartTravelData {
    /// Version gate: storyV2 for directing, actingV2 for acting; trimmed, in any case of letters.
    fileprivate var supportsControl: Bool {
        let version = Word(version).text
        return switch mode {
        case .directing: version == "storyv2"
        case .acting: version == "actingv2"
        default: false
        }
    }
}
