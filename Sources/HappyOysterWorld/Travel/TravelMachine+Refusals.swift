// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

/// What the travel itself says about a refused operation: the error with its concrete cause.
extension TravelMachine {
    func refusal(_ kind: OysterOperation, _ code: Int) -> OysterSDKError {
        guard let cause = cause(kind, code) else { return OysterSDKError(code, operation: kind) }
        return OysterSDKError(code, cause: cause, operation: kind)
    }

    /// Why an operation is refused with a code; nil where the code says everything.
    private func cause(_ kind: OysterOperation, _ code: Int) -> String? {
        let name = kind.rawValue
        switch code {
        case OysterErrorCode.noActiveTravel, OysterErrorCode.concurrentTravel:
            return "\(name) is not possible while \(situation)"
        case OysterErrorCode.modeMismatch:
            return info.map { "\(name) does not exist in the mode \($0.mode.rawValue)" }
        case OysterErrorCode.invalidState: return invalidState(kind)
        case OysterErrorCode.callbackTimeout where kind == .pause:
            return "no poll confirmed the pause within \(callbackBound)"
        default: return nil
        }
    }

    /// The property of the world that stands in the way, or else the status.
    private func invalidState(_ kind: OysterOperation) -> String {
        let name = kind.rawValue
        if let info, isInFlight {
            switch kind {
            case .pause where controlRefusal != nil, .resume where controlRefusal != nil,
                .rewind where rewindRefusal != nil:
                let version = info.version.isEmpty ? "no version" : "the version \(info.version)"
                return "this \(info.mode.rawValue) world has \(version), which does not support "
                    + name
            case .sendInstruct where info.isScriptlist:
                return "a world of the creation model scriptlist follows its script, so that "
                    + "\(name) does not apply"
            case .updateScript where !info.isScriptlist:
                return "\(name) needs the creation model scriptlist, and this world has "
                    + info.creationModel
            default: break
            }
        }
        return "\(name) is not possible while \(situation)"
    }

    /// The status, or what happens while it stays as it is.
    private var situation: String {
        switch phase {
        case .ending: "the travel is ending"
        case .reopening: "a resume or rewind is in progress"
        default: "the status is \(status.rawValue)"
        }
    }

    /// `callback_timeout_ms` as texts name it.
    var callbackBound: String { "\(settings.callbackTimeout.wholeMilliseconds) ms" }
}
