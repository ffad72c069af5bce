// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

/// The data of each operation; nil for the result of another operation.
extension OperationResult {
    var startData: OysterStartTravelData? {
        if case .started(let data) = self { data } else { nil }
    }

    var stateData: OysterTravelStateData? {
        if case .state(let data) = self { data } else { nil }
    }

    var rewindData: OysterRewindTravelData? {
        if case .rewound(let data) = self { data } else { nil }
    }

    var endData: OysterEndTravelData? {
        if case .ended(let data) = self { data } else { nil }
    }

    var instructData: OysterSendInstructData? {
        if case .instructed(let data) = self { data } else { nil }
    }

    var scriptData: OysterUpdateScriptData? {
        if case .scriptUpdated(let data) = self { data } else { nil }
    }
}
