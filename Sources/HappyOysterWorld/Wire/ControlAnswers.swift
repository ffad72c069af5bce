// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore

/// What the server answers to rewind.
///
/// Source: Open API `travels/rewind`.
package struct RewindAnswer: Equatable, Sendable {
    package let resumedAtSec: Double

    package init(_ data: JSONObject) throws(OysterSDKError) {
        let fields = FieldReader(object: data)
        // Both fields are equal by the documentation; an answer may have only one.
        guard let second = fields.amount("resumedAtSec") ?? fields.amount("actualRewindToSec")
        else { throw fields.missing("resumedAtSec") }
        resumedAtSec = second
    }
}

/// What the server answers to instruct; every field has a default.
///
/// Source: Open API `travels/instruct`.
package struct InstructAnswer: Equatable, Sendable {
    package let content: String?
    package let accepted: Bool

    package init(_ data: JSONObject) {
        let fields = FieldReader(object: data)
        content = fields.text("content")
        accepted = fields.flag("accepted") ?? true
    }
}

/// What the server answers to update-script; every field has a default.
///
/// Source: Open API `travels/update-script`.
package struct UpdateScriptAnswer: Equatable, Sendable {
    package let accepted: Bool
    package let turnCount: Int

    package init(_ data: JSONObject) {
        let fields = FieldReader(object: data)
        accepted = fields.flag("accepted") ?? true
        turnCount = fields.integer("turnCount").flatMap { $0 >= 0 ? $0 : nil } ?? TravelScript.turns
    }
}

/// What the server answers to end; every field may be missing.
///
/// Source: Open API `travels/end`.
package struct EndAnswer: Equatable, Sendable {
    package let endedAt: String?
    package let durationSec: Double?

    package init(_ data: JSONObject) {
        let fields = FieldReader(object: data)
        // The unit of a number is not documented.
        endedAt = data["endedAt"]?.stringValue.flatMap { ISO8601.isTime($0) ? $0 : nil }
        durationSec = fields.amount("durationSec")
    }
}
