// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore

/// What is refused locally: nothing is sent then.
extension TravelMachine {
    /// Whether the SDK would not refuse the action now.
    ///
    /// Source: `wire.md` section 7.
    package func can(_ action: OysterAction) -> Bool {
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

    /// Paused; a resume that is under way may be joined, a rewind may not.
    private func mayReopen(with action: OysterAction) -> Bool {
        switch phase {
        case .paused: return true
        case .reopening(let reopening):
            guard case .resume = reopening.kind else { return false }
            return action == .resume
        default: return false
        }
    }

    /// Why a command is refused now, or nil.
    ///
    /// Source: reference, sendCommand; 103002 is ours.
    package var commandRefusal: Int? {
        guard let info, isInFlight else { return inactiveCode }
        guard info.mode == .adventure else { return OysterErrorCode.modeMismatch }
        return status == .running ? nil : OysterErrorCode.invalidState
    }

    /// Why an instruction is refused now, or nil.
    var instructRefusal: Int? {
        guard let info, isInFlight else { return inactiveCode }
        guard info.mode != .adventure else { return OysterErrorCode.modeMismatch }
        guard !info.isScriptlist, status == .running || status == .paused else {
            return OysterErrorCode.invalidState
        }
        return nil
    }

    /// Why a new script is refused now, or nil.
    var scriptRefusal: Int? {
        guard let info, isInFlight else { return inactiveCode }
        guard info.mode == .directing else { return OysterErrorCode.modeMismatch }
        guard info.isScriptlist, status == .running || status == .prepare else {
            return OysterErrorCode.invalidState
        }
        return nil
    }

    /// Why pause and resume are refused whatever the status, or nil.
    var controlRefusal: Int? {
        guard let info, isInFlight else { return inactiveCode }
        guard info.mode != .adventure else { return OysterErrorCode.modeMismatch }
        return supportsControl(info) ? nil : OysterErrorCode.invalidState
    }

    /// Why rewind is refused whatever the status, or nil.
    var rewindRefusal: Int? {
        guard let info, isInFlight else { return inactiveCode }
        guard info.mode == .directing else { return OysterErrorCode.modeMismatch }
        return supportsControl(info) ? nil : OysterErrorCode.invalidState
    }

    /// 103001 without a travel; 103002 while start has not told yet what travel it is; 108001 after
    /// the feature gate ended it.
    private var inactiveCode: Int {
        if case .entering = phase { return OysterErrorCode.invalidState }
        return isSwitchedOff ? OysterErrorCode.featureGateDisabled : OysterErrorCode.noActiveTravel
    }

    /// Whether the feature gate ended the travel.
    package var isSwitchedOff: Bool { switchedOff != nil }

    /// Version gate: storyV2 for directing, actingV2 for acting, trimmed and in any case.
    private func supportsControl(_ info: OysterStartTravelData) -> Bool {
        let version = Word(info.version).text
        return switch info.mode {
        case .directing: version == "storyv2"
        case .acting: version == "actingv2"
        default: false
        }
    }
}
