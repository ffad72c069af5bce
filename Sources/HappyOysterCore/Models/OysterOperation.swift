// SPDX-License-Identifier: Apache-2.0

/// An operation of a travel or an engine, as named in error objects.
package enum OysterOperation: String, Sendable, CaseIterable {
    case start
    case pause
    case resume
    case rewind
    case end
    case sendInstruct
    case sendCommand
    case updateScript
    case record
    case cleanup
}
