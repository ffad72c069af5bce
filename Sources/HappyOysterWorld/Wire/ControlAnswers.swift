// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore

/// What the server answers to rewind.
///
/// Source: Open API `travels/rewind`.
package struct RewindAnswer: Equatable, Sendable {
    package let resumedAtSec: Double

    package init(_ data: JSONObject) throws(OysterSDKError) {
        let fields = FieldReader(object: data)
        // Both fields are equal by the page; an answer may have only one.
        let resumed = try fields.optionalNumber("resumedAtSec")
        let actual = try fields.optionalNumber("actualRewindToSec")
        guard let second = resumed ?? actual else { throw fields.wrong("resumedAtSec") }
        resumedAtSec = second
    }
}

/// What the server answers to instruct.
///
/// Source: Open API `travels/instruct`.
package struct InstructAnswer: Equatable, Sendable {
    package let content: String?
    package let accepted: Bool

    package init(_ data: JSONObject) throws(OysterSDKError) {
        let fields = FieldReader(object: data)
        content = try fields.optionalString("content")
        accepted = try fields.optionalBool("accepted") ?? true
    }
}

/// What the server answers to update-script.
///
/// Source: Open API `travels/update-script`.
package struct UpdateScriptAnswer: Equatable, Sendable {
    package let accepted: Bool
    package let turnCount: Int

    package init(_ data: JSONObject) throws(OysterSDKError) {
        let fields = FieldReader(object: data)
        accepted = try fields.optionalBool("accepted") ?? true
        turnCount = try fields.optionalInteger("turnCount") ?? TravelScript.turns
    }
}

/// What the server answers to end.
///
/// Source: Open API `travels/end`; keys may be missing.
package struct EndAnswer: Equatable, Sendable {
    package let endedAt: String?
    package let durationSec: Double?

    package init(_ data: JSONObject) throws(OysterSDKError) {
        let fields = FieldReader(object: data)
        endedAt = try fields.optionalString("endedAt")
        durationSec = try fields.optionalNumber("durationSec")
    }
}
