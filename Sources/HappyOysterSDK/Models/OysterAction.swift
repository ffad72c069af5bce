// SPDX-License-Identifier: Apache-2.0

/// What a host can ask a travel about; ours, after the Web SDK's `can`.
public enum OysterAction: String, CaseIterable, Sendable {
    case start, sendCommand, sendInstruct, pause, resume, rewind, end, updateScript
}
